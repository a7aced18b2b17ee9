import type { DraftFault } from '../../protocol/desk.js';

/** The fault of a field, or of one in a list; empty where there is none. */
export function faultAt(faults: readonly DraftFault[], field: string, index?: number): string {
  return faults.find((fault) => fault.field === field && fault.index === index)?.message ?? '';
}
