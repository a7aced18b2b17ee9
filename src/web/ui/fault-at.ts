import type { DraftFault } from '../../protocol/desk.js';
import type { SetLanguage } from '../../protocol/set-languages.js';

/** The fault of a field, or of one in a list; empty where there is none. Without a language that of the main one. */
export function faultAt(
  faults: readonly DraftFault[],
  field: string,
  index?: number,
  language?: SetLanguage,
): string {
  const isThere = (fault: DraftFault): boolean =>
    fault.field === field && fault.index === index && fault.language === language;
  return faults.find(isThere)?.message ?? '';
}
