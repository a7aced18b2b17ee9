/** The clock of a phase, the same for the page, whose skip button says what a press does. */

/** Store epoch ms. While `pausedAt` is set the clock stands there and has no deadline. */
export interface Clock {
  startTime: number;
  endTime: number;
  pausedAt: number | null;
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
