import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { RedisKeys, RoomKey } from './keys.js';
import { askRedis } from './redis-errors.js';
import type { Shard } from './shard.js';
import type { Shards } from './shards.js';

/**
 * How long a room's keys outlive the last process that looked after it, which it does every minute:
 * long enough for an outage that people wait out.
 */
export const ROOM_TTL_MS = 15 * 60_000;

/**
 * What is atomic, one Lua file each, with the arguments that each has in this order. A script finds them as locals of
 * these names, and whatever follows from `ARGV[REST]` on. Those of a room get its keys.
 */
const ROOM_SCRIPTS = {
  'open-room': ['id', 'isListed', 'housekeeping'],
  'close-room': ['seq', 'reason', 'restMs', 'resting'],
  append: [
    'id',
    'process',
    'roster',
    'phase',
    'bumpsRoster',
    'bumpsPhase',
    'notBefore',
    'notAfter',
    'isActivity',
    'turnMs',
    'logLength',
    'logBytes',
    'pieceCount',
  ],
  share: [
    'kept',
    'keptBytes',
    'process',
    'chatNumber',
    'question',
    'startTime',
    'pausedAt',
    'earliest',
    'cockpitSpeaker',
    'walked',
    'entering',
    'moving',
    'writing',
  ],
  'take-chat': ['perSecond', 'atOnce'],
  'arm-housekeeping': ['at', 'housekeeping', 'again'],
  'take-due': ['member', 'version', 'again', 'leaseMs', 'id'],
} as const;
const OTHER_SCRIPTS = {
  'count-room': ['id', 'ttlMs', 'rooms', 'perIdentity', 'perAddress'],
  'hold-installation': ['secret', 'schema', 'enters', 'aliveMs', 'ttlMs'],
  'renew-lease': ['process', 'leaseMs', 'ttlMs'],
} as const;
/** Those of a room come behind its channel and its TTL. */
const FIRST_OF_ROOM = 3;

type RoomScript = keyof typeof ROOM_SCRIPTS;
type OtherScript = keyof typeof OTHER_SCRIPTS;
type Named<Names extends readonly string[]> = Record<Names[number], Arg>;
export type Arg = string | number;
/** What the script `append` carries out. Timers are those of the version that it begins, and of the one before. */
export type Write = [command: string, key: RoomKey | 'timerNow' | 'timerBefore', ...args: Arg[]];
type Command = (...args: Arg[]) => Promise<unknown>;

/** Runs the scripts, each on the primary that has its keys; Redis keeps them by their hash. */
export class Scripts {
  /** The names of the scripts by the hash under which they are called. */
  readonly names: ReadonlyMap<string, string>;
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly shards: Pick<Shards, 'of' | 'ofKey' | 'isCluster'>,
    private readonly keys: RedisKeys,
  ) {
    const prelude = read('prelude');
    // Channels are where the keys of their slot are, so that a message does not go to all nodes.
    const publish = shards.isCluster ? 'SPUBLISH' : 'PUBLISH';
    const roomPrelude = `local PUBLISH = '${publish}'\n${read('room-prelude')}`;
    const names = new Map<string, string>();
    const define = (name: string, ...parts: string[]): void => {
      const lua = [...parts, read(name)].join('\n');
      this.texts.set(name, lua);
      names.set(createHash('sha1').update(lua).digest('hex'), name);
    };
    for (const [name, args] of Object.entries(ROOM_SCRIPTS))
      define(name, prelude, roomPrelude, localsOf(args, FIRST_OF_ROOM));
    for (const [name, args] of Object.entries(OTHER_SCRIPTS))
      define(name, prelude, localsOf(args, 1));
    this.names = names;
  }

  /** To be called for each new connection. */
  defineOn(redis: Redis): void {
    for (const [name, lua] of this.texts) redis.defineCommand(name, { lua });
  }

  /** The verb's result; `rest` are arguments behind those with names. Throws what the script refuses, and STORE_AWAY. */
  async room<Name extends RoomScript>(
    name: Name,
    roomId: string,
    args: Named<(typeof ROOM_SCRIPTS)[Name]>,
    rest: readonly Arg[] = [],
    ownKeys: readonly string[] = [],
  ): Promise<unknown> {
    const keys = [...this.keys.room(roomId), ...ownKeys];
    const common = [this.keys.updates(roomId), ROOM_TTL_MS];
    const named = inOrder(ROOM_SCRIPTS[name], args);
    const run = definedOn(this.shards.of(roomId), name);
    return askRedis(run(keys.length, ...keys, ...common, ...named, ...rest));
  }

  /** The keys are of one slot. */
  async other<Name extends OtherScript>(
    name: Name,
    keys: readonly [string, ...string[]],
    args: Named<(typeof OTHER_SCRIPTS)[Name]>,
  ): Promise<unknown> {
    const named = inOrder(OTHER_SCRIPTS[name], args);
    const run = definedOn(this.shards.ofKey(keys[0]), name);
    return askRedis(run(keys.length, ...keys, ...named));
  }
}

function definedOn({ commands }: Pick<Shard, 'commands'>, name: RoomScript | OtherScript): Command {
  const defined = commands as unknown as Record<RoomScript | OtherScript, Command>;
  return defined[name].bind(commands);
}

const inOrder = (names: readonly string[], args: Record<string, Arg>): Arg[] =>
  names.map((name) => args[name] as Arg);

function localsOf(names: readonly string[], first: number): string {
  const last = first + names.length - 1;
  return `local ${names.join(', ')} = unpack(ARGV, ${first}, ${last})\nlocal REST = ${last + 1}\n`;
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, 'lua', `${name}.lua`), 'utf8');
}
