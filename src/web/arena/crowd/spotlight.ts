import { STEPS } from '../../../protocol/position.js';
import { NOWHERE } from './dots.js';
import { scatter } from './scatter.js';

/** How long the light rests on the same people. */
export const STOP_MS = 6_000;
/** How many people it shows. */
const DOZEN = 12;

/** Parts of the floor on each axis, 0..1. */
interface Apart {
  x: number;
  y: number;
}

export interface SpotlightRequest {
  seed: number;
  /** The number of the stop on its way: of the time, divided by `STOP_MS`. */
  stop: number;
  /** Slots that are avatars in any case: they are not chosen, nor covered. */
  always: readonly number[];
  /** How far avatars are from each other, so that none covers another or its name. */
  apart: Apart;
}

/**
 * The slots in the light at a stop: up to a dozen around somebody whom seed and stop choose, of all `places` (x, y in
 * steps, by slot). The same request has the same answer.
 */
export function inSpotlight(places: Uint16Array, request: SpotlightRequest): number[] {
  const { seed, stop, always, apart } = request;
  const slots: number[] = [];
  const known = new Set(always);
  for (let slot = 0; slot * 2 + 1 < places.length; slot++)
    if (places[slot * 2] !== NOWHERE && !known.has(slot)) slots.push(slot);
  const middle = slots[scatter(seed, stop) % slots.length];
  if (middle === undefined) return [];
  /** Between two slots, in the distances that keep them apart. */
  const between = (axis: 0 | 1, one: number, other: number): number =>
    Math.abs((places[one * 2 + axis] ?? 0) - (places[other * 2 + axis] ?? 0)) /
    STEPS /
    (axis === 0 ? apart.x : apart.y);
  const away = new Map(
    slots.map((slot) => [slot, Math.hypot(between(0, slot, middle), between(1, slot, middle))]),
  );
  slots.sort((a, b) => (away.get(a) ?? 0) - (away.get(b) ?? 0) || a - b);
  const shown = always.filter((slot) => (places[slot * 2] ?? NOWHERE) !== NOWHERE);
  const chosen: number[] = [];
  for (const slot of slots) {
    if (chosen.length === DOZEN) break;
    if (shown.some((other) => between(0, slot, other) < 1 && between(1, slot, other) < 1)) continue;
    shown.push(slot);
    chosen.push(slot);
  }
  return chosen;
}
