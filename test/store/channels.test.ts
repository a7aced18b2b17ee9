import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Channels } from '../../src/server/live/store/redis/channels.js';

/** A connection without Redis, and what a handler heard of it; how long that took is in its messages. */
async function listen(): Promise<{ connection: EventEmitter; story: string[] }> {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const connection = Object.assign(new EventEmitter(), { subscribe: async () => 1 });
  const story: string[] = [];
  const report = (error: unknown): void => void story.push(`reported ${String(error)}`);
  const channels = new Channels(connection as unknown as Redis, false, report);
  channels.onRenewed(() => story.push('renewed'));
  await channels.subscribe('one', (message) => {
    story.push(message);
    if (message.startsWith('heavy')) now += 1.1;
    if (message.startsWith('light')) now += 1;
    if (message.startsWith('bad')) throw new Error(message);
  });
  return { connection, story };
}

/** What the handler heard, among the turns of the event loop. */
async function hear(messages: string[]): Promise<string[]> {
  const { connection, story } = await listen();
  for (const message of messages) connection.emit('message', 'one', message);
  story.push('read');
  while (story.filter((line) => messages.includes(line)).length < messages.length) {
    await new Promise(setImmediate);
    story.push('turn');
  }
  await new Promise(setImmediate);
  connection.emit('message', 'one', 'later');
  return [...story, 'end'];
}

describe('messages that come together', () => {
  it('are handed out at once where they are light', async () => {
    expect(await hear(['a', 'light', 'c'])).toEqual(['a', 'light', 'c', 'read', 'later', 'end']);
  });

  it('wait for the next turn behind a heavy one, in order', async () => {
    const story = await hear(['a', 'heavy 1', 'b', 'heavy 2', 'c', 'heavy 3']);
    expect(story.filter((line) => line !== 'turn')).toEqual([
      'a',
      'heavy 1',
      'read',
      'b',
      'heavy 2',
      'c',
      'heavy 3',
      'later',
      'end',
    ]);
    const [second, third] = ['heavy 2', 'heavy 3'].map((line) => story.indexOf(line));
    expect(story.slice(second, third)).toContain('turn');
  });

  it('are handed out together where too many wait, down to what may wait', async () => {
    const heavy = Array.from({ length: 300 }, (_, n) => `heavy ${n}`);
    const mayWait = 255;
    const story = await hear(heavy);
    expect(story.filter((line) => line !== 'turn')).toEqual([
      'heavy 0',
      'read',
      ...heavy.slice(1),
      'later',
      'end',
    ]);
    const turnsBefore = (line: string): number =>
      story.slice(0, story.indexOf(line)).filter((one) => one === 'turn').length;
    // All that are too many together, and then one a turn.
    const lastTogether = heavy.length - 1 - mayWait;
    expect(turnsBefore(`heavy ${lastTogether}`)).toBe(turnsBefore('heavy 1'));
    expect(turnsBefore(`heavy ${lastTogether + 1}`)).toBe(turnsBefore('heavy 1') + 1);
    expect(turnsBefore('heavy 299')).toBe(turnsBefore('heavy 1') + mayWait);
  });

  it('are handed out even where one before them fails', async () => {
    const story = await hear(['bad', 'b']);
    expect(story).toEqual(['bad', 'reported Error: bad', 'b', 'read', 'later', 'end']);
  });

  it('are all handed out when their connection ends, before the next one brings anything', async () => {
    const { connection, story } = await listen();
    const messages = ['heavy 1', 'heavy 2', 'heavy 3'];
    for (const message of messages) connection.emit('message', 'one', message);
    expect(story).toEqual(['heavy 1']);
    connection.emit('close');
    expect(story).toEqual(messages);
    connection.emit('ready');
    connection.emit('message', 'one', 'later');
    await new Promise(setImmediate);
    expect(story).toEqual([...messages, 'renewed', 'later']);
  });
});
