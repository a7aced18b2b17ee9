/** Draws over an injected source of randomness: a function that returns 0 ≤ r < 1. */
import { PIN_DIGITS } from '../../protocol/limits.js';
import { STEPS } from '../../protocol/position.js';
import type { Position } from './zones.js';

export type Random = () => number;

export function drawInt(random: Random, below: number): number {
  return Math.floor(random() * below);
}

export function drawOne<T>(random: Random, items: readonly T[]): T {
  return items[drawInt(random, items.length)] as T;
}

/** A uniformly random sample of `count` items in a uniformly random order (Fisher–Yates). */
export function sample<T>(random: Random, items: readonly T[], count = items.length): T[] {
  const pool = [...items];
  for (let i = 0; i < count; i++) {
    const j = i + drawInt(random, pool.length - i);
    [pool[i], pool[j]] = [pool[j] as T, pool[i] as T];
  }
  return pool.slice(0, count);
}

/** A uniformly random position in the arena (R5.1). */
export function drawPosition(random: Random): Position {
  return [drawInt(random, STEPS + 1), drawInt(random, STEPS + 1)];
}

/** Decimal digits (R1.1); the caller's source must be cryptographic. */
export function drawPin(random: Random): string {
  return String(drawInt(random, 10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0');
}
