/** Reads of a room by a process that has a copy: where nothing was appended since, only what appends do not tell. */
import type { Redis } from 'ioredis';
import { copyRoom, type RoomState } from '../../../../game/room-state.js';
import type { KnownRoom } from '../contract.js';
import type { RedisKeys } from './keys.js';
import { placeOf } from './places.js';
import { askAll } from './redis-errors.js';

/** Undefined where the store has gone on since, or is another one: then all of the room has to be read. */
export async function readKnown(
  redis: Redis,
  keys: RedisKeys,
  { incarnation, state }: KnownRoom,
): Promise<RoomState | undefined> {
  const { roomId } = state;
  // As it is now: the copy goes on while Redis is asked.
  const known = copyRoom(state);
  const read = redis
    .multi()
    .info('server')
    .hmget(keys.part(roomId, 'room'), 'appendId', 'seq', 'walked', 'lastActivityAt')
    .get(keys.part(roomId, 'positions'))
    .get(keys.part(roomId, 'entered'));
  const [info, heads, positions, entered] = (await askAll(read)) as [
    string,
    (string | null)[],
    string | null,
    string | null,
  ];
  const [appendId, seq, walked, lastActivityAt] = heads;
  if (appendId !== known.lastAppend.id || incarnationOf(info) !== incarnation) return undefined;
  const places = { positions: positions ?? '', entered: entered ?? '' };
  for (const seat of known.seats.values()) Object.assign(seat, placeOf(seat.slot, places));
  return {
    ...known,
    seq: Number(seq),
    walked: Number(walked),
    lastActivityAt: Number(lastActivityAt),
  };
}

/** Of what `INFO server` says: a Redis that restarts, or another one that takes its place, has another run id. */
export function incarnationOf(info: unknown): string {
  return /^run_id:(\w+)/m.exec(info as string)?.[1] ?? '';
}
