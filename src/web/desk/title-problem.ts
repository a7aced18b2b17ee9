import { TITLE_BOUNDS, TITLE_MAX_GRAPHEMES } from '../../protocol/limits.js';
import { deskWords } from '../i18n/host-desk.js';
import { i18n } from '../i18n/language.svelte.js';
import { textRules } from '../ui/checks.js';

/** Says in plain words why a title cannot be kept; empty where it can. */
export function titleProblem(raw: string): string {
  const isGood = textRules.cleanText(raw, TITLE_BOUNDS);
  return isGood ? '' : deskWords[i18n.current].titleBad(TITLE_MAX_GRAPHEMES);
}
