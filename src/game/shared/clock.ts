/** The clock of a phase, the same for the page, whose skip button says what a press does. */

import type { Break } from '../../protocol/events.js';

/** Store epoch ms. While `pausedAt` is set the clock stands there and has no deadline. */
export interface Clock {
  startTime: number;
  endTime: number;
  pausedAt: number | null;
  /** There where the pause hides the game (R4.12); goes with the pause. */
  curtain?: Curtain;
}

export interface Curtain {
  break: Break | null;
  /** There where the game stands because the server was away, for so long (R25.2). */
  awayMs?: number;
}

/** For how long a skip still drops a question, in ms; 0 or less from when on it judges it (R4.7). */
export function msUntilJudged(
  { startTime, endTime, pausedAt }: Clock,
  now: number,
  minShownMs: number,
): number {
  const shownMs = (pausedAt ?? now) - startTime;
  return Math.min(minShownMs, endTime - startTime) - shownMs;
}

/** One that begins now; both in ms, `now` as store epoch. */
export function runningClock(now: number, lengthMs: number): Clock {
  return { startTime: now, endTime: now + lengthMs, pausedAt: null };
}
