import type { RoomBus } from '../../src/server/live/store/contract.js';
import type { RoomUpdate } from '../../src/server/live/store/room-update.js';
import type { Stage } from './stage.js';

/** The channels of all rooms, which may be cut: updates happen, and nobody here hears them. */
export class CutChannel {
  isCut = false;

  /** To be made before a room is hosted. */
  constructor(bus: RoomBus) {
    const subscribe = bus.subscribe.bind(bus);
    bus.subscribe = (roomId, listener) =>
      subscribe(roomId, (update: RoomUpdate) => {
        if (!this.isCut) listener(update);
      });
  }

  async inTheDark(work: () => Promise<unknown>): Promise<void> {
    this.isCut = true;
    await work();
    this.isCut = false;
  }
}

/** A room as the copy here and as the store know it, to be compared. */
export async function copyAndStore(stage: Stage, roomId: string): Promise<[unknown, unknown]> {
  const { lastActivityAt: _, ...copy } = stage.room(roomId).view.state;
  const { lastActivityAt: __, ...known } = await stage.state(roomId);
  return [copy, known];
}
