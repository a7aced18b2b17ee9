/** Rooms in each phase, and what a transition makes of them. */
import { partSolution } from '../../src/game/kinds/series.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import { applyChange } from '../../src/game/apply-change.js';
import type { Phase, TimedPhase } from '../../src/game/phase.js';
import type { Transition } from '../../src/game/room-change.js';
import { copyRoom, type RoomState, type Seat } from '../../src/game/room-state.js';
import type { Answer } from '../../src/game/shared/judged.js';
import { aGame, aRoom, EPOCH } from '../support/game-data.js';
import { choiceOf } from '../support/drawn.js';

export const clock = { startTime: EPOCH, endTime: EPOCH + 15_000, pausedAt: null };
const drawn = aGame().questions[0]!;
export const question = drawn.shown;
const asked = { startTime: EPOCH - 15_000, endTime: EPOCH };
export const PHASES = {
  lobby: { kind: 'lobby', version: 7, results: null },
  countdown: { kind: 'countdown', version: 7, count: 3, clock },
  question: {
    kind: 'question',
    version: 7,
    index: 0,
    count: 3,
    first: 0,
    drops: 0,
    readyAt: EPOCH - 3_000,
    question,
    places: null,
    revived: [],
    clock,
  },
  reveal: {
    kind: 'reveal',
    version: 7,
    index: 0,
    count: 3,
    first: 0,
    drops: 0,
    question,
    solution: partSolution(drawn.solution, 0),
    summary: { kind: 'choice', counts: [1, 2] },
    correction: null,
    waits: false,
    asked,
    clock,
  },
} satisfies Record<string, Phase>;

export function roomIn(
  kind: keyof typeof PHASES,
  changes: Partial<TimedPhase> = {},
  seats?: Seat[],
): RoomState {
  const phase = { ...PHASES[kind], ...changes } as Phase;
  const game = kind === 'lobby' ? null : aGame();
  return aRoom({ phase, game, ...(seats === undefined ? {} : { seats }) });
}

export function paused(kind: 'countdown' | 'question' | 'reveal', pausedAt: number): RoomState {
  return roomIn(kind, { clock: { ...clock, pausedAt } });
}

/** The room after a transition was claimed. */
export function after(room: RoomState, transition: Transition): RoomState {
  const next = copyRoom(room);
  applyChange(next, { kind: 'phase', ...transition });
  return next;
}

export const seatsOf = (room: RoomState): Seat[] => [...room.seats.values()];

/** The same with a question judged in which the first player was right, and nobody else. */
export function judgedOnce(room: RoomState): RoomState {
  const answers = [...room.seats.values()].map(({ playerId }, n): Answer => [
    playerId,
    n === 0 ? 1 : 2,
    0,
    1,
    0,
    0,
  ]);
  const judged = {
    ...nameOf({ index: 0 }),
    ...choiceOf(2),
    limitMs: 15_000,
    isVoid: false,
    answers,
  };
  return { ...room, judged: [judged] };
}
