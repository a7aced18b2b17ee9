/** A room as Redis holds it, field by field, without Redis: it carries out what an append writes. */
import { RedisKeys } from '../../src/server/live/store/redis/keys.js';
import {
  formatRoom,
  parseRoom,
  STATE_PARTS,
} from '../../src/server/live/store/redis/room-codec.js';
import { placeWrite } from '../../src/server/live/store/redis/places.js';
import { writeArgs } from '../../src/server/live/store/redis/room-writes.js';
import { revisionOf } from '../../src/game/room-change.js';
import type { RoomState } from '../../src/game/room-state.js';
import type { Position } from '../../src/game/shared/zones.js';
import type { Append } from '../../src/server/live/store/contract.js';
import type { SharedText } from '../../src/server/live/store/room-update.js';

const HASHES = [
  'room',
  'seats',
  'judged',
  'generations',
  'slots',
  'banned',
  'resting',
  'screens',
  'texts',
] as const;
const SETS = ['ghosts', 'watchers', 'holders', 'addresses', 'public'] as const;
const TEXTS = ['positions', 'entered'] as const;
/** Of these nothing is read here. */
const OTHERS = ['quiz', 'due', 'timerNow', 'timerBefore'] as const;

type Name =
  | (typeof HASHES)[number]
  | (typeof TEXTS)[number]
  | (typeof SETS)[number]
  | (typeof OTHERS)[number];

export class PaperRedis {
  readonly hashes = new Map<Name, Map<string, string>>(HASHES.map((name) => [name, new Map()]));
  readonly sets = new Map<Name, Set<string>>(SETS.map((name) => [name, new Set()]));
  readonly texts = new Map<Name, string>(TEXTS.map((name) => [name, '']));
  private readonly names = new Map<number, Name>(
    [...HASHES, ...TEXTS, ...SETS, ...OTHERS].map((name) => [RedisKeys.numberOf(name), name]),
  );

  constructor(room: RoomState) {
    this.set('room', formatRoom(room));
  }

  /** Writes nothing but what the changes say, into whatever stands there by now. */
  append(append: Append, seq: number): void {
    const args = writeArgs(append, { processId: 'process', settleMs: 0 }).map(String);
    for (let i = 0; i < args.length;) {
      const [command = '', key = '', count = ''] = args.slice(i, i + 3);
      const end = i + 3 + Number(count);
      this.carryOut(command, Number(key), args.slice(i + 3, end));
      i = end;
    }
    const revisions = append.changes.map((change) => `${revisionOf(change)}Revision`);
    const fields = revisions.flatMap((name) => [name, append.id]);
    this.set('room', ['seq', String(seq), 'appendId', append.id, 'appendSeq', String(seq)]);
    this.set('room', fields);
  }

  share(slot: number, position: Position, seq: number): void {
    const [, , ...range] = placeWrite({ slot, position });
    this.carryOut('SETRANGE', RedisKeys.numberOf('positions'), range.map(String));
    this.set('room', ['seq', String(seq)]);
  }

  write({ slot, ms, ...text }: SharedText, seq: number): void {
    this.set('texts', [String(slot), `${ms} ${JSON.stringify(text)}`]);
    this.set('room', ['seq', String(seq)]);
  }

  read(): RoomState {
    const parts = STATE_PARTS.map((name) => {
      const hash = this.hashes.get(name);
      if (this.texts.has(name)) return this.texts.get(name);
      return hash === undefined ? [...(this.sets.get(name) ?? [])] : Object.fromEntries(hash);
    });
    const room = parseRoom(parts);
    if (room === undefined) throw new Error('there is no room');
    return room;
  }

  private carryOut(command: string, key: number, args: string[]): void {
    const name = this.names.get(key);
    if (name === undefined) throw new Error(`${command} is about the unknown key ${key}`);
    if ((OTHERS as readonly Name[]).includes(name)) return;
    switch (command) {
      case 'HSET':
        return this.set(name, args);
      case 'HDEL':
        return args.forEach((field) => this.hashes.get(name)!.delete(field));
      case 'SETRANGE': {
        const [at = '', part = ''] = args;
        const text = this.texts.get(name)!.padEnd(Number(at), '\0');
        const end = Number(at) + part.length;
        return void this.texts.set(name, text.slice(0, Number(at)) + part + text.slice(end));
      }
      case 'SADD':
        return args.forEach((member) => this.sets.get(name)!.add(member));
      case 'SREM':
        return args.forEach((member) => this.sets.get(name)!.delete(member));
      case 'DEL':
        return (this.hashes.get(name) ?? this.sets.get(name))!.clear();
      default:
        throw new Error(`${command} ${name}`);
    }
  }

  private set(name: Name, fields: string[]): void {
    const hash = this.hashes.get(name)!;
    for (let i = 0; i < fields.length; i += 2) hash.set(fields[i]!, fields[i + 1]!);
  }
}
