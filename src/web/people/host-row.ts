import { COCKPIT_SPEAKER } from '../../protocol/events.js';
import type { RoomState } from '../room/room-state.svelte.js';

/** Whether the host has said it, with a seat or from the cockpit: beside the name stands `HostBadge`, which no text can make. */
export function isHostRow(room: Pick<RoomState, 'roster'>, playerId: string): boolean {
  return playerId === COCKPIT_SPEAKER.playerId || room.roster.get(playerId)?.isHost === true;
}
