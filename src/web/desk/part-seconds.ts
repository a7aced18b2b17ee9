import { answerTime } from '../../protocol/answer-time.js';
import type { DraftQuestion } from '../../protocol/desk.js';
import { PART_GAP_MS } from '../../protocol/limits.js';
import { isSeries } from '../../protocol/question.js';
import { ownRules } from '../../game/kinds/own/own-rules.js';
import { partsOf } from '../../game/kinds/series.js';

/**
 * How long each part of a draft is open, in seconds, null where that is not written; of one without parts, the one time
 * that it has. `ofRound` is what its round says for all parts of a series together (R16.19).
 */
export function partSeconds(
  draft: DraftQuestion,
  ofRound: number | null = null,
): (number | null)[] {
  const { kind, quiz, limitTime, guessTime = null } = draft;
  const count = partsOf({ quiz, ...ownRules(kind).preview(draft).shown });
  if (!isSeries(kind)) return [ofRound ?? limitTime, ...(count > 1 ? [guessTime] : [])];
  const { least } = answerTime(kind);
  const each = ofRound === null ? limitTime : Math.max(least, Math.floor(ofRound / count));
  return Array.from({ length: count }, () => each);
}

/** All of them with the time between, in seconds; undefined where one is not written. */
export function secondsInAll(seconds: readonly (number | null)[]): number | undefined {
  if (seconds.includes(null)) return undefined;
  const sum = seconds.reduce<number>((all, one) => all + (one ?? 0), 0);
  return sum + (PART_GAP_MS / 1000) * Math.max(0, seconds.length - 1);
}

/** As people read it: `15`, `4 × 6`, `15 + 12`; a dash of a series without parts. */
export function secondsText(seconds: readonly (number | null)[]): string {
  if (seconds.length === 0) return '–';
  const [first = null] = seconds;
  const told = (one: number | null): string => (one === null ? '–' : String(one));
  if (seconds.length > 1 && seconds.every((one) => one === first))
    return `${seconds.length} × ${told(first)}`;
  return seconds.map(told).join(' + ');
}
