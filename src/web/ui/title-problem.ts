import { TITLE_BOUNDS, TITLE_MAX_GRAPHEMES } from '../../protocol/limits.js';
import { i18n } from '../i18n/language.svelte.js';
import { titleWords } from '../i18n/title-words.js';
import { textRules } from './checks.js';

/** Says in plain words why a title cannot be kept; empty where it can. */
export function titleProblem(raw: string): string {
  const isGood = textRules.cleanText(raw, TITLE_BOUNDS);
  return isGood ? '' : titleWords[i18n.current].bad(TITLE_MAX_GRAPHEMES);
}
