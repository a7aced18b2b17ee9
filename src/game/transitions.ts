/**
 * What follows what (R4). Each function reads a room and returns the next phase with what changes together
 * with it; nothing happens until a store has appended it. A command that cannot be throws a RoomError.
 */
import { RoomError } from '../protocol/errors.js';
import { EXTEND_MS } from '../protocol/limits.js';
import { msUntilJudged, type Clock } from './clock.js';
import {
  revealedOf,
  shownOf,
  type QuestionPhase,
  type RevealPhase,
  type TimedPhase,
} from './phase.js';
import type { ChoiceQuestion, Question } from './quiz-set.js';
import { sample, type Random } from './random.js';
import type { Transition } from './room-change.js';
import {
  isAlive,
  type DrawnChoice,
  type DrawnQuestion,
  type Game,
  type RoomState,
} from './room-state.js';
import { closingMarks, judge, resultsOf } from './scoring.js';
import { isYesOrNo } from './yes-or-no.js';

/** Lengths of the phases that the quiz set does not decide, in ms. */
export interface PhaseLengths {
  countdownMs: number;
  getReadyMs: number;
  revealMs: number;
  /** How long a question that is skipped goes on, so that every process can share what its players did. */
  skipMs: number;
  /** How long the choices must have been on screen for a skip to judge the question, and not to drop it. */
  minShownMs: number;
}

/** Draws the game and starts the countdown (R4.1, R4.4). */
export function startGame(
  room: RoomState,
  set: readonly Question[],
  now: number,
  random: Random,
  lengths: PhaseLengths,
): Transition {
  if (room.phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE', 'a game is running');
  const { quizCount } = room.settings.quizSet;
  if (quizCount < 1 || quizCount > set.length)
    throw new RoomError('NOT_ENOUGH_QUESTIONS', `the set has ${set.length} questions`);
  return {
    phase: {
      kind: 'countdown',
      version: room.phase.version + 1,
      count: quizCount,
      clock: runningClock(now, lengths.countdownMs),
    },
    game: {
      questions: sample(random, set, quizCount).map((question) => drawQuestion(question, random)),
      starters: room.seats.size,
    },
    // Everybody begins anew, alive and with no points.
    tally: { game: room.tally.game + 1, marks: [] },
  };
}

function drawQuestion(question: Question, random: Random): DrawnQuestion {
  switch (question.kind) {
    case 'choice':
      return drawChoice(question, random);
  }
}

function drawChoice(question: ChoiceQuestion, random: Random): DrawnChoice {
  const written = [...question.choices.keys()];
  const order = isYesOrNo(question.choices) ? written : sample(random, written);
  return {
    kind: question.kind,
    quiz: question.quiz,
    choiceList: order.map((choice, index) => ({
      order: index + 1,
      content: question.choices[choice] as string,
    })),
    answer: order.indexOf(question.answer) + 1,
    limitTime: question.limitTime,
  };
}

/** The transition that a deadline or a skip brings. */
export function advance(room: RoomState, now: number, lengths: PhaseLengths): Transition {
  const { phase, game } = room;
  if (phase.kind === 'lobby' || game === null)
    throw new RoomError('WRONG_PHASE', 'no game is running');
  switch (phase.kind) {
    case 'countdown':
      return ask(phase.version, game, 0, now, lengths);
    case 'question': {
      const { index, count } = phase;
      const question = revealedOf(questionAt(game, index));
      const seats = [...room.seats.values()];
      const marks = judge(seats, room.settings.gameMode, question, index);
      return {
        phase: {
          kind: 'reveal',
          version: phase.version + 1,
          index,
          count,
          question,
          asked: { startTime: phase.clock.startTime, endTime: phase.clock.endTime },
          clock: runningClock(now, lengths.revealMs),
        },
        tally: { game: room.tally.game, marks },
      };
    }
    case 'reveal':
      return goOn(room, phase, now, lengths);
  }
}

/** To the next question, or to the end where there is none or nobody left to ask. */
function goOn(
  room: RoomState,
  phase: QuestionPhase | RevealPhase,
  now: number,
  lengths: PhaseLengths,
): Transition {
  const index = phase.index + 1;
  return room.game === null || index >= phase.count || isDecided(room)
    ? endGame(room)
    : ask(phase.version, room.game, index, now, lengths);
}

function ask(
  version: number,
  game: Game,
  index: number,
  now: number,
  lengths: PhaseLengths,
): Transition {
  const question = questionAt(game, index);
  const startTime = now + lengths.getReadyMs;
  return {
    phase: {
      kind: 'question',
      version: version + 1,
      index,
      count: game.questions.length,
      question: shownOf(question),
      clock: { startTime, endTime: startTime + question.limitTime * 1000, pausedAt: null },
    },
  };
}

/** Back to the lobby with the scores as they stand (R6.3). */
export function endGame(room: RoomState): Transition {
  if (room.phase.kind === 'lobby') throw new RoomError('WRONG_PHASE', 'no game is running');
  const seats = [...room.seats.values()];
  return {
    phase: { kind: 'lobby', version: room.phase.version + 1, results: resultsOf(seats) },
    game: null,
    tally: { game: room.tally.game + 1, marks: closingMarks(seats) },
  };
}

/** Whether a survival game has at most one player left of the several that it began with (R6.2). */
export function isDecided(room: RoomState): boolean {
  if (room.settings.gameMode !== 'SURVIVAL' || room.game === null) return false;
  return room.game.starters > 1 && [...room.seats.values()].filter(isAlive).length <= 1;
}

export function pause(room: RoomState, now: number): Transition {
  const phase = timed(room);
  if (phase.clock.pausedAt !== null) throw new RoomError('WRONG_PHASE', 'the game is paused');
  return withClock(phase, { ...phase.clock, pausedAt: now });
}

/** Goes on with what was left; what had not begun yet moves by the length of the pause. */
export function resume(room: RoomState, now: number): Transition {
  const phase = timed(room);
  const { startTime, endTime, pausedAt } = phase.clock;
  if (pausedAt === null) throw new RoomError('WRONG_PHASE', 'the game is not paused');
  const stoodFor = now - pausedAt;
  return withClock(phase, {
    startTime: startTime + stoodFor,
    endTime: endTime + stoodFor,
    pausedAt: null,
  });
}

/**
 * Cuts a phase short (R4.7). A question that people had no time to read is dropped, unjudged; another
 * ends soon and is judged; the other phases give way to the next at once.
 */
export function skip(room: RoomState, now: number, lengths: PhaseLengths): Transition {
  const phase = timed(room);
  if (phase.kind !== 'question') return advance(room, now, lengths);
  if (msUntilJudged(phase.clock, now, lengths.minShownMs) > 0)
    return goOn(room, phase, now, lengths);
  if (lengths.skipMs === 0) return advance(room, now, lengths);
  const { startTime } = phase.clock;
  return withClock(phase, { startTime, endTime: now + lengths.skipMs, pausedAt: null });
}

export function extend(room: RoomState): Transition {
  const phase = timed(room);
  return withClock(phase, { ...phase.clock, endTime: phase.clock.endTime + EXTEND_MS });
}

function questionAt(game: Game, index: number): DrawnQuestion {
  const question = game.questions[index];
  if (question === undefined) throw new Error(`the game has no question ${index}`);
  return question;
}

function timed(room: RoomState): TimedPhase {
  if (room.phase.kind === 'lobby') throw new RoomError('WRONG_PHASE', 'no game is running');
  return room.phase;
}

function withClock(phase: TimedPhase, clock: Clock): Transition {
  return {
    phase: { ...phase, version: phase.version + 1, clock },
  };
}

function runningClock(now: number, lengthMs: number): Clock {
  return { startTime: now, endTime: now + lengthMs, pausedAt: null };
}
