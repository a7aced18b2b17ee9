import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { RedisKeys, RoomKey } from './keys.js';
import { askRedis } from './redis-errors.js';

/**
 * How long a room's keys outlive the last process that looked after it, which it does every minute:
 * long enough for an outage that people wait out.
 */
export const ROOM_TTL_MS = 15 * 60_000;

/** What is atomic, one Lua file each. Those of a room get its keys. */
const ROOM_SCRIPTS = [
  'open-room',
  'close-room',
  'append',
  'share',
  'take-chat',
  'arm-housekeeping',
  'take-due',
  'owned-by',
  'room-use',
] as const;
const OTHER_SCRIPTS = ['count-room', 'renew-lease'] as const;

export type RoomScript = (typeof ROOM_SCRIPTS)[number];
type OtherScript = (typeof OTHER_SCRIPTS)[number];
export type Arg = string | number;
/** What the script `append` carries out. Timers are those of the version that it begins, and of the one before. */
export type Write = [command: string, key: RoomKey | 'timerNow' | 'timerBefore', ...args: Arg[]];
type Command = (...args: Arg[]) => Promise<unknown>;

/** Runs the scripts of one connection; Redis keeps them by their hash. */
export class Scripts {
  /** The names of the scripts by the hash under which they are called. */
  readonly names: ReadonlyMap<string, string>;
  private readonly commands: Record<RoomScript | OtherScript, Command>;

  constructor(
    redis: Redis,
    private readonly keys: RedisKeys,
  ) {
    const prelude = read('prelude');
    const roomPrelude = read('room-prelude');
    const names = new Map<string, string>();
    const define = (name: string, ...parts: string[]): void => {
      const lua = parts.join('\n');
      redis.defineCommand(name, { lua });
      names.set(createHash('sha1').update(lua).digest('hex'), name);
    };
    for (const name of ROOM_SCRIPTS) define(name, prelude, roomPrelude, read(name));
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
    const common = [this.keys.updates(roomId), ROOM_TTL_MS];
    return askRedis(this.commands[name](keys.length, ...keys, ...common, ...args));
  }

  async other(name: OtherScript, keys: string[], args: Arg[]): Promise<unknown> {
    return askRedis(this.commands[name](keys.length, ...keys, ...args));
  }
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, 'lua', `${name}.lua`), 'utf8');
}
