/** A break with time left, or a curtain, which has no clock: a press would end it too early (R3.5). */
import type { PhasePayload } from '../../protocol/events.js';
import type { ShownItem } from '../../protocol/programme.js';

export type EarlyEnd = { kind: 'break'; leftMs: number } | { kind: 'curtain' };

/** These end a break, a curtain or both; what drops or closes a question takes a second press anyway. */
const ENDING: ReadonlySet<string> = new Set(['next', 'resume', 'back', 'start', 'round']);

export const endsBreak = (action: string): boolean => ENDING.has(action);

/** Null where nothing is lost, which is so from the moment on in which the clock of a break shows 0:00. */
export function earlyEndOf(
  { phase, item }: { phase: PhasePayload | null; item: ShownItem | null },
  now: number,
): EarlyEnd | null {
  const isCurtained = phase?.curtain === true;
  const pause = isCurtained ? phase.break : item?.kind === 'break' ? item : undefined;
  if (pause === undefined) return isCurtained ? { kind: 'curtain' } : null;
  const leftMs = pause.endTime - now;
  return leftMs > 0 ? { kind: 'break', leftMs } : null;
}
