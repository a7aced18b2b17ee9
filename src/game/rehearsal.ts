/** A rehearsal: bots play with whoever is there, and nothing of it is kept (R12). */
import { fromStart, hasEnded } from './programme.js';
import { RoomError } from '../protocol/errors.js';
import { leftBy } from './leave-change.js';
import { BOTH, done, nothing, type Decision, type RoomCommand } from './room-command.js';
import type { RoomChange, Transition } from './room-change.js';
import type { Programme, Rehearsal, RoomState, Seat } from './room-state.js';
import { endedTally } from './tally.js';

/** How long after its end housekeeping ends a rehearsal whose process has not, in ms. */
export const REHEARSAL_LATE_MS = 10_000;

/**
 * Begins one, with as many bots as there are free seats at most. Refuses with WRONG_PHASE outside the lobby, BUSY
 * where one is going on, and ROOM_FULL.
 */
export function startRehearsal(wanted: Rehearsal): RoomCommand<Rehearsal> {
  return {
    reads: BOTH,
    decide({ phase, settings, seats }): Decision<Rehearsal> {
      if (phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE', 'a game is running');
      if (settings.rehearsal !== null) throw new RoomError('BUSY', 'a rehearsal is going on');
      const free = settings.maxPlayerCount - seats.size;
      if (free <= 0) throw new RoomError('ROOM_FULL');
      const rehearsal = { ...wanted, bots: Math.min(wanted.bots, free) };
      return { changes: [{ kind: 'settings', settings: { rehearsal } }], answer: rehearsal };
    },
  };
}

/** Everybody is back in the lobby, and no bot there; does nothing where no rehearsal goes on. */
export const endRehearsal: RoomCommand<void> = {
  reads: BOTH,
  decide(room, now) {
    return room.settings.rehearsal === null ? nothing() : done(...rehearsalEnd(room, now));
  },
};

/** The changes that end a rehearsal, whoever it is that ends it. */
export function rehearsalEnd(room: RoomState, now: number): RoomChange[] {
  const { phase, tally, seats, programme } = room;
  const changes: RoomChange[] = [];
  const version = phase.version + 1;
  const isBehind = hasEnded(room);
  if (phase.kind !== 'lobby') {
    const lobby = { kind: 'lobby', version, results: null } as const;
    changes.push({ kind: 'phase', phase: lobby, game: null, tally: endedTally(tally, []) });
  } else if (!isBehind && phase.item !== undefined) {
    const { item: _item, ...lobby } = phase;
    changes.push({ kind: 'phase', phase: { ...lobby, version } });
  }
  if (programme && programme.at >= 0) {
    const anew = isBehind ? programme : fromStart(programme);
    changes.push({ kind: 'programme', programme: withDrawsOf(anew, programme) });
  }
  for (const seat of seats.values()) if (seat.isBot) changes.push(leftBy(seat, 'freed', now));
  changes.push({ kind: 'settings', settings: { rehearsal: null } });
  return changes;
}

/** With the draws that were held before the rehearsal. */
function withDrawsOf(anew: Programme, { draws = [] }: Programme): Programme {
  const { draws: _draws, ...rest } = anew;
  const before = draws.filter(({ isRehearsed }) => !isRehearsed);
  return before.length === 0 ? rest : { ...rest, draws: before };
}

/** Whether a rehearsal is over by this change, and what bots said is to be taken back. */
export function endsRehearsal(change: RoomChange): boolean {
  return change.kind === 'settings' && change.settings.rehearsal === null;
}

/** A game of a rehearsal has no results and leaves no scores (R12.3). */
export function withoutResults(
  { settings, phase: before, programme }: Pick<RoomState, 'settings' | 'phase' | 'programme'>,
  transition: Transition,
): Transition {
  const { phase, tally } = transition;
  // A correction in the lobby concerns the game before.
  const isEnd = before.kind !== 'lobby' && phase.kind === 'lobby';
  if (settings.rehearsal === null || !isEnd) return transition;
  return {
    ...transition,
    phase: { kind: phase.kind, version: phase.version, results: null },
    ...(programme && { programme: withDrawsOf(fromStart(programme), programme) }),
    ...(tally === undefined ? {} : { tally: { ...tally, marks: [] } }),
  };
}

/** The bot that came last, which makes way for somebody (R12.2). */
export function botToReplace({ seats }: Pick<RoomState, 'seats'>): Seat | undefined {
  let last: Seat | undefined;
  for (const seat of seats.values())
    if (seat.isBot && seat.generation > (last?.generation ?? -1)) last = seat;
  return last;
}
