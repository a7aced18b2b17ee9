import type { Redis } from 'ioredis';
import type { OpenRoom } from '../../../../game/give-way.js';
import { isListed, newRoomState } from '../../../../game/room-state.js';
import type { CloseReason } from '../../../../game/room-change.js';
import { RoomError, type PublicRoom } from '../../../../protocol/index.js';
import type { NewRoom } from '../contract.js';
import { newRoomId, pinOfRoom } from '../room-id.js';
import { ALL_BUCKETS, dueMember, NO_SLOT, RESTING_PIN, type RedisKeys } from './keys.js';
import { askAll, askRedis } from './redis-errors.js';
import {
  formatFlag,
  formatRoom,
  LISTED_FIELDS,
  parseListed,
  parseUse,
  USE_FIELDS,
} from './room-codec.js';
import { ROOM_TTL_MS, type Scripts } from './scripts.js';

export interface RegistrySettings {
  pinRestMs: number;
  /** How old the public list may be, in ms: many people look at it, and often. */
  listMs: number;
  /** Whether new rooms have to be refused for want of memory. */
  isFull: () => boolean;
  /** Epoch ms by Redis time. */
  now: () => number;
}

/** Which rooms are open: their PINs, their count, who opened them, which of them are listed. */
export class RedisRegistry {
  private list: { rooms: Promise<PublicRoom[]>; at: number } | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly settings: RegistrySettings,
  ) {}

  async open(room: NewRoom): Promise<string | undefined> {
    const { pin, options, quizSet, teamNames, keeper, identityId, address, limits } = room;
    if (this.settings.isFull()) throw new RoomError('STORE_AWAY', 'the store is full');
    if ((await askRedis(this.redis.exists(this.keys.pin(pin)))) === 1) return undefined;
    const roomId = newRoomId(pin);
    // Counted first: a room that is counted and never opened is forgotten, not the other way round.
    await this.scripts.other('count-room', this.keys.counts(identityId, address), {
      id: roomId,
      ttlMs: ROOM_TTL_MS,
      ...limits,
    });
    const now = this.settings.now();
    const ownerIdentityId = identityId;
    const document = { roomId, pin, ownerIdentityId, options, quizSet, teamNames, keeper };
    const state = newRoomState(document, now);
    const housekeeping = dueMember({ kind: 'housekeeping', roomId });
    const named = { id: roomId, isListed: formatFlag(isListed(state)), housekeeping };
    const fields = ['openedFrom', address, ...formatRoom(state)];
    const opened = await this.scripts.room('open-room', roomId, named, fields);
    if (opened === 1) return roomId;
    await this.uncount(roomId, identityId, address);
    return undefined;
  }

  /** Returns the number of the update that told it; undefined where the room has gone on since. */
  async close(roomId: string, reason: CloseReason, seq: number): Promise<number | undefined> {
    const fields = ['version', 'openedBy', 'openedFrom'];
    const [version, openedBy, openedFrom] = await askRedis(
      this.redis.hmget(this.keys.part(roomId, 'room'), ...fields),
    );
    if (version == null || openedBy == null || openedFrom == null) return undefined;
    const closed = await this.scripts.room(
      'close-room',
      roomId,
      { seq, reason, restMs: this.settings.pinRestMs, resting: RESTING_PIN },
      [
        dueMember({ kind: 'phase', roomId, version: Number(version) }),
        dueMember({ kind: 'housekeeping', roomId }),
        dueMember({ kind: 'again', roomId }),
      ],
      // Where the version has changed meanwhile, so has the sequence, and nothing is closed.
      [this.keys.timer(roomId, Number(version))],
    );
    if (closed === 0) return undefined;
    await this.uncount(roomId, openedBy, openedFrom);
    return closed as number;
  }

  async find(pin: string): Promise<string | undefined> {
    const roomId = await askRedis(this.redis.get(this.keys.pin(pin)));
    return roomId === null || roomId === RESTING_PIN ? undefined : roomId;
  }

  /** The rooms that an identity opened are those that count for it. */
  async ownedBy(identityId: string): Promise<{ roomId: string; pin: string } | undefined> {
    const opened = await askRedis(this.redis.zrange(this.keys.openedBy(identityId), '0', '-1'));
    const read = this.redis.pipeline();
    for (const roomId of opened)
      read
        .hget(this.keys.part(roomId, 'room'), 'openedAt')
        .hexists(this.keys.part(roomId, 'slots'), identityId);
    const replies = await askAll(read);
    const owned = opened.map((roomId, i) => {
      const [openedAt, hasSeat] = replies.slice(2 * i) as [string | null, number];
      return { roomId, openedAt: hasSeat === 1 ? Number(openedAt) : 0 };
    });
    const [newest] = owned
      .filter(({ openedAt }) => openedAt > 0)
      .sort((a, b) => b.openedAt - a.openedAt);
    return newest && { roomId: newest.roomId, pin: pinOfRoom(newest.roomId) };
  }

  listed(): Promise<PublicRoom[]> {
    const now = performance.now();
    if (this.list !== undefined && now - this.list.at < this.settings.listMs)
      return this.list.rooms;
    const rooms = this.readListed();
    this.list = { rooms, at: now };
    // A failure is nobody's list but the one's who asked.
    rooms.catch(() => (this.list = undefined));
    return rooms;
  }

  /** All rooms that count. */
  async opened(): Promise<OpenRoom[]> {
    const roomIds = await askRedis(this.redis.zrange(this.keys.openRooms(), '0', '-1'));
    const uses = this.redis.pipeline();
    for (const roomId of roomIds)
      uses
        .hmget(this.keys.part(roomId, 'room'), ...USE_FIELDS)
        .hlen(this.keys.part(roomId, 'seats'))
        .hlen(this.keys.part(roomId, 'screens'));
    const replies = await askAll(uses);
    const found = roomIds.flatMap((roomId, i) => {
      const [fields, seats, screens] = replies.slice(3 * i) as [(string | null)[], number, number];
      const identityId = fields[0];
      return identityId == null ? [] : { roomId, identityId, fields, seats, screens };
    });
    const slots = this.redis.pipeline();
    for (const { roomId, identityId } of found)
      slots.hget(this.keys.part(roomId, 'slots'), identityId);
    const openers = (await askAll(slots)) as (string | null)[];
    const seats = this.redis.pipeline();
    for (const [i, { roomId }] of found.entries())
      seats.hget(this.keys.part(roomId, 'seats'), openers[i] ?? NO_SLOT);
    const held = (await askAll(seats)) as (string | null)[];
    return found.map((use, i) => parseUse({ ...use, opener: held[i] ?? null }));
  }

  /** Keeps a room in the count of open ones, where it is in it. */
  async renew(roomId: string, [identityId, address]: [string, string]): Promise<void> {
    const renewal = this.redis.pipeline();
    for (const key of this.keys.counts(identityId, address))
      renewal.zadd(key, 'XX', this.settings.now(), roomId).pexpire(key, ROOM_TTL_MS);
    await askAll(renewal);
  }

  private async uncount(roomId: string, identityId: string, address: string): Promise<void> {
    const removal = this.redis.pipeline();
    for (const key of this.keys.counts(identityId, address)) removal.zrem(key, roomId);
    await askAll(removal);
  }

  private async readListed(): Promise<PublicRoom[]> {
    const buckets = this.redis.pipeline();
    for (const bucket of ALL_BUCKETS) buckets.smembers(this.keys.publicRooms(bucket));
    const roomIds = ((await askAll(buckets)) as string[][]).flat();
    const rooms = this.redis.pipeline();
    for (const roomId of roomIds) {
      rooms.hmget(this.keys.part(roomId, 'room'), ...LISTED_FIELDS);
      rooms.hlen(this.keys.part(roomId, 'seats'));
      rooms.hvals(this.keys.part(roomId, 'screens'));
    }
    const replies = await askAll(rooms);
    return roomIds.flatMap((_, i) => {
      const [fields, seats, screens] = replies.slice(3 * i) as [
        (string | null)[],
        number,
        string[],
      ];
      return parseListed(fields, seats, screens) ?? [];
    });
  }
}
