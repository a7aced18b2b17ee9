import { isHosts } from '../../../game/roles.js';
import type { RoomChange } from '../../../game/room-change.js';
import type { RoomState, Seat } from '../../../game/room-state.js';
import { isOvertaken, type Newcomer } from '../batch/admission.js';

/** Whether somebody goes whom the host has removed with many others (R3.7). */
export const isRemoval = (change: RoomChange): boolean =>
  change.kind === 'left' && change.reason === 'removed';

/** A connection with what it was given. */
export type Holder = Omit<Newcomer, 'admitted'>;

export interface Holders {
  /** The holders who were in the room before the snapshot was taken, or waited with a seat. */
  before: Iterable<Holder>;
  /** The holders who wait with a seat that may be younger than the snapshot. */
  maybeYounger: Iterable<Holder>;
  /** Projectors that the older copy knew. */
  screens: ReadonlyMap<string, unknown>;
  isHere: (connectionId: string) => boolean;
}

/**
 * Connections whose holds a change ends: one that another connection has replaced, those that have to
 * come anew, and one that the host has removed with many others. `seat` is the change's as it was before.
 */
export function endedHolds(
  change: RoomChange,
  seat: Seat | undefined,
): { replaced: string | null; lost: string[]; removed?: string | null } {
  const held = seat?.connectionId ?? null;
  switch (change.kind) {
    case 'attached':
      return { replaced: held === change.connectionId ? null : held, lost: [] };
    case 'dropped':
      // Others thought this process dead, because it stood still: its players take their seats again.
      return { replaced: null, lost: held === null ? [] : [held] };
    case 'screensRemoved':
      return { replaced: null, lost: change.reason === 'lost' ? change.connectionIds : [] };
    case 'left':
      return { replaced: null, lost: [], removed: isRemoval(change) ? held : null };
    default:
      return { replaced: null, lost: [] };
  }
}

/**
 * Connections whose holds a new copy of the room does not know: those that another connection has replaced,
 * and those that have to take their seat or place again.
 */
export function lostHolds(
  { seats, screens }: RoomState,
  { before, maybeYounger, screens: screensBefore, isHere }: Holders,
): { replaced: string[]; lost: string[] } {
  const replaced: string[] = [];
  const lost: string[] = [];
  const look = (holder: Holder, isOlder: boolean): void => {
    const { connectionId, slot, grant } = holder;
    if (slot === null) {
      if (screensBefore.has(connectionId) && !screens.has(connectionId)) lost.push(connectionId);
      return;
    }
    const seat = seats.get(slot);
    const isReplaced = seat !== undefined && isOvertaken(holder, seat);
    if (seat?.connectionId === connectionId || !(isOlder || isReplaced)) return;
    const other = seat?.playerId === grant?.playerId ? seat?.connectionId : undefined;
    // A connection that is replaced leaves, so one that is here has the seat since.
    if (other != null && (isReplaced || isHere(other))) replaced.push(connectionId);
    else lost.push(connectionId);
  };
  for (const holder of before) look(holder, true);
  for (const holder of maybeYounger) look(holder, false);
  return { replaced, lost };
}

/** Cockpits of people who run the room no more (R3.5). */
export function endedCockpits(room: RoomState): string[] {
  return [...room.screens].flatMap(([connectionId, { identityId, isCockpit }]) =>
    isCockpit && !isHosts(room, identityId) ? connectionId : [],
  );
}
