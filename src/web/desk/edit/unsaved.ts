/** What was not saved, kept in this browser until the server has it. */
import type { DraftSet } from '../../../protocol/desk.js';

export interface Unsaved {
  /** The revision that it was made from. */
  revision: number;
  /** What was sent of it without an answer; it may have arrived. */
  sent: string[];
  set: DraftSet;
}

const PREFIX = 'madang.draft.';

/** Each tab keeps its own, so that two tabs on one set do not write over each other. */
function tabId(): string {
  const known = sessionStorage.getItem('madang.tab');
  if (known !== null) return known;
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-');
  sessionStorage.setItem('madang.tab', made);
  return made;
}

/** Of this tab, else of one that was closed. Storage may be denied: then nothing outlives the page. */
export function findUnsaved(setId: string): Unsaved | null {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${setId}.`));
    const own = `${PREFIX}${setId}.${tabId()}`;
    const key = keys.includes(own) ? own : keys[0];
    return key === undefined ? null : (JSON.parse(localStorage.getItem(key) ?? 'null') as Unsaved);
  } catch {
    return null;
  }
}

/** Whether this browser has it now. */
export function keepUnsaved(setId: string, unsaved: Unsaved): boolean {
  try {
    localStorage.setItem(`${PREFIX}${setId}.${tabId()}`, JSON.stringify(unsaved));
    return true;
  } catch {
    return false;
  }
}

/** `all`: those of other tabs, too. */
export function dropUnsaved(setId: string, all = false): void {
  try {
    const own = `${PREFIX}${setId}.${tabId()}`;
    for (const key of Object.keys(localStorage))
      if (key === own || (all && key.startsWith(`${PREFIX}${setId}.`)))
        localStorage.removeItem(key);
  } catch {
    // Nothing was kept, either.
  }
}
