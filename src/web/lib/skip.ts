import type { PhasePayload } from '../../protocol/events.js';
import { MIN_SHOWN_MS } from '../../protocol/limits.js';

/** What a press of the host's skip button does (R4.7). */
export type SkipEffect = 'begin' | 'drop' | 'close' | 'next' | 'results';

/** How long a skip still drops the question, in ms; 0 or less from when on it judges it. */
export function msUntilJudged(phase: PhasePayload, serverNow: number): number {
  const { startTime, endTime, pausedLeftMs } = phase;
  const limitMs = endTime - startTime;
  const shownMs = limitMs - (pausedLeftMs ?? endTime - serverNow);
  return Math.min(MIN_SHOWN_MS, limitMs) - shownMs;
}

/** `isLast`: nothing is asked after this. */
export function skipEffect(
  kind: Exclude<PhasePayload['kind'], 'lobby'>,
  { isJudged, isLast }: { isJudged: boolean; isLast: boolean },
): SkipEffect {
  switch (kind) {
    case 'countdown':
      return 'begin';
    case 'question':
      return isJudged ? 'close' : 'drop';
    case 'reveal':
      return isLast ? 'results' : 'next';
  }
}
