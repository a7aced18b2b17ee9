import { DRAFT_TEXT_MAX_UNITS } from '../../../protocol/limits.js';

/** The text that a draft takes of a value in a file, whatever that is. */
export function draftText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? text.slice(0, DRAFT_TEXT_MAX_UNITS) : '';
}
