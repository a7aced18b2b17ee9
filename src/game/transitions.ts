/**
 * What follows what (R4). Each function reads a room and returns the next phase with what changes together
 * with it; nothing happens until a store has appended it. A command that cannot be throws a RoomError.
 */
import { RoomError } from '../protocol/errors.js';
import { EXTEND_MS } from '../protocol/limits.js';
import { nameOf, ordinalIn } from '../protocol/judged-name.js';
import { isOpinion } from '../protocol/question.js';
import { msUntilJudged, type Clock } from './shared/clock.js';
import { withJudged } from './apply-change.js';
import {
  entryKey,
  type Place,
  type QuestionPhase,
  type RevealPhase,
  type TimedPhase,
} from './phase.js';
import { readyMsOf, type PhaseLengths } from './phase-lengths.js';
import { hostsAwaySince } from './host.js';
import { askedIn, drawQuestion } from './draw-question.js';
import { worthOf, type Question } from './shared/quiz-set.js';
import { countedMs, hasExtraTime, stretched } from './extra-time.js';
import { revival } from './revival.js';
import { sample, type Random } from './shared/random.js';
import type { Transition } from './room-change.js';
import {
  isAlive,
  rulesOf,
  type DrawnQuestion,
  type Game,
  type RoomState,
  type Seat,
} from './room-state.js';
import { NOT_MOVED, type JudgedQuestion } from './shared/judged.js';
import { closingMarks, leagueIn, resultsIn } from './closing.js';
import { answersOf, marksIn, marksOf, standingsOf } from './scoring.js';
import { teamResultsIn, teamsIn } from './team-figures.js';
import { cameMs } from './kinds/entry.js';
import { floorOf, floorPart } from './kinds/floor.js';
import { mostMissed } from './kinds/rights.js';
import { summaryOf } from './kinds/summary.js';

/** How many questions of a game can be dropped and stood in for. */
const MOST_SPARES = 10;

/** Draws the game, or takes it as it is written, and starts the countdown (R4.1, R4.4, R4.11). */
export function startGame(
  room: RoomState,
  set: readonly Question[],
  now: number,
  random: Random,
  lengths: PhaseLengths,
): Transition {
  if (room.phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE', 'a game is running');
  const { quizSet, questionOrder, extraTime } = room.settings;
  const { quizCount } = quizSet;
  if (quizCount < 1 || quizCount > set.length)
    throw new RoomError('NOT_ENOUGH_QUESTIONS', `the set has ${set.length} questions`);
  const count = Math.min(quizCount + MOST_SPARES, set.length);
  const chosen = questionOrder === 'written' ? set.slice(0, count) : sample(random, set, count);
  const questions = chosen
    .map((question) => drawQuestion(question, room.settings, random))
    .map((question) => (extraTime ? stretched(question) : question));
  return {
    phase: {
      kind: 'countdown',
      version: room.phase.version + 1,
      count: quizCount,
      clock: runningClock(now, lengths.countdownMs),
    },
    game: {
      questions: questions.slice(0, quizCount),
      spares: questions.slice(quizCount),
      starters: room.seats.size,
    },
    // Everybody begins anew, alive and with no points.
    tally: { game: room.tally.game + 1, marks: [] },
    rules: rulesOf(room.settings),
  };
}

/** The transition that a deadline or a skip brings. */
export function advance(room: RoomState, now: number, lengths: PhaseLengths): Transition {
  const { phase, game } = room;
  if (phase.kind === 'lobby' || game === null)
    throw new RoomError('WRONG_PHASE', 'no game is running');
  switch (phase.kind) {
    case 'countdown':
      return ask(room, game, { first: 0, index: 0, drops: 0 }, now, lengths);
    case 'question':
      return reveal(room, game, phase, now, lengths);
    case 'reveal':
      return goOn(room, phase, now, lengths);
  }
}

/** Judges the question by what everybody did (R5.3, R6). */
function reveal(
  room: RoomState,
  game: Game,
  phase: QuestionPhase,
  now: number,
  lengths: PhaseLengths,
): Transition {
  const { index, count, first, drops } = phase;
  const drawn = questionAt(game, index);
  const seats = [...room.seats.values()];
  const limitMs = drawn.limitTime * 1000;
  const key = entryKey(room.tally.game, phase);
  const msOf = (seat: Seat): number =>
    countedMs(Math.min(cameMs(seat, key), limitMs), hasExtraTime(room, seat));
  const { shown, solution, explanation } = drawn;
  const floor = floorOf(shown);
  const part = floorPart(floor);
  const needsMove = isOpinion(floor.kind);
  const revived = new Set(phase.revived);
  const answers = answersOf(seats, {
    ordinal: ordinalIn(phase),
    valueOf: ({ position, entered }) =>
      needsMove && entered?.question !== key ? NOT_MOVED : part.valueAt(position, floor),
    msOf,
    isOut: ({ playerId }) => revived.has(playerId),
  });
  const question: JudgedQuestion = {
    ...nameOf(phase),
    floor,
    setSolution: solution,
    solution,
    ...(shown.blind && { blind: true }),
    limitMs,
    ...worthOf(shown),
    isVoid: false,
    answers,
  };
  const judged = withJudged(room.judged, [question]);
  // Where nothing is scored, nobody hears of a fall.
  const marks = marksOf(seats, judged, room.rules, solution === null ? 'asked' : 'judged');
  return {
    phase: {
      kind: 'reveal',
      version: phase.version + 1,
      index,
      count,
      first,
      drops,
      question: shown,
      solution,
      summary: summaryOf(floor, answers),
      ...(mostMissed(question, room.rules.gameMode) > 0 && { nearest: true }),
      ...(explanation === undefined ? {} : { explanation }),
      correction: null,
      waits: room.settings.pacing === 'host' && areHostsHere(room, now, lengths.hostGraceMs),
      asked: { startTime: phase.clock.startTime, endTime: phase.clock.endTime },
      clock: runningClock(now, lengths.revealMs),
    },
    tally: { game: room.tally.game, marks, ...teamsIn(judged, room.rules) },
    judged: [question],
  };
}

/** To the next question, or to the end where there is none or nobody left to ask. */
function goOn(room: RoomState, phase: RevealPhase, now: number, lengths: PhaseLengths): Transition {
  const { index, count, first, drops } = phase;
  const next = index + 1;
  if (room.game === null || next >= count || isDecided(room)) return endGame(room);
  const left = room.game.questions.slice(next).filter(isScored).length;
  const back = revival(room, { name: nameOf(phase), left });
  return { ...ask(room, room.game, { first, index: next, drops }, now, lengths), ...back };
}

function ask(
  { phase, seats }: RoomState,
  game: Game,
  { first, index, drops }: Pick<QuestionPhase, 'first' | 'index' | 'drops'>,
  now: number,
  lengths: PhaseLengths,
): Transition {
  const question = questionAt(game, index);
  const startTime = now + readyMsOf(question, lengths);
  return {
    phase: {
      kind: 'question',
      version: phase.version + 1,
      index,
      count: game.questions.length,
      first,
      drops,
      question: question.shown,
      places: question.shown.blind ? Array.from(seats.values(), placeOf) : null,
      revived: [],
      clock: { startTime, endTime: startTime + question.limitTime * 1000, pausedAt: null },
    },
  };
}

/** Whether somebody is there to end a reveal that waits, or was just now. */
function areHostsHere(room: RoomState, now: number, graceMs: number): boolean {
  const awaySince = hostsAwaySince(room);
  return awaySince === null || now - awaySince < graceMs;
}

/** Whether anything can come of how somebody answers (R6.9). */
function isScored({ shown, solution }: DrawnQuestion): boolean {
  return solution !== null && shown.points !== 0;
}

function placeOf({ slot, position: [x, y] }: Seat): Place {
  return [slot, x, y];
}

/** Back to the lobby with the scores as they stand (R6.3). */
export function endGame(room: RoomState): Transition {
  if (room.phase.kind === 'lobby') throw new RoomError('WRONG_PHASE', 'no game is running');
  const seats = [...room.seats.values()];
  const { judged, rules } = room;
  const standings = standingsOf(judged, rules);
  const marks = marksIn(standings, seats, rules, 'over');
  return {
    phase: {
      kind: 'lobby',
      version: room.phase.version + 1,
      results: resultsIn(standings, seats, rules),
      league: leagueIn(standings, seats),
      ...teamResultsIn(judged, rules),
      asked: askedIn(room),
    },
    game: null,
    tally: { game: room.tally.game + 1, marks: closingMarks(marks) },
  };
}

/** Whether a survival game has at most one player left of the several that it began with (R6.2). */
export function isDecided(room: RoomState): boolean {
  if (room.rules.gameMode !== 'SURVIVAL' || room.game === null) return false;
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
  const isRead = msUntilJudged(phase.clock, now, lengths.minShownMs) <= 0;
  return isRead ? close(room, now, lengths) : drop(room, now, lengths);
}

/** Ends a countdown or a reveal (R4.10). In a question it would be a press that was meant for the reveal before. */
export function next(room: RoomState, now: number, lengths: PhaseLengths): Transition {
  if (timed(room).kind === 'question') throw new RoomError('WRONG_PHASE', 'a question is open');
  return advance(room, now, lengths);
}

/** Ends a question soon, so that it is judged; refused while people have had no time to read it (R4.8). */
export function close(room: RoomState, now: number, lengths: PhaseLengths): Transition {
  const phase = asked(room);
  if (msUntilJudged(phase.clock, now, lengths.minShownMs) > 0)
    throw new RoomError('WRONG_PHASE', 'its choices have not been on screen for long enough');
  if (lengths.skipMs === 0) return advance(room, now, lengths);
  const { startTime, pausedAt } = phase.clock;
  // A pause counts for nobody's time.
  const stoodFor = pausedAt === null ? 0 : now - pausedAt;
  const endTime = now + lengths.skipMs;
  return withClock(phase, { startTime: startTime + stoodFor, endTime, pausedAt: null });
}

/** Takes a question back that is open: nobody is judged, and a spare one stands in for it (R4.8). */
export function drop(room: RoomState, now: number, lengths: PhaseLengths): Transition {
  const { first, index, drops } = asked(room);
  if (room.game === null) throw new RoomError('WRONG_PHASE', 'no game is running');
  const [spare, ...spares] = room.game.spares;
  const questions = room.game.questions.filter((_, i) => i !== index);
  if (spare !== undefined) questions.splice(index, 0, spare);
  const game = { ...room.game, questions, spares };
  if (index >= questions.length) return endGame(room);
  return { ...ask(room, game, { first, index, drops: drops + 1 }, now, lengths), game };
}

/** A reveal that waits for the host goes on by itself (R4.10). */
export function stopWaiting(phase: RevealPhase, now: number): Transition {
  const { startTime, endTime } = phase.clock;
  return {
    phase: {
      ...phase,
      version: phase.version + 1,
      waits: false,
      clock: { startTime, endTime: Math.max(endTime, now), pausedAt: null },
    },
  };
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

function asked(room: RoomState): QuestionPhase {
  const phase = timed(room);
  if (phase.kind !== 'question') throw new RoomError('WRONG_PHASE', 'no question is open');
  return phase;
}

export function timed(room: RoomState): TimedPhase {
  if (room.phase.kind === 'lobby') throw new RoomError('WRONG_PHASE', 'no game is running');
  return room.phase;
}

export function withClock(phase: TimedPhase, clock: Clock): Transition {
  return {
    phase: { ...phase, version: phase.version + 1, clock },
  };
}

function runningClock(now: number, lengthMs: number): Clock {
  return { startTime: now, endTime: now + lengthMs, pausedAt: null };
}
