import type { BatchHooks } from '../batch/batch-processor.js';
import type { SmallRooms } from '../batch/room-rate.js';
import type { TickRate } from '../batch/tick-rate.js';
import type { RoomState } from '../../../game/room-state.js';
import type { LocalRoom } from './local-room.js';

export interface DirectorySettings {
  tickRate: TickRate;
  /** There where small rooms have shorter intervals. */
  smallRooms?: SmallRooms | undefined;
  shareLeadMs: number;
  keepsTracks?: boolean;
  hooks: BatchHooks;
  /** Somebody left a game of survival that may be decided by that (R6.2). */
  mayBeDecided: (roomId: string) => void;
  /** A host has removed many at once (R3.7). */
  cleared?: (room: LocalRoom) => void;
  /** The store has other data than before, and may have lost what was told last. */
  restored?: (room: RoomState) => void;
  /** The copy of a room is there, or an append has changed it. */
  changed?: (room: RoomState) => void;
  /** The copy of a room is not here any more. */
  forgotten?: (roomId: string) => void;
  /** Once a second, unless the process has stood still: seats are to be compared with who is here. */
  checkSeats: () => void;
}
