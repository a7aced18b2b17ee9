import { withWords } from '../i18n/language.svelte.js';
/** What a player sees at the end of a game, and then of its results. */
export const loadFinal = () => withWords(import('./FinalPhone.svelte'), 'game');
export const loadResults = () => withWords(import('./ResultsOverlay.svelte'), 'game');

/** What somebody sees who is out of the room. */
export const loadEnded = () => withWords(import('../stage/Ended.svelte'), 'game');

/** Comes with the last question, so that nobody waits for it at the end. */
export function preloadEnd(isNear: boolean): void {
  if (isNear) Promise.all([loadFinal(), loadResults()]).catch(() => undefined);
}
