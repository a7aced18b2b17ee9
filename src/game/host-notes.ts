/** Notes for people without a seat, told before the bell (R4.2). */
import type { ComingQuestion, HostNotes } from '../protocol/cockpit.js';
import { COMING_TOLD } from '../protocol/limits.js';
import { isAwayIn } from './away.js';
import { floorOf, floorPart } from './kinds/floor.js';
import { countsOf } from './kinds/summary.js';
import { ordinalIn } from '../protocol/judged-name.js';
import { rightsOf, toldTexts } from './phase.js';
import { partSolution } from './kinds/series.js';
import { isBlind, type DrawnQuestion, type RoomState } from './room-state.js';
import { answersOf } from './scoring.js';

/** The answer and what comes next; null where no game runs. */
export function hostNotesOf({ phase, game }: Pick<RoomState, 'phase' | 'game'>): HostNotes | null {
  if (phase.kind === 'lobby' || game === null) return null;
  const index = 'index' in phase ? phase.index : 0;
  const next = nextIndex(phase);
  const part = 'part' in phase ? phase.part : undefined;
  const open = phase.kind === 'question' ? game.questions[index] : undefined;
  const solution = open && partSolution(open.solution, part ?? 0);
  return {
    index,
    ...('drops' in phase && phase.drops > 0 ? { drops: phase.drops } : {}),
    ...('first' in phase && phase.first > 0 ? { first: phase.first } : {}),
    ...(part === undefined ? {} : { part }),
    answer: open === undefined ? null : firstRight(solution ?? null),
    ...(solution && { solution }),
    ...(open?.explanation === undefined ? {} : { explanation: open.explanation }),
    ...(open?.note === undefined ? {} : { note: open.note }),
    ...(open?.revealTexts && toldTexts(open.revealTexts, solution ?? null)),
    coming: game.questions.slice(next, next + COMING_TOLD).map(comingOf),
  };
}

function comingOf(question: DrawnQuestion): ComingQuestion {
  const { shown, solution, note } = question;
  return {
    ...shown,
    answer: firstRight(solution),
    ...(solution && { solution }),
    ...(note === undefined ? {} : { note }),
  };
}

function firstRight(solution: DrawnQuestion['solution']): number {
  return rightsOf(solution)[0] ?? 0;
}

/** Where the question stands in the game that is asked next. */
export function nextIndex(phase: Exclude<RoomState['phase'], { kind: 'lobby' }>): number {
  return 'index' in phase ? phase.index + 1 : 0;
}

/** How many of those who play stand on each value of a blind question; null where none is open. */
export function zoneCountsOf(room: RoomState): number[] | null {
  return isBlind(room) ? standingCounts(room) : null;
}

/** The same of any question. */
export function standingCounts({ phase, seats }: RoomState): number[] | null {
  if (phase.kind !== 'question') return null;
  const floor = floorOf(phase.question);
  const standing = floorPart(floor);
  const revived = new Set(phase.revived);
  const answers = answersOf([...seats.values()], {
    ordinal: ordinalIn(phase),
    valueOf: ({ position }) => standing.valueAt(position, floor),
    msOf: () => 0,
    isOut: (seat) => revived.has(seat.playerId) || isAwayIn(phase, seat),
  });
  return countsOf(
    floor,
    answers.flatMap(([, value, , played]) => (played === 1 ? value : [])),
  );
}
