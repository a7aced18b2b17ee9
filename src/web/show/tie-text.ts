import { i18n } from '../i18n/language.svelte.js';

/** The time that breaks a tie, in the words of the results. */
export const tieText = (ms: number): string => i18n.game.panels.tieSeconds({ seconds: ms / 1000 });
