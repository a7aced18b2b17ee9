/** The summary that everybody is told of the answers to a question (R16.9). */
import {
  isMap,
  isOpinion,
  type NumberSummary,
  type ScaleSummary,
  type StoodSummary,
  type Summary,
  type ValueCount,
} from '../../protocol/question.js';
import { isGiven, NOT_MOVED, type Answer, type JudgedQuestion } from '../shared/judged.js';
import type { Position } from '../shared/zones.js';
import { valuesOf, type Floor, type PictureFloor, type RulerFloor } from './floor.js';
import { stoodSummary } from './on-map.js';
import { valueOf } from './ruler.js';
import { writtenSummary } from './written.js';

/** Sums up the answers of those for whom the question counted. */
export function summaryOf(
  question: Pick<JudgedQuestion, 'floor' | 'answers' | 'solution' | 'written'>,
): Summary {
  const { floor, answers } = question;
  const values = answers.flatMap((answer) => (isGiven(answer) ? answer[1] : []));
  const hasUnmoved = isOpinion(floor);
  if ('ruler' in floor)
    return hasUnmoved ? scaleSummary(floor, values) : numberSummary(floor, values);
  const counts = countsOf(floor, values);
  const written = writtenSummary(question);
  return {
    kind: floor.kind,
    counts,
    ...(hasUnmoved && { unmoved: unmovedIn(values) }),
    ...(written && { written }),
    ...('places' in floor && isMap(floor.kind) && { stood: stoodOn(floor, answers) }),
  };
}

/** Tells where those stand who have moved, where that counts. */
function stoodOn({ places }: PictureFloor, answers: readonly Answer[]): StoodSummary {
  const moved = answers.filter((answer) => isGiven(answer) && answer[1] !== NOT_MOVED);
  const at = moved.map(([, , , , x, y]): Position => [x, y]);
  return stoodSummary(at, places);
}

/** How many stand on each value, in the order of `valuesOf`. */
export function countsOf(floor: Floor, values: readonly number[]): number[] {
  const all = valuesOf(floor);
  const first = all[0] ?? 0;
  const counts = all.map(() => 0);
  for (const value of values)
    if (value !== NOT_MOVED) counts[value - first] = (counts[value - first] ?? 0) + 1;
  return counts;
}

function numberSummary(floor: RulerFloor, values: readonly number[]): NumberSummary {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  const median = middle === undefined ? null : valueOf(middle, floor.ruler);
  return { kind: 'number', counts: histogram(floor, values), median };
}

function scaleSummary(floor: RulerFloor, values: readonly number[]): ScaleSummary {
  const moved = values.filter((value) => value !== NOT_MOVED);
  const counts = histogram(floor, moved);
  const unmoved = unmovedIn(values);
  if (moved.length === 0) return { kind: 'scale', counts, mean: null, spread: null, unmoved };
  const mean = average(moved);
  const spread = Math.sqrt(average(moved.map((value) => (value - mean) ** 2)));
  return { kind: 'scale', counts, mean: tenths(mean), spread: tenths(spread), unmoved };
}

function histogram(floor: RulerFloor, values: readonly number[]): ValueCount[] {
  return countsOf(floor, values).flatMap((count, place): ValueCount[] =>
    count === 0 ? [] : [[valueOf(place, floor.ruler), count]],
  );
}

function unmovedIn(values: readonly number[]): number {
  return values.filter((value) => value === NOT_MOVED).length;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
