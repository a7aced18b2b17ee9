import type { RoomState } from '../room/room-state.svelte.js';

/** Whether there is a game of points in which the host may give some by hand (R27.10). */
export function mayGive(room: RoomState): boolean {
  const hasGame = room.kind !== 'lobby' || (room.final ?? room.results) !== null;
  return room.isHost && hasGame && room.options?.gameMode === 'RANKING';
}
