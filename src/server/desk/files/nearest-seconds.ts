import { DEFAULT_LIMIT_S, MAX_LIMIT_S, MIN_LIMIT_S } from '../../../protocol/limits.js';
import type { FileWords } from './file-words.js';
import { quoted } from './quiz-file-error.js';

/** The time that comes nearest to what another program gives; a change goes into `notes`. */
export function nearestSeconds(
  written: string,
  say: FileWords,
  notes: string[],
): number | undefined {
  if (written === '') return undefined;
  const wanted = Number(written);
  const seconds = Number.isFinite(wanted)
    ? Math.min(MAX_LIMIT_S, Math.max(MIN_LIMIT_S, Math.round(wanted)))
    : DEFAULT_LIMIT_S;
  if (seconds !== wanted) notes.push(say.secondsBecame({ written: quoted(written), seconds }));
  return seconds;
}
