/**
 * Every Redis key and channel, and back. Keys of one bucket share a hash tag, so that one script finds
 * what it needs in one slot of a cluster. Keys of the installation lie wherever their slot is.
 */
import type { Due } from '../contract.js';
import { pinOfRoom } from '../room-id.js';

const BUCKETS = 64;
const DEFAULT_PREFIX = 'madang';

/** What belongs to a room alone, in the order of its scripts' KEYS; `room-prelude.lua` names them. */
const ROOM_PARTS = [
  'room', // hash: the document but for what follows, its revisions and counters
  'seats', // hash: slot → seat as JSON, without its position
  'positions', // string: by slot, where its player stands, as places.ts has it
  'entered', // string: by slot, in which question and when the player last entered the zone of its position
  'judged', // hash: name → question of the last game that was judged, as JSON
  'generations', // hash: slot → generation of the attach that holds it
  'ghosts', // set: ids of the players who are ghosts in the game that runs
  'slots', // hash: identity → slot
  'banned', // hash: identity of who was kicked → player id
  'resting', // hash: freed slot → when it may be taken again
  'screens', // hash: connection of a projector → screen as JSON
  'watchers', // set: identities of projectors that were let in
  'log', // stream: the last appends, by the room's sequence
  'livingChat', // list: chat that the living may read as JSON, newest last
  'ghostChat', // list: all chat as JSON, newest last
  'quiz', // string: a quiz set of the room's own as JSON
  'holders', // set: processes that have held a seat
  'addresses', // set: where those come from who have had a seat
  'texts', // hash: slot → ms and what is written as JSON, while people write
] as const;

export type RoomPart = (typeof ROOM_PARTS)[number];
/** KEYS of every room script, in this order. */
const ROOM_KEYS = [...ROOM_PARTS, 'pin', 'due', 'public'] as const;
export type RoomKey = (typeof ROOM_KEYS)[number];

export const ALL_BUCKETS: readonly number[] = [...Array(BUCKETS).keys()];

export const bucketOfRoom = (roomId: string): number => bucketOf(pinOfRoom(roomId));

export class RedisKeys {
  constructor(private readonly prefix: string = DEFAULT_PREFIX) {}

  /** The number among KEYS; those that a script has besides are named in the order in which it gets them. */
  static numberOf(key: RoomKey | 'timerNow' | 'timerBefore'): number {
    if (key === 'timerNow') return ROOM_KEYS.length + 1;
    if (key === 'timerBefore') return ROOM_KEYS.length + 2;
    return ROOM_KEYS.indexOf(key) + 1;
  }

  /** KEYS of every room script: the room's own, its PIN's, its bucket's deadlines and public list. */
  room(roomId: string): string[] {
    const pin = pinOfRoom(roomId);
    const bucket = bucketOf(pin);
    const own = ROOM_PARTS.map((part) => this.part(roomId, part));
    return [...own, this.pin(pin), this.due(bucket), this.publicRooms(bucket)];
  }

  part(roomId: string, part: RoomPart): string {
    return `${this.tag(bucketOf(pinOfRoom(roomId)))}:${part}:${roomId}`;
  }

  /** String: the room's id, or `RESTING_PIN` while the PIN of a closed room rests. */
  pin(pin: string): string {
    return `${this.tag(bucketOf(pin))}:pin:${pin}`;
  }

  /** Sorted set: `dueMember`s of all rooms of a bucket by epoch ms. */
  due(bucket: number): string {
    return `${this.tag(bucket)}:due`;
  }

  dueOf(roomId: string): string {
    return this.due(bucketOf(pinOfRoom(roomId)));
  }

  /** Set: ids of the rooms of a bucket that are listed (R1.5). */
  publicRooms(bucket: number): string {
    return `${this.tag(bucket)}:public`;
  }

  /** Expires when the phase of this version has ended and settled. */
  timer(roomId: string, version: number): string {
    return `${this.tag(bucketOf(pinOfRoom(roomId)))}:timer:${version}:${roomId}`;
  }

  timerOf(key: string): { roomId: string; version: number } | undefined {
    if (!key.startsWith(this.prefix)) return undefined;
    const [, version, roomId] =
      /^:rooms:\{\d+\}:timer:(\d+):(.+)$/.exec(key.slice(this.prefix.length)) ?? [];
    return roomId === undefined ? undefined : { roomId, version: Number(version) };
  }

  /** Sorted set: processes that host rooms, by when their leases end. */
  processes(): string {
    return `${this.prefix}:processes`;
  }

  /** Sorted sets: open rooms in all, of an identity and of an address, by when they were last renewed. */
  counts(identityId: string, address: string): [all: string, identity: string, address: string] {
    const ofAddress = `${this.prefix}:{open}:address:${address}`;
    return [this.openRooms(), this.openedBy(identityId), ofAddress];
  }

  openRooms(): string {
    return `${this.prefix}:{open}:rooms`;
  }

  openedBy(identityId: string): string {
    return `${this.prefix}:{open}:identity:${identityId}`;
  }

  /** Hash: `secret`, `schema` and last sign of life `at` of the processes that have this Redis. */
  installation(): string {
    return `${this.prefix}:{open}:installation`;
  }

  /** Nothing is ever there; rights are tried with them. */
  trial(bucket: number): { key: string; channel: string } {
    return { key: `${this.tag(bucket)}:trial`, channel: `${this.tag(bucket)}:updates:trial` };
  }

  /** String that expires at once, to hear whether Redis tells of it. */
  event(bucket: number, processId: string): string {
    return `${this.tag(bucket)}:event:${processId}`;
  }

  /** String: a count over all rooms, which ends with the key. */
  count(name: string): string {
    return `${this.prefix}:count:${name}`;
  }

  /** Sorted set: different things of a kind, by when each first came. */
  things(name: string): string {
    return `${this.prefix}:things:${name}`;
  }

  /** Channel: the room's updates, as `parseUpdate` reads them. */
  updates(roomId: string): string {
    return `${this.tag(bucketOf(pinOfRoom(roomId)))}:updates:${roomId}`;
  }

  private tag(bucket: number): string {
    return `${this.prefix}:rooms:{${bucket}}`;
  }
}

export const RESTING_PIN = 'resting';
/** Looked up in place of the seat of who has none. */
export const NO_SLOT = '-';

/** Channel on which Redis tells each key that expired. */
export function expiryChannel(db: number): string {
  return `__keyevent@${db}__:expired`;
}

/**
 * Members of a deadline set. `again` stands in for `housekeeping` while a process looks after the room, and
 * brings it back should that process end meanwhile.
 */
export type DueMember = Due | { kind: 'again'; roomId: string };

export function dueMember(due: DueMember): string {
  return due.kind === 'phase' ? `phase:${due.version}:${due.roomId}` : `${due.kind}:${due.roomId}`;
}

export function parseDueMember(member: string): DueMember {
  const [kind = '', ...rest] = member.split(':');
  if (kind === 'housekeeping' || kind === 'again') return { kind, roomId: rest.join(':') };
  const [version, ...roomId] = rest;
  return { kind: 'phase', version: Number(version), roomId: roomId.join(':') };
}

/** A text that is no PIN is looked up, too, and found by nobody. */
export function bucketOf(pin: string): number {
  return Number(pin) % BUCKETS || 0;
}
