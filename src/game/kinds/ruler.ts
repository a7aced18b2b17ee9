/**
 * The floor as a ruler (R16.5), for `number` and `scale`. Positions are whole steps of the arena, and values are
 * counted in whole steps of the ruler, so that server and page agree on every one.
 */
import { STEPS } from '../../protocol/position.js';
import type { Ruler } from '../../protocol/question.js';

/** The values of a scale. */
export const SCALE_RULER = { min: 0, max: 100, step: 1 } as const;

/** Left and right of the line, so that nobody has to stand at the wall for an end of it. */
const MARGIN = STEPS / 12;
const SPAN = STEPS - 2 * MARGIN;
/** Numbers have three decimals at most, and are compared as integers. */
const THOUSANDTHS = 1000;
const MOST_TICKS = 10;
/** How many values there may be from one tick to the next. */
const TICK_DISTANCES = [1, 2, 5, 10, 20, 25, 50, 100];

/** How many steps it has; its values are one more. */
export function stepsOf({ min, max, step }: Ruler): number {
  return Math.round((max - min) / step);
}

/** The place on the ruler of somebody who stands at `x`, from 0. */
export function placeAt(x: number, ruler: Ruler): number {
  const steps = stepsOf(ruler);
  // Half up, in whole numbers.
  const place = Math.floor((2 * (x - MARGIN) * steps + SPAN) / (2 * SPAN));
  return Math.min(Math.max(place, 0), steps);
}

/** Where to stand for a place on the ruler; `placeAt` leads back. */
export function xOf(place: number, ruler: Ruler): number {
  return MARGIN + Math.round((place * SPAN) / stepsOf(ruler));
}

/** A part of the way from the smallest to the largest number. With less to both sides, few of a crowd are right. */
const NARROW_PART = 0.05;

/** Whether so few hit a number that in survival it drops nearly everybody. */
export function isNarrow({ min, max }: Pick<Ruler, 'min' | 'max'>, tolerance: number): boolean {
  return tolerance < (max - min) * NARROW_PART;
}

export function valueOf(place: number, { min, step }: Ruler): number {
  return (thousandths(min) + place * thousandths(step)) / THOUSANDTHS;
}

/** The place whose value comes nearest, of two the higher one. */
export function placeOf(value: number, ruler: Ruler): number {
  const [from, step] = [thousandths(ruler.min), thousandths(ruler.step)];
  const place = Math.floor((2 * (thousandths(value) - from) + step) / (2 * step));
  return Math.min(Math.max(place, 0), stepsOf(ruler));
}

/** How far a place is from a value, in thousandths. */
export function distanceTo(value: number, place: number, { min, step }: Ruler): number {
  return Math.abs(thousandths(min) + place * thousandths(step) - thousandths(value));
}

export function thousandths(value: number): number {
  return Math.round(value * THOUSANDTHS);
}

/** A mark on the ruler with its value; `x` is a part of the arena, 0..1. */
export interface Tick {
  value: number;
  x: number;
}

/** Few enough to be read: both ends, and round distances between. */
export function ticksOf(ruler: Ruler): Tick[] {
  const steps = stepsOf(ruler);
  const every = TICK_DISTANCES.find((distance) => steps / distance <= MOST_TICKS) ?? steps;
  const places = Array.from({ length: Math.floor(steps / every) + 1 }, (_, n) => n * every);
  const last = places.at(-1) ?? 0;
  // One that would touch the end gives way to it.
  if (last < steps && steps - last < every / 2) places.pop();
  if (last < steps) places.push(steps);
  return places.map((place) => ({ value: valueOf(place, ruler), x: xOf(place, ruler) / STEPS }));
}
