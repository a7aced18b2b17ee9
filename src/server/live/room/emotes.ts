import type { Seat } from '../../../game/room-state.js';
import { RoomError } from '../../../protocol/index.js';
import type { LocalRoom } from './local-room.js';

/** Shows an emote over a player's avatar (R22). Throws MUTED where the host has switched them off, or muted the player. */
export function showEmote(
  { view, batch }: LocalRoom,
  { slot, generation }: Pick<Seat, 'slot' | 'generation'>,
  emote: number,
): void {
  const seat = view.seats.get(slot);
  const isSilenced = seat !== undefined && view.isMuted(seat) && !view.isHelping(seat);
  if (!view.settings.emotes || isSilenced) throw new RoomError('MUTED');
  batch.pushEmote(slot, generation, emote);
}
