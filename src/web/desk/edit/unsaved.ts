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
/** When somebody signed out in this browser last; other tabs hear of it by the event `storage`. */
export const SIGNED_OUT = 'madang.signed-out';

/** The same when this page opened its set: what it writes after that belongs to nobody who is signed in. */
let openedAfter: string | null = null;

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
    openedAfter = localStorage.getItem(SIGNED_OUT);
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
    if (localStorage.getItem(SIGNED_OUT) !== openedAfter) return false;
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

/**
 * Of all sets, and in all tabs: what was written has answers in it, and who signs out may leave the browser to others.
 */
export function dropAllUnsaved(): void {
  try {
    localStorage.setItem(SIGNED_OUT, String(Date.now()));
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept, either.
  }
}
