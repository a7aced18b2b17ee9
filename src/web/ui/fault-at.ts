import type { DraftFault } from '../../protocol/desk.js';

/** What is wrong with a field, or with one of a list. */
export function faultAt(faults: readonly DraftFault[], field: string, index?: number): string {
  return faults.find((fault) => fault.field === field && fault.index === index)?.message ?? '';
}
