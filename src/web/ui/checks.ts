import { NAME_BOUNDS, NAME_MAX_GRAPHEMES } from '../../protocol/limits.js';
import type { TextBounds } from '../../protocol/text.js';
import { i18n } from '../i18n/language.svelte.js';

type Rule = (raw: string, bounds: TextBounds) => string | undefined;

const asTyped: Rule = (raw) => raw.trim();
/** The rules of the server, once they are loaded. */
export const textRules = { cleanName: asTyped, cleanText: asTyped };
// The rules count graphemes and know sequences of emoji, which older phones cannot: there the server
// alone judges.
if (typeof Intl.Segmenter === 'function' && 'unicodeSets' in RegExp.prototype) {
  void import('./text-rules.js').then((rules) => Object.assign(textRules, rules));
}

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
