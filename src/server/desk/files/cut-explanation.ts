import { EXPLANATION_MAX_UNITS } from '../../../protocol/limits.js';
import type { FileWords } from './file-words.js';

/** The explanation of another program, cut where it is too long; a change goes into `notes`. */
export function cutExplanation(written: string, say: FileWords, notes: string[]): string {
  if (written.length <= EXPLANATION_MAX_UNITS) return written;
  notes.push(say.explanationCut({ characters: EXPLANATION_MAX_UNITS }));
  // Not in the middle of a character.
  return written.slice(0, EXPLANATION_MAX_UNITS).replace(/[\uD800-\uDBFF]$/, '');
}
