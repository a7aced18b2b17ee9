import { encodeMove } from '../protocol/index.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import { toWire, type RoomView } from './room-view.js';

interface Parts {
  view: RoomView;
  audiences: Audiences;
  broadcaster: Broadcaster;
}

/** Tells each player here where they stand, and nobody where the others do (R7.5); `seq` as in `RoomSender`. */
export function placeEach({ view, audiences, broadcaster }: Parts, seq: number): void {
  for (const [connectionId, slot] of audiences.seated()) {
    const seat = view.seats.get(slot);
    if (seat === undefined) continue;
    const { playerId, position } = seat;
    const [x, y] = position;
    const updates = [{ playerId, playerPosition: toWire(position) }];
    if (audiences.get(connectionId)?.format === 'compact')
      broadcaster.emit([connectionId], 'flush', [seq, encodeMove(slot, x, y)]);
    else broadcaster.emit([connectionId], 'updatePosition', { seq, updates });
  }
}
