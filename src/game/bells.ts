/** A bell (R5.3) brings the next act or part of the question that is open, or its judgement and reveal. */
import { PART_GAP_MS } from '../protocol/limits.js';
import { named, nameOf, ordinalIn } from '../protocol/judged-name.js';
import { isOpinion } from '../protocol/question.js';
import { withJudged } from './apply-change.js';
import { isAwayIn, withoutAway } from './away.js';
import { partReveal } from './correct.js';
import { hasExtraTime } from './extra-time.js';
import { hostsAwaySince } from './host.js';
import { cameMs } from './kinds/entry.js';
import { floorOf, floorPart } from './kinds/floor.js';
import { mostMissed } from './kinds/rights.js';
import { afterPart, partShown, partSolution } from './kinds/series.js';
import { summaryOf } from './kinds/summary.js';
import type { PhaseLengths } from './phase-lengths.js';
import { entryKey, entryKeys, isWriting, type QuestionPhase } from './phase.js';
import type { Transition } from './room-change.js';
import type { DrawnQuestion, Game, RoomState, Seat } from './room-state.js';
import { answersOf, marksOf } from './scoring.js';
import { runningClock } from './shared/clock.js';
import {
  countedMs,
  EARLIEST_MS,
  NOT_MOVED,
  stillMs,
  type Answer,
  type JudgedQuestion,
  type Written,
} from './shared/judged.js';
import { worthOf } from './shared/quiz-set.js';
import { teamsIn } from './team-figures.js';
import { endWriting } from './writing.js';

/** At the bell of the open question, or of its act or part. */
export function ring(
  room: RoomState,
  game: Game,
  phase: QuestionPhase,
  now: number,
  lengths: PhaseLengths,
): Transition {
  return isWriting(phase)
    ? firstBell(room, game, phase, now, lengths)
    : partBell(room, game, phase, now, lengths);
}

/** Lets everybody walk to what was written, or judges that where there is nothing to choose from (R16.15). */
function firstBell(
  room: RoomState,
  game: Game,
  phase: QuestionPhase,
  now: number,
  lengths: PhaseLengths,
): Transition {
  const { struck: _struck, ...open } = phase;
  const { index } = phase;
  const { drawn, written, isWalked } = endWriting(room, phase, questionAt(game, index));
  const after = { ...game, questions: game.questions.with(index, drawn) };
  if (!isWalked) {
    const judged = judgeNow(room, phase, drawn, written);
    return { ...reveal(room, phase, drawn, judged, now, lengths), game: after };
  }
  const { shown, walk } = drawn;
  const part = { ...judgedOf(phase, drawn, (walk?.seconds ?? 0) * 1000), answers: [], written };
  return {
    phase: {
      ...open,
      version: phase.version + 1,
      act: 2,
      question: shown,
      clock: runningClock(now, part.limitMs),
    },
    game: after,
    part,
  };
}

/** At the bell of a part, the next one, or the reveal of all where there is none (R16.19). */
function partBell(
  room: RoomState,
  game: Game,
  phase: QuestionPhase,
  now: number,
  lengths: PhaseLengths,
): Transition {
  const { index, part = 0 } = phase;
  const drawn = questionAt(game, index);
  const judged = judgeNow(room, phase, drawn);
  const after = afterPart(drawn, judged);
  if (after === undefined) return reveal(room, phase, drawn, judged, now, lengths);
  const startTime = now + PART_GAP_MS;
  return {
    phase: {
      ...phase,
      version: phase.version + 1,
      part: part + 1,
      question: partShown(after.shown, part + 1),
      clock: { startTime, endTime: startTime + partMs(after, part + 1), pausedAt: null },
    },
    ...(after !== drawn && { game: { ...game, questions: game.questions.with(index, after) } }),
    part: judged,
  };
}

/** The length of a part, in ms. */
function partMs({ limitTime, laterTime = limitTime }: DrawnQuestion, part: number): number {
  return (part === 0 ? limitTime : laterTime) * 1000;
}

/** A question, or its open part, as it is judged, without its answers. */
function judgedOf(
  phase: QuestionPhase,
  { shown: whole, solution: all }: DrawnQuestion,
  limitMs: number,
): Omit<JudgedQuestion, 'answers'> {
  const { part = 0 } = phase;
  const shown = partShown(whole, part);
  const solution = partSolution(all, part);
  return {
    ...nameOf(phase),
    floor: floorOf(shown),
    setSolution: solution,
    solution,
    ...(shown.blind && { blind: true }),
    limitMs,
    ...worthOf(shown),
    isVoid: false,
  };
}

/**
 * The open question or part by what everybody did (R5.3); `written` where its first bell is its last one. In a part the
 * times of players who stood still in it are below zero until `settled` knows of all parts.
 */
function judgeNow(
  room: RoomState,
  phase: QuestionPhase,
  drawn: DrawnQuestion,
  written?: Written,
): JudgedQuestion {
  const seats = [...room.seats.values()];
  const opened = named(room.parts, nameOf(phase));
  // Where people only wrote, nobody stands for anything.
  const isWalked = written === undefined;
  const limitMs = opened?.limitMs ?? partMs(drawn, phase.part ?? 0);
  const key = entryKey(room.tally.game, phase);
  const keys = entryKeys(room.tally.game, phase);
  const msOf = (seat: Seat): number => {
    const hasExtra = hasExtraTime(room, seat);
    const hasMoved = !isWalked || keys.includes(seat.entered?.question ?? '');
    if (hasMoved) return countedMs(Math.min(cameMs(seat, key) ?? EARLIEST_MS, limitMs), hasExtra);
    const still = countedMs(stillMs(limitMs), hasExtra);
    return phase.part === undefined ? still : -still;
  };
  const open = judgedOf(phase, drawn, limitMs);
  const { floor } = open;
  const standing = floorPart(floor);
  const needsMove = isOpinion(partShown(drawn.shown, phase.part ?? 0));
  const revived = new Set(phase.revived);
  const answers = answersOf(seats, {
    ordinal: ordinalIn(phase),
    valueOf: ({ position, entered }) =>
      !isWalked || (needsMove && entered?.question !== key)
        ? NOT_MOVED
        : standing.valueAt(position, floor),
    msOf,
    isOut: ({ playerId }) => revived.has(playerId),
  });
  const texts = written ?? opened?.written;
  return { ...open, answers, ...(texts && { written: texts }) };
}

/**
 * The parts of a series once all are over: a player who has moved in any of them did not stand still in another
 * (R6.15), but stood there before.
 */
function settled(parts: readonly JudgedQuestion[]): JudgedQuestion[] {
  const moved = new Set(
    parts.flatMap(({ answers }) => answers.flatMap(([playerId, , ms]) => (ms < 0 ? [] : playerId))),
  );
  return parts.map((one) => ({
    ...one,
    answers: one.answers.map(([playerId, value, ms, ...rest]): Answer => {
      const still = moved.has(playerId) ? EARLIEST_MS : -ms;
      return [playerId, value, ms < 0 ? still : ms, ...rest];
    }),
  }));
}

/** Judges the question with all its parts (R6), of which this is the last one. */
function reveal(
  room: RoomState,
  phase: QuestionPhase,
  { shown, explanation, revealTexts }: DrawnQuestion,
  lastPart: JudgedQuestion,
  now: number,
  lengths: PhaseLengths,
): Transition {
  const { index, count, first, drops, part } = phase;
  const { gameMode } = room.rules;
  const seats = [...room.seats.values()];
  const away = seats.flatMap((seat) => (isAwayIn(phase, seat) ? seat.playerId : []));
  const all = part === undefined ? [lastPart] : settled([...room.parts, lastPart]);
  const parts = all.map((one) => withoutAway(one, new Set(away), gameMode));
  const question = parts.at(-1) ?? lastPart;
  const { solution } = question;
  const judged = withJudged(room.judged, parts);
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
      ...(part !== undefined && { part }),
      question: partShown(shown, part ?? 0),
      solution,
      summary: summaryOf(question),
      ...(parts.length > 1 && { parts: parts.map((one) => partReveal(one, gameMode)) }),
      ...(mostMissed(question, gameMode) > 0 && { nearest: true }),
      ...(explanation === undefined ? {} : { explanation }),
      ...(revealTexts && { texts: revealTexts }),
      correction: null,
      waits: room.settings.pacing === 'host' && areHostsHere(room, now, lengths.hostGraceMs),
      asked: { startTime: phase.clock.startTime, endTime: phase.clock.endTime },
      clock: runningClock(now, lengths.revealMs),
    },
    tally: { game: room.tally.game, marks, ...teamsIn(judged, room.rules) },
    judged: parts,
  };
}

/** Whether somebody is there to end a reveal that waits, or was just now. */
function areHostsHere(room: RoomState, now: number, graceMs: number): boolean {
  const awaySince = hostsAwaySince(room);
  return awaySince === null || now - awaySince < graceMs;
}

/** Throws where the round has no such question. */
export function questionAt(game: Game, index: number): DrawnQuestion {
  const question = game.questions[index];
  if (question === undefined) throw new Error(`the game has no question ${index}`);
  return question;
}
