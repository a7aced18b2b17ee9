/** A rehearsal: bots play with whoever is there, and nothing of it is kept (R12). */
import { fromStart } from './programme.js';
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
    decide({ phase, settings, seats, programme }): Decision<Rehearsal> {
      if (phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE', 'a game is running');
      if (settings.rehearsal !== null) throw new RoomError('BUSY', 'a rehearsal is going on');
      const free = settings.maxPlayerCount - seats.size;
      if (free <= 0) throw new RoomError('ROOM_FULL');
      const draws = programme?.draws?.length;
      const bots = Math.min(wanted.bots, free);
      const rehearsal = { ...wanted, bots, ...(draws !== undefined && { draws }) };
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
  const { phase, tally, seats, programme, settings } = room;
  const changes: RoomChange[] = [];
  const lobby = { kind: 'lobby', version: phase.version + 1, results: null } as const;
  const isBehindGame = phase.kind === 'lobby' && phase.results !== null;
  if (phase.kind !== 'lobby') {
    changes.push({ kind: 'phase', phase: lobby, game: null, tally: endedTally(tally, []) });
  } else if (!isBehindGame && phase.item !== undefined)
    changes.push({ kind: 'phase', phase: lobby });
  if (programme && programme.at >= 0) {
    const anew = isBehindGame ? programme : fromStart(programme);
    const kept = withDrawsOf(anew, programme, settings.rehearsal?.draws);
    changes.push({ kind: 'programme', programme: kept });
  }
  for (const seat of seats.values()) if (seat.isBot) changes.push(leftBy(seat, 'freed', now));
  changes.push({ kind: 'settings', settings: { rehearsal: null } });
  return changes;
}

/** With the first `count` draws that were held, which were those before the rehearsal. */
function withDrawsOf(anew: Programme, { draws = [] }: Programme, count = 0): Programme {
  const { draws: _draws, ...rest } = anew;
  return count === 0 ? rest : { ...rest, draws: draws.slice(0, count) };
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
    ...(programme && {
      programme: withDrawsOf(fromStart(programme), programme, settings.rehearsal.draws),
    }),
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
