import type { OpenRoom } from '../../../../game/give-way.js';
import { isListed, newRoomState } from '../../../../game/room-state.js';
import type { CloseReason } from '../../../../game/room-change.js';
import { RoomError, type PublicRoom } from '../../../../protocol/index.js';
import type { NewRoom } from '../contract.js';
import { newRoomId, pinOfRoom } from '../room-id.js';
import { dueMember, NO_SLOT, RESTING_PIN, type RedisKeys } from './keys.js';
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
import type { Shards } from './shards.js';

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
    private readonly shards: Shards,
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly settings: RegistrySettings,
  ) {}

  async open(room: NewRoom): Promise<string | undefined> {
    const { pin, options, quizSet, teamNames, keeper, identityId, address, limits } = room;
    if (this.settings.isFull()) throw new RoomError('STORE_AWAY', 'the store is full');
    const shard = this.shards.ofPin(pin);
    // Another PIN may be of one that is there.
    if (shard.isAway && this.shards.all().some(({ isAway }) => !isAway)) return undefined;
    const { commands } = shard;
    if ((await askRedis(commands.exists(this.keys.pin(pin)))) === 1) return undefined;
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
      this.shards.of(roomId).commands.hmget(this.keys.part(roomId, 'room'), ...fields),
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
    const roomId = await askRedis(this.shards.ofPin(pin).commands.get(this.keys.pin(pin)));
    return roomId === null || roomId === RESTING_PIN ? undefined : roomId;
  }

  /** The rooms that an identity opened are those that count for it. */
  async ownedBy(identityId: string): Promise<{ roomId: string; pin: string } | undefined> {
    const { commands } = this.shards.ofKey(this.keys.openedBy(identityId));
    const opened = await askRedis(commands.zrange(this.keys.openedBy(identityId), '0', '-1'));
    const read = await this.shards.askRooms(opened, (pipeline, roomId) =>
      pipeline
        .hget(this.keys.part(roomId, 'room'), 'openedAt')
        .hexists(this.keys.part(roomId, 'slots'), identityId),
    );
    const owned = Array.from(read, ([roomId, replies]) => {
      const [openedAt, hasSeat] = replies as [string | null, number];
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
    const { commands } = this.shards.ofKey(this.keys.openRooms());
    const all = await askRedis(commands.zrange(this.keys.openRooms(), '0', '-1'));
    const uses = await this.shards.askRooms(all, (pipeline, roomId) =>
      pipeline
        .hmget(this.keys.part(roomId, 'room'), ...USE_FIELDS)
        .hlen(this.keys.part(roomId, 'seats'))
        .hlen(this.keys.part(roomId, 'screens')),
    );
    const found = Array.from(uses).flatMap(([roomId, replies]) => {
      const [fields, seats, screens] = replies as [(string | null)[], number, number];
      const identityId = fields[0];
      return identityId == null ? [] : { roomId, identityId, fields, seats, screens };
    });
    const roomIds = found.map(({ roomId }) => roomId);
    const openerOf = new Map(found.map(({ roomId, identityId }) => [roomId, identityId]));
    const slots = await this.shards.askRooms(roomIds, (pipeline, roomId) =>
      pipeline.hget(this.keys.part(roomId, 'slots'), openerOf.get(roomId) ?? ''),
    );
    const held = await this.shards.askRooms(roomIds, (pipeline, roomId) => {
      const [slot] = (slots.get(roomId) ?? []) as (string | null)[];
      pipeline.hget(this.keys.part(roomId, 'seats'), slot ?? NO_SLOT);
    });
    return found.map((use) => {
      const [opener = null] = (held.get(use.roomId) ?? []) as (string | null)[];
      return parseUse({ ...use, opener });
    });
  }

  /** As `hold-installation.lua` counts them, which lets nobody of another version begin beside one. */
  count(): Promise<number> {
    const key = this.keys.openRooms();
    const oldest = this.settings.now() - ROOM_TTL_MS;
    return askRedis(this.shards.ofKey(key).commands.zcount(key, oldest, '+inf'));
  }

  /** Keeps a room in the count of open ones, where it is in it. */
  async renew(roomId: string, [identityId, address]: [string, string]): Promise<void> {
    const renewal = this.shards.ofKey(this.keys.openRooms()).commands.pipeline();
    for (const key of this.keys.counts(identityId, address))
      renewal.zadd(key, 'XX', this.settings.now(), roomId).pexpire(key, ROOM_TTL_MS);
    await askAll(renewal);
  }

  private async uncount(roomId: string, identityId: string, address: string): Promise<void> {
    const removal = this.shards.ofKey(this.keys.openRooms()).commands.pipeline();
    for (const key of this.keys.counts(identityId, address)) removal.zrem(key, roomId);
    await askAll(removal);
  }

  private async readListed(): Promise<PublicRoom[]> {
    const listed = await this.shards.askBuckets((pipeline, bucket) =>
      pipeline.smembers(this.keys.publicRooms(bucket)),
    );
    const rooms = await this.shards.askRooms((listed as string[][]).flat(), (pipeline, roomId) =>
      pipeline
        .hmget(this.keys.part(roomId, 'room'), ...LISTED_FIELDS)
        .hlen(this.keys.part(roomId, 'seats'))
        .hvals(this.keys.part(roomId, 'screens')),
    );
    return Array.from(rooms.values()).flatMap((replies) => {
      const [fields, seats, screens] = replies as [(string | null)[], number, string[]];
      return parseListed(fields, seats, screens) ?? [];
    });
  }
}
