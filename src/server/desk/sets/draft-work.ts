import type { DraftRow, DraftSet, Language } from '../../../protocol/index.js';
import { SlicedWork } from '../files/sliced-work.js';
import { checkSet, type CheckedSet } from './check-drafts.js';
import { readDraftSet } from './draft-schema.js';

/** As many changes as may come at once (R15.8), each of 256 kB at most. */
const MOST_AT_ONCE = 100;

/**
 * Does the long work on a set row by row, in slices, so that nobody else is held up (R10.9). Everything
 * rejects with RATE_LIMITED where too much of it waits.
 */
export class DraftWork {
  private readonly work = new SlicedWork(MOST_AT_ONCE);

  /** Reads the body of a save. Rejects with BAD_REQUEST. */
  parse(body: Buffer): Promise<DraftSet> {
    return this.work.run((inSlices) => inSlices(readDraftSet(body)));
  }

  /** Tells of faults in the words of `language`. */
  check(drafts: readonly DraftRow[], language: Language): Promise<CheckedSet> {
    return this.work.run((inSlices) => inSlices(checkSet(drafts, language)));
  }
}
