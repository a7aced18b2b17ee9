import { NAME_BOUNDS, NAME_MAX_GRAPHEMES } from '../../protocol/limits.js';
import { cleanName } from '../../protocol/name.js';
import { cleanText } from '../../protocol/text.js';
import { i18n } from '../i18n/language.svelte.js';

/**
 * The rules of the server. They count graphemes and know sequences of emoji, which older phones cannot: there the server
 * alone judges.
 */
const knowsRules = typeof Intl.Segmenter === 'function' && 'unicodeSets' in RegExp.prototype;
const asTyped = (raw: string): string => raw.trim();
export const textRules = knowsRules
  ? { cleanName, cleanText }
  : { cleanName: asTyped, cleanText: asTyped };

/** What is wrong with a player's name, in plain words; an empty name is fine, the server draws one. */
export function nameProblem(raw: string): string {
  return textRules.cleanName(raw, NAME_BOUNDS) === undefined
    ? i18n.t.nameBad({ most: NAME_MAX_GRAPHEMES })
    : '';
}

/** Number fields give nothing for what is no number. */
export function isWhole(value: number | null | undefined, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
