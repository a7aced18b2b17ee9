import { careFor, type CareAction, type CareTimes } from '../game/care.js';
import type { RoomState } from '../game/room-state.js';
import type { RoomStore } from '../store/contract.js';

/** Every room is looked at this often even when nothing is due. */
const ROUND_MS = 60_000;

/** Looks after the slow clocks of rooms: freed seats, host hand-over, rooms that end (R1.6, R2.2, R3.2). */
export class Caretaker {
  constructor(
    private readonly store: RoomStore,
    private readonly times: CareTimes,
  ) {}

  /** A room was opened: somebody has to look at it from now on. */
  async adopt(roomId: string): Promise<void> {
    await this.store.armCare(roomId, this.store.now() + ROUND_MS);
  }

  /** Somebody dropped: the clocks of seat and host run from now. */
  async noteDrop(roomId: string): Promise<void> {
    const { hostGraceMs, seatGraceMs, emptyRoomMs } = this.times;
    const first = Math.min(hostGraceMs, seatGraceMs, emptyRoomMs);
    await this.store.armCare(roomId, this.store.now() + first);
  }

  /** Somebody came while the host is away, since `awaySince` (null: there is none), and may inherit the role. */
  async noteArrival(roomId: string, awaySince: number | null): Promise<void> {
    const inheritsAt = awaySince === null ? -Infinity : awaySince + this.times.hostGraceMs;
    // To read the room for each of a whole hall that comes back would be its size squared.
    if (inheritsAt > this.store.now()) await this.store.armCare(roomId, inheritsAt);
    else await this.tend(roomId);
  }

  /** Does what is due and arranges the next look. */
  async tend(roomId: string): Promise<void> {
    const room = await this.store.readRoom(roomId);
    if (room === undefined) return;
    const now = this.store.now();
    const { actions, nextAt } = careFor(room, now, this.times);
    for (const action of actions) await this.act(room, action);
    await this.store.armCare(roomId, Math.min(nextAt, now + ROUND_MS));
  }

  private async act(room: RoomState, action: CareAction): Promise<void> {
    switch (action.kind) {
      case 'close':
        return this.store.closeRoom(room.roomId, action.reason, room.seq);
      case 'free':
        return this.store.removePlayer(room.roomId, action.seat, 'freed');
      case 'inherit': {
        const change = { from: room.hostId, to: action.to.playerId };
        await this.store.setHost(room.roomId, { ...change, isHandedOver: false, ifAway: true });
      }
    }
  }
}
