import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Channels } from '../../src/store/redis/channels.js';

/** What handlers heard, among the turns of the event loop. */
async function hear(messages: string[]): Promise<string[]> {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const connection = Object.assign(new EventEmitter(), { subscribe: async () => 1 });
  const story: string[] = [];
  const report = (error: unknown): void => void story.push(`reported ${String(error)}`);
  const channels = new Channels(connection as unknown as Redis, report);
  await channels.subscribe('one', (message) => {
    story.push(message);
    if (message.startsWith('heavy')) now += 2;
    if (message.startsWith('bad')) throw new Error(message);
  });
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
    expect(await hear(['a', 'b', 'c'])).toEqual(['a', 'b', 'c', 'read', 'later', 'end']);
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
    expect(turnsBefore('heavy 40')).toBe(turnsBefore('heavy 1'));
    expect(turnsBefore('heavy 299')).toBeGreaterThan(200);
  });

  it('are handed out even where one before them fails', async () => {
    const story = await hear(['bad', 'b']);
    expect(story).toEqual(['bad', 'reported Error: bad', 'b', 'read', 'later', 'end']);
  });
});
