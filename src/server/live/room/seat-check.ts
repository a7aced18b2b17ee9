import type { RoomState, Seat } from '../../../game/room-state.js';
import type { HeldSeat } from '../../../game/seat-commands.js';
import type { RoomLog } from '../store/contract.js';

/** What the last look found: the generation of the seat that the connection holds, or null for no seat. */
interface Asked {
  found: number | null | undefined;
}

export interface SeatCheckSettings {
  /** Whether the connection is in the room here, waits to be let in, or is on its way. */
  isHere: (roomId: string, connectionId: string) => boolean;
  /** Drops a seat; one that another attach has taken stays. */
  drop: (roomId: string, held: HeldSeat) => Promise<void>;
}

/**
 * Finds seats that the store holds for connections of this process which are not there: a join may fail
 * after its seat was granted, as by a time-out, or the store may lose that a seat was given back, as by a
 * restart. Nobody would ever drop them, so they would keep the room open and inherit the host's role.
 */
export class SeatCheck {
  /** By room, the connections for which a seat was asked here, until it is known that they have none. */
  private readonly asked = new Map<string, Map<string, Asked>>();
  private isLooking = false;

  constructor(
    private readonly store: Pick<RoomLog, 'readRoom'>,
    private readonly settings: SeatCheckSettings,
  ) {}

  /** To be called before the store is asked for a seat. */
  note(roomId: string, connectionId: string): void {
    const connections = this.asked.get(roomId) ?? new Map<string, Asked>();
    this.asked.set(roomId, connections.set(connectionId, { found: undefined }));
  }

  /**
   * To be called once a second: drops each seat that the second look in a row finds as the first did, and
   * forgets who has none at both. Throws STORE_AWAY; the next look goes on from there.
   */
  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const looks = await Promise.allSettled(Array.from(this.asked, (one) => this.lookAt(...one)));
      for (const look of looks) if (look.status === 'rejected') throw look.reason;
    } finally {
      this.isLooking = false;
    }
  }

  private async lookAt(roomId: string, connections: Map<string, Asked>): Promise<void> {
    const isHere = (connectionId: string): boolean => this.settings.isHere(roomId, connectionId);
    const absent: [string, Asked][] = [];
    for (const [connectionId, one] of connections)
      if (isHere(connectionId)) one.found = undefined;
      else absent.push([connectionId, one]);
    if (absent.length === 0) return;
    const room = await this.store.readRoom(roomId);
    for (const [connectionId, one] of absent) {
      // It may have asked again meanwhile.
      const isStillAbsent = (): boolean =>
        connections.get(connectionId) === one && !isHere(connectionId);
      if (!isStillAbsent()) continue;
      const seat = seatHeldBy(room, connectionId);
      const before = one.found;
      one.found = seat?.generation ?? null;
      if (one.found !== before) continue;
      if (seat === undefined) connections.delete(connectionId);
      else await this.settings.drop(roomId, { ...seat, connectionId });
    }
    if (connections.size === 0) this.asked.delete(roomId);
  }
}

function seatHeldBy(room: RoomState | undefined, connectionId: string): Seat | undefined {
  for (const seat of room?.seats.values() ?? [])
    if (seat.connectionId === connectionId) return seat;
  return undefined;
}
