import { housekeepingFor, type HousekeepingTask, type GraceTimes } from '../game/housekeeping.js';
import type { RoomState } from '../game/room-state.js';
import type { RoomStore } from '../store/contract.js';

/** Every room gets its housekeeping this often even when nothing is due. */
const ROUND_MS = 60_000;

/** Acts on the slow clocks of rooms: freed seats, host hand-over, rooms that end (R1.6, R2.2, R3.2). */
export class Housekeeping {
  constructor(
    private readonly store: RoomStore,
    private readonly times: GraceTimes,
  ) {}

  /** A room was opened: its housekeeping begins. */
  async noteOpening(roomId: string): Promise<void> {
    await this.store.armHousekeeping(roomId, this.store.now() + ROUND_MS);
  }

  /** Somebody dropped: the clocks of seat and host run from now. */
  async noteDrop(roomId: string): Promise<void> {
    const { hostGraceMs, seatGraceMs, emptyRoomMs } = this.times;
    const first = Math.min(hostGraceMs, seatGraceMs, emptyRoomMs);
    await this.store.armHousekeeping(roomId, this.store.now() + first);
  }

  /** Somebody came while the host is away, since `awaySince` (null: there is none), and may inherit the role. */
  async noteArrival(roomId: string, awaySince: number | null): Promise<void> {
    const inheritsAt = awaySince === null ? -Infinity : awaySince + this.times.hostGraceMs;
    // To read the room for each of a whole hall that comes back would be its size squared.
    if (inheritsAt > this.store.now()) await this.store.armHousekeeping(roomId, inheritsAt);
    else await this.run(roomId);
  }

  /** Does what is due and arranges the next look. */
  async run(roomId: string): Promise<void> {
    const room = await this.store.readRoom(roomId);
    if (room === undefined) return;
    const now = this.store.now();
    const { tasks, nextAt } = housekeepingFor(room, now, this.times);
    for (const task of tasks) await this.act(room, task);
    await this.store.armHousekeeping(roomId, Math.min(nextAt, now + ROUND_MS));
  }

  private async act(room: RoomState, task: HousekeepingTask): Promise<void> {
    switch (task.kind) {
      case 'close':
        return this.store.closeRoom(room.roomId, task.reason, room.seq);
      case 'free':
        return this.store.removePlayer(room.roomId, task.seat, 'freed');
      case 'inherit': {
        const change = { from: room.hostId, to: task.to.playerId };
        await this.store.setHost(room.roomId, { ...change, isHandedOver: false, ifAway: true });
      }
    }
  }
}
