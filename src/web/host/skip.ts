import { msUntilJudged as untilJudged } from '../../game/shared/clock.js';
import type { PhasePayload } from '../../protocol/events.js';
import type { ShownItem } from '../../protocol/programme.js';
import { MIN_SHOWN_MS } from '../../protocol/limits.js';

/** What a press of the host's skip button does (R4.7). */
export type SkipEffect = 'begin' | 'drop' | 'close' | 'all' | 'next' | 'results';

/** Whether a draw is on that waits to be held (R27.8). */
export function isDrawWaiting(item: ShownItem | null): boolean {
  return item?.kind === 'draw' && item.drawn === undefined;
}

/** As the server counts it, of a phase as the page hears of it. */
export function msUntilJudged(phase: PhasePayload, serverNow: number): number {
  const { startTime, endTime, pausedLeftMs } = phase;
  const pausedAt = pausedLeftMs === undefined ? null : endTime - pausedLeftMs;
  return untilJudged({ startTime, endTime, pausedAt }, serverNow, MIN_SHOWN_MS);
}

/** `isHeld`: not all of a reveal is told yet; `isLast`: nothing is asked after this. */
export function skipEffect(
  kind: Exclude<PhasePayload['kind'], 'lobby'>,
  { isJudged, isHeld, isLast }: { isJudged: boolean; isHeld: boolean; isLast: boolean },
): SkipEffect {
  switch (kind) {
    case 'countdown':
      return 'begin';
    case 'question':
      return isJudged ? 'close' : 'drop';
    case 'item':
      return 'next';
    case 'reveal':
      if (isHeld) return 'all';
      return isLast ? 'results' : 'next';
  }
}
