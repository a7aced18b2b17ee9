import { panelsWords } from '../i18n/panels.js';
import { i18n } from '../i18n/language.svelte.js';

/** The time that breaks a tie, in the words of the results. */
export const tieText = (ms: number): string =>
  panelsWords[i18n.current].tieBroken(null, (ms / 1000).toFixed(2));
