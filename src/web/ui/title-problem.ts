import { TITLE_BOUNDS, TITLE_MAX_GRAPHEMES } from '../../protocol/limits.js';
import { i18n } from '../i18n/language.svelte.js';
import { isFitting } from './bounded.js';

/** Says in plain words why a title cannot be kept; empty where it can. */
export function titleProblem(raw: string): string {
  return isFitting(raw, TITLE_BOUNDS) ? '' : i18n.host.title.bad({ most: TITLE_MAX_GRAPHEMES });
}
