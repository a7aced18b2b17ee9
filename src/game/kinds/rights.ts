/** Decides who is right (R16.2), from values and places alone, so that it can be told again after a correction. */
import type { GameMode } from '../../protocol/room-options.js';
import type { PartSolution, Target } from '../../protocol/question.js';
import {
  AWAY,
  countedMs,
  EARLIEST_MS,
  isGiven,
  NOT_MOVED,
  stillMs,
  type Answer,
  type JudgedQuestion,
} from '../shared/judged.js';
import type { Position } from '../shared/zones.js';
import { positionFor, valuesOf, type Floor } from './floor.js';
import { distanceTo, thousandths } from './ruler.js';
import { missOfTarget, worthAt } from './on-map.js';
import * as spot from './spot.js';
import { rightWriters, rightZones } from './written.js';

/** One in so many of those who play is right where nobody is: who comes nearest (R16.4). */
const NEAREST_SHARE = 10;

type Judged = Pick<JudgedQuestion, 'floor' | 'answers' | 'solution' | 'written'>;
/** Solutions that are judged by how far an answer is off. */
type MeasuredSolution = Exclude<PartSolution, { kind: 'choice' | 'text' }>;

/** Tells of each answer to a question whether it is right; none is where nothing is. */
export function rightsIn(question: Judged, gameMode: GameMode): (answer: Answer) => boolean {
  const { floor, solution } = question;
  if (solution === null) return () => false;
  if (!isMeasured(solution)) {
    const values = new Set(rightValues(floor, solution));
    const writers = rightWriters(question);
    return ([playerId, value]) => writers.has(playerId) || values.has(value);
  }
  const miss = missFrom(floor, solution);
  const most = mostMissed(question, gameMode);
  return (answer) => answer[1] !== AWAY && miss(answer) <= most;
}

const isMeasured = (solution: PartSolution): solution is MeasuredSolution =>
  solution.kind !== 'choice' && solution.kind !== 'text';

/** The worth of a right answer. */
export interface Credit {
  /** It is worth so much of a whole answer: who has walked to what others wrote has one of two (R16.15). */
  own: number;
  whole: number;
  /** When it was given, and in how much time, in ms. */
  ms: number;
  limitMs: number;
  /** How long the question was open before that time began, in ms. */
  sinceMs: number;
}

/** Tells of each right answer to a question what it is worth. */
export function creditsIn(
  question: Pick<JudgedQuestion, 'limitMs' | 'solution' | 'written'>,
): (answer: Answer) => Credit {
  const { limitMs, solution, written } = question;
  const sinceMs = written?.limitMs ?? 0;
  const writers = rightWriters(question);
  return ([playerId, , ms, , x, y]) => {
    if (solution?.kind === 'target')
      return { ...worthOnMap([x, y], solution.target), ms, limitMs, sinceMs };
    if (written === undefined) return { own: 2, whole: 2, ms, limitMs, sinceMs };
    const writtenMs = writers.get(playerId);
    return writtenMs === undefined
      ? { own: 1, whole: 2, ms, limitMs, sinceMs }
      : { own: 2, whole: 2, ms: writtenMs, limitMs: written.limitMs, sinceMs: 0 };
  };
}

/** The nearest, who are right beyond the target, have a whole answer (R16.4). */
function worthOnMap([x, y]: Position, target: Target): Pick<Credit, 'own' | 'whole'> {
  const { own, whole } = worthAt([x, y], target);
  return { own: own === 0 ? whole : own, whole };
}

/**
 * Tells when each answer to a question was given, in ms since it was open: when it was written, unless that was wrong
 * and its author has walked then.
 */
export function timesIn(question: JudgedQuestion): (answer: Answer) => number {
  const { answers, written, limitMs } = question;
  if (written === undefined) return ([, , ms]) => ms;
  const writers = rightWriters(question);
  const wroteMs = new Map(written.texts.map(([playerId, ms]) => [playerId, ms]));
  const isWalked = answers.some(([, value]) => value !== NOT_MOVED && value !== AWAY);
  const still = [stillMs(limitMs), countedMs(stillMs(limitMs), true)];
  return ([playerId, value, ms]) => {
    const hasCome = ms > EARLIEST_MS && !still.includes(ms);
    const hasWalked = value !== NOT_MOVED && hasCome && !writers.has(playerId);
    const ownMs = hasWalked ? undefined : wroteMs.get(playerId);
    return ownMs ?? (isWalked ? written.limitMs + ms : ms);
  };
}

/** How far off a right answer may be: not at all, unless nobody who plays is right and the nearest are (R16.4). */
export function mostMissed({ floor, solution, answers }: Judged, gameMode: GameMode): number {
  if (solution === null || !isMeasured(solution) || gameMode !== 'RANKING') return 0;
  const miss = missFrom(floor, solution);
  const misses = answers.flatMap((answer) => (isGiven(answer) ? miss(answer) : []));
  return misses.includes(0) ? 0 : nearestTenth(misses);
}

/** The values on which one is right, of a typed question beside who has written it; of a spot the places that are in a target. */
export function rightValues(floor: Floor, solution: PartSolution | null): number[] {
  if (solution === null) return [];
  if (solution.kind === 'choice') return [...solution.rights];
  if (solution.kind === 'text') return 'choices' in floor ? rightZones(floor, solution) : [];
  const miss = missFrom(floor, solution);
  return valuesOf(floor).filter(
    (value) => miss(['', value, 0, 1, ...positionFor(value, floor)]) === 0,
  );
}

/** How far an answer is from being right, 0 where it is. Figures of one question compare. */
function missFrom(floor: Floor, solution: MeasuredSolution): (answer: Answer) => number {
  switch (solution.kind) {
    case 'target':
      return ([, , , , x, y]) => missOfTarget([x, y], solution.target);
    case 'spot':
      return ([, , , , x, y]) => spot.missOf([x, y], solution.targets);
    case 'number': {
      if (!('ruler' in floor)) throw new Error(`a ${floor.kind} has no number`);
      const { ruler } = floor;
      const tolerance = thousandths(solution.tolerance);
      return ([, value]) => {
        const distance = distanceTo(solution.answer, value, ruler);
        return distance <= tolerance ? 0 : distance;
      };
    }
  }
}

/** The greatest miss of the nearest tenth, rounded down, but of one at least. */
function nearestTenth(misses: readonly number[]): number {
  const sorted = [...misses].sort((a, b) => a - b);
  const count = Math.max(1, Math.floor(sorted.length / NEAREST_SHARE));
  return sorted[count - 1] ?? 0;
}
