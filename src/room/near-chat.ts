import { isBig } from '../game/big-room.js';
import type { Seat } from '../game/room-state.js';
import { RoomError } from '../protocol/index.js';
import type { LocalRoom } from './local-room.js';

/**
 * Says something to those near in a big room (R23.7). Resolves when it is passed on; throws BAD_REQUEST in a hall, else
 * refused as `LocalRoom.chat` is.
 */
export async function sayNear(
  { view, speechRules, batch }: LocalRoom,
  { slot, generation }: Pick<Seat, 'slot' | 'generation'>,
  message: string,
): Promise<void> {
  if (!isBig(view.settings)) throw new RoomError('BAD_REQUEST', 'near: only in a big room');
  speechRules.checkNear(slot);
  await batch.pushChat({ slot, generation, message, near: true });
}
