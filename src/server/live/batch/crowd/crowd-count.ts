import type { Audience } from '../../../../game/chat-log.js';
import { standingCounts } from '../../../../game/host-notes.js';
import { CROWD_TILES, encodeCounts, STEPS, type CrowdPayload } from '../../../../protocol/index.js';
import type { RoomView } from '../room-view.js';

/** How many there are and where, as the audience sees them; nobody is told of zones while a question is blind (R7.5) or hidden (R4.12). */
export function crowdOf(view: RoomView, audience: Audience): CrowdPayload {
  const tiles = new Uint16Array(CROWD_TILES * CROWD_TILES);
  for (const seat of view.seats.values()) {
    const [x, y] = view.placeOf(seat, audience);
    const tile = tileOf(y) * CROWD_TILES + tileOf(x);
    tiles[tile] = (tiles[tile] ?? 0) + 1;
  }
  const isHidden = view.isBlind || view.isCurtained;
  const counts = isHidden ? null : standingCounts(view.state);
  const crowd = { players: view.seats.size, density: encodeCounts(tiles) };
  return counts === null ? crowd : { ...crowd, counts };
}

function tileOf(steps: number): number {
  return Math.min(CROWD_TILES - 1, Math.floor((steps * CROWD_TILES) / STEPS));
}
