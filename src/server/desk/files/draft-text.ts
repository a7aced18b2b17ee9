import { DRAFT_TEXT_MAX_UNITS } from '../../../protocol/limits.js';

/** What a draft takes as a text of a file, whatever that is. */
export function draftText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? text.slice(0, DRAFT_TEXT_MAX_UNITS) : '';
}
