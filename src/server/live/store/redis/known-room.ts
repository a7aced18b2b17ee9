/** Reads of a room by a process that has a copy: where nothing was appended since, only what appends do not tell. */
import { copyRoom, type RoomState } from '../../../../game/room-state.js';
import { isWriting } from '../../../../game/phase.js';
import type { KnownRoom } from '../contract.js';
import type { RedisKeys } from './keys.js';
import { placeOf } from './places.js';
import { askAll } from './redis-errors.js';
import { parseTexts, type Hash } from './room-codec.js';
import type { Shard } from './shard.js';

/** Undefined where the store has gone on since, or is another one: then all of the room has to be read. */
export async function readKnown(
  { commands, incarnation: identity }: Pick<Shard, 'commands' | 'incarnation'>,
  keys: RedisKeys,
  { incarnation, state }: KnownRoom,
): Promise<RoomState | undefined> {
  const { roomId } = state;
  // As it is now: the copy goes on while Redis is asked.
  const known = copyRoom(state);
  const read = identity
    .ask(commands.multi())
    .hmget(keys.part(roomId, 'room'), 'appendId', 'seq', 'walked', 'lastActivityAt')
    .get(keys.part(roomId, 'positions'))
    .get(keys.part(roomId, 'entered'));
  if (isWriting(known.phase)) read.hgetall(keys.part(roomId, 'texts'));
  const [info, heads, positions, entered, texts = {}] = (await askAll(read)) as [
    string,
    (string | null)[],
    string | null,
    string | null,
    Hash?,
  ];
  const [appendId, seq, walked, lastActivityAt] = heads;
  if (appendId !== known.lastAppend.id || identity.of(info) !== incarnation) return undefined;
  const places = { positions: positions ?? '', entered: entered ?? '' };
  for (const seat of known.seats.values()) Object.assign(seat, placeOf(seat.slot, places));
  return {
    ...known,
    texts: parseTexts(texts),
    seq: Number(seq),
    walked: Number(walked),
    lastActivityAt: Number(lastActivityAt),
  };
}
