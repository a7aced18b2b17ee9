import {
  QUIZ_FILE_MAX_BYTES,
  QUIZ_SHEET_MAX_BYTES,
  SHEET_TYPE,
  TITLE_MAX_GRAPHEMES,
  XML_TYPE,
} from '../../protocol/limits.js';

const START = new RegExp(`^.{0,${TITLE_MAX_GRAPHEMES}}`, 'u');
const TYPES = new Map([
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['txt', 'text/plain'],
  ['gift', 'text/plain'],
  ['xml', XML_TYPE],
  ['xlsx', SHEET_TYPE],
]);
const KNOWN_TYPES = new Set(TYPES.values());

export const QUIZ_FILE_TYPES = [
  ...[...TYPES.keys()].map((ending) => `.${ending}`),
  ...KNOWN_TYPES,
].join();

/** As its name tells, and else the browser: systems have strange ideas of what a CSV file is. */
export function typeOf({ name, type }: File): string {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return TYPES.get(ending) ?? (KNOWN_TYPES.has(type) ? type : 'text/csv');
}

/** How large a file of a type may be. */
export function mostBytes(type: string): number {
  return type === SHEET_TYPE || type === XML_TYPE ? QUIZ_SHEET_MAX_BYTES : QUIZ_FILE_MAX_BYTES;
}

/** The name without its ending, as long as a title may be. */
export function titleOf({ name }: File): string {
  // macOS takes Hangul apart, Windows allows half characters, and a code point is a character at most.
  const whole = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .replace(/\p{Cs}/gu, '');
  return START.exec(whole)?.[0] ?? '';
}
