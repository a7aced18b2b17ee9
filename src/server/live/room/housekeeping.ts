import { doTasks, housekeepingFor, type GraceTimes } from '../../../game/housekeeping.js';
import { hostsAwaySince } from '../../../game/host.js';
import type { RoomState } from '../../../game/room-state.js';
import type { RoomStore } from '../store/contract.js';
import type { RoomWriter } from '../store/room-writer.js';

/** Every room gets its housekeeping this often even when nothing is due. */
const ROUND_MS = 60_000;

/** Acts on the slow clocks of rooms: freed seats, host hand-over, rooms that end (R1.6, R2.2, R3.2). */
export class Housekeeping {
  constructor(
    private readonly store: RoomStore,
    private readonly writer: RoomWriter,
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

  /** Somebody came or went while those who run the room are away, since `awaySince`: the role may go on. */
  async noteArrival(roomId: string, awaySince: number): Promise<void> {
    // Not done here: for each of a whole hall that comes back, that would be its size squared.
    const goesOnAt = awaySince + this.times.hostGraceMs;
    await this.store.armHousekeeping(roomId, Math.max(goesOnAt, this.store.now()));
  }

  /** Lets the role go on in time where the host, or all who run the room, are away and nobody stands in. */
  async noteMissed(room: RoomState): Promise<void> {
    const host = [...room.seats.values()].find(({ playerId }) => playerId === room.hostId);
    const away = room.actingId === '' ? hostsAwaySince(room) : null;
    const awaySince = host?.droppedAt ?? away;
    if (awaySince !== null) await this.noteArrival(room.roomId, awaySince);
  }

  /** Does what is due and arranges the next look. */
  async run(roomId: string): Promise<void> {
    const room = await this.store.readRoom(roomId);
    if (room === undefined) return;
    const now = this.store.now();
    const { tasks, nextAt } = housekeepingFor(room, now, this.times);
    try {
      const [end] = tasks.filter((task) => task.kind === 'close');
      if (end !== undefined) await this.store.closeRoom(roomId, end.reason, room.seq);
      else if (tasks.length > 0) await this.writer.run(roomId, doTasks(tasks));
    } finally {
      await this.store.armHousekeeping(roomId, Math.min(nextAt, now + ROUND_MS));
    }
  }
}
