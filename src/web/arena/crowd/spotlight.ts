import { NOWHERE, STEPS } from '../../../protocol/position.js';
import { scatter } from './scatter.js';

/** How long the light rests on the same people. */
export const STOP_MS = 6_000;
/** How many people it shows. */
const DOZEN = 12;
/** In the distances that keep avatars apart: half of the width of what a light shows of a crowd. */
const NEARBY = 5;

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
  const isThere = (slot: number): boolean => (places[slot * 2] ?? NOWHERE) !== NOWHERE;
  const known = new Set(always);
  const slots: number[] = [];
  for (let slot = 0; slot * 2 + 1 < places.length; slot++)
    if (isThere(slot) && !known.has(slot)) slots.push(slot);
  const middle = slots[scatter(seed, stop) % slots.length];
  if (middle === undefined) return [];
  /** Between two slots, in the distances that keep avatars apart. */
  const across = (one: number, other: number): number =>
    Math.abs((places[one * 2] ?? 0) - (places[other * 2] ?? 0)) / STEPS / apart.x;
  const down = (one: number, other: number): number =>
    Math.abs((places[one * 2 + 1] ?? 0) - (places[other * 2 + 1] ?? 0)) / STEPS / apart.y;
  const away = (slot: number): number => Math.hypot(across(slot, middle), down(slot, middle));
  let chosen: number[] = [];
  // Nearly always there are enough nearby, and ten thousand need not be sorted.
  for (const reach of [NEARBY, Infinity]) {
    chosen = [];
    const shown = always.filter(isThere);
    const sorted = slots
      .map((slot) => ({ slot, distance: away(slot) }))
      .filter(({ distance }) => distance < reach)
      .sort((a, b) => a.distance - b.distance || a.slot - b.slot);
    for (const { slot } of sorted) {
      if (chosen.length === DOZEN) return chosen;
      if (shown.some((other) => across(slot, other) < 1 && down(slot, other) < 1)) continue;
      shown.push(slot);
      chosen.push(slot);
    }
  }
  return chosen;
}
