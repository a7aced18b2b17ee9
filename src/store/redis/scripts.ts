import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { RoomFact } from '../facts.js';
import type { RedisKeys } from './keys.js';
import { askRedis } from './redis-errors.js';
import { parseFact } from './room-codec.js';

/**
 * How long a room's keys outlive the last housekeeping, which is done every minute:
 * long enough for an outage that people wait out.
 */
export const ROOM_TTL_MS = 15 * 60_000;

/** What is atomic, one Lua file each. Those of a room get its keys and publish its facts. */
const ROOM_SCRIPTS = [
  'open-room',
  'close-room',
  'seat-player',
  'drop-player',
  'drop-process',
  'remove-player',
  'rename-player',
  'set-host',
  'update-room',
  'share',
  'claim-phase',
  'arm-housekeeping',
  'take-due',
  'owned-by',
  'find-member',
  'room-use',
  'add-screen',
  'remove-screen',
  'dismiss-screens',
] as const;
const OTHER_SCRIPTS = ['count-room', 'renew-lease'] as const;

export type RoomScript = (typeof ROOM_SCRIPTS)[number];
type OtherScript = (typeof OTHER_SCRIPTS)[number];
type Arg = string | number;
type Command = (...args: Arg[]) => Promise<unknown>;

/** Runs the scripts of one connection; Redis keeps them by their hash. */
export class Scripts {
  /** The names of the scripts by the hash under which they are called. */
  readonly names: ReadonlyMap<string, string>;
  private readonly commands: Record<RoomScript | OtherScript, Command>;

  /** `observe` hears of each fact that a script of this process published, except what players share. */
  constructor(
    redis: Redis,
    private readonly keys: RedisKeys,
    private readonly observe: (roomId: string, fact: RoomFact) => void,
  ) {
    const prelude = read('prelude');
    const [begin, end] = [read('room-prelude'), read('room-epilogue')];
    const names = new Map<string, string>();
    const define = (name: string, ...parts: string[]): void => {
      const lua = parts.join('\n');
      redis.defineCommand(name, { lua });
      names.set(createHash('sha1').update(lua).digest('hex'), name);
    };
    for (const name of ROOM_SCRIPTS)
      define(name, prelude, begin, `local function verb()\n${read(name)}\nend`, end);
    for (const name of OTHER_SCRIPTS) define(name, prelude, read(name));
    this.names = names;
    this.commands = redis as unknown as typeof this.commands;
  }

  /** The verb's result. Throws what the script refuses, and STORE_AWAY. */
  async room(
    name: RoomScript,
    roomId: string,
    args: Arg[],
    ownKeys: string[] = [],
  ): Promise<unknown> {
    const keys = [...this.keys.room(roomId), ...ownKeys];
    const common = [this.keys.facts(roomId), ROOM_TTL_MS];
    const reply = await askRedis(
      this.commands[name](keys.length, ...keys, ...common, ...args) as Promise<
        [unknown, ...string[]]
      >,
    );
    const [result, ...published] = reply;
    for (const message of published) this.observe(roomId, parseFact(message));
    return result;
  }

  async other(name: OtherScript, keys: string[], args: Arg[]): Promise<unknown> {
    return askRedis(this.commands[name](keys.length, ...keys, ...args));
  }
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, 'lua', `${name}.lua`), 'utf8');
}
