import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServerEvent, ServerPayload } from '../../src/protocol/index.js';
import { startTestApp } from '../support/app.js';
import { TestRedis } from '../support/redis.js';

/** They send their names at once after connecting: what goes wrong then does so now and then only. */
const GUESTS = 4;
const SCRIPT = join(import.meta.dirname, '../support/original-client.mjs');

/** The script as a process of its own. */
class OriginalClient {
  readonly heard: { event: string; payload: unknown }[] = [];
  readonly #child: ChildProcess;
  readonly #lines = new EventEmitter();

  constructor(...args: string[]) {
    this.#child = spawn(process.execPath, [SCRIPT, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      this.heard.push(JSON.parse(line));
      this.#lines.emit('line');
    });
  }

  all<E extends ServerEvent>(event: E): ServerPayload<E>[] {
    return this.heard.flatMap((one) =>
      one.event === event ? [one.payload as ServerPayload<E>] : [],
    );
  }

  /** The first payload of an event that fits; rejects when the server refuses something. */
  async wait<E extends ServerEvent>(
    event: E,
    fits: (payload: ServerPayload<E>) => boolean = () => true,
  ): Promise<ServerPayload<E>> {
    for (;;) {
      const [refusal] = this.all('exception');
      if (refusal !== undefined) throw new Error(`${refusal.event}: ${refusal.code}`);
      const found = this.all(event).find(fits);
      if (found !== undefined) return found;
      await once(this.#lines, 'line');
    }
  }

  get name(): string {
    return `player of ${this.#child.pid}`;
  }

  /** Resolves with the exit code. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    this.#child.stdin?.end();
    await once(this.#child, 'close');
    return this.#child.exitCode;
  }
}

const clients: OriginalClient[] = [];
const closers: (() => Promise<void>)[] = [];

function run(...args: string[]): OriginalClient {
  const client = new OriginalClient(...args);
  clients.push(client);
  return client;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
  for (const close of closers.splice(0).toReversed()) await close();
});

async function startRedis(): Promise<Record<string, string>> {
  const redis = await TestRedis.start();
  closers.push(() => redis.stop());
  return { REDIS_URL: redis.url };
}

describe('a script written for the original service', () => {
  it.each([
    ['one process with its own memory', async () => ({})],
    ['a process that shares through Redis', startRedis],
  ])('plays unmodified against %s', async (_, settings) => {
    const app = await startTestApp(await settings());
    closers.push(() => app.close());
    const host = run(app.url);
    const { gameId } = await host.wait('createRoom');
    const guests = Array.from({ length: GUESTS }, () => run(app.url, gameId));
    const everybody = [host, ...guests];

    for (const guest of guests) {
      const { playerId } = await guest.wait('getSelfId');
      const named = await guest.wait('setPlayerName', (fact) => fact.playerId === playerId);
      expect(named.playerName).toBe(guest.name);
      for (const client of [host, guest]) {
        await client.wait('joinRoom', ({ players }) =>
          players.some((player) => player.playerId === playerId),
        );
        const moved = await client.wait('updatePosition', ({ updates }) =>
          updates.some((update) => update.playerId === playerId),
        );
        expect(moved.updates).toContainEqual({ playerId, playerPosition: [0.25, 0.75] });
        const said = await client.wait('chatMessage', ({ messages }) =>
          messages.some((entry) => entry.playerId === playerId),
        );
        const entry = said.messages.find((one) => one.playerId === playerId);
        expect(entry?.message).toBe('안녕하세요');
      }
    }

    const codes = await Promise.all(everybody.map((client) => client.stop()));
    expect(codes).toEqual(everybody.map(() => 0));
    expect(everybody.flatMap((client) => client.all('exception'))).toEqual([]);
  });
});
