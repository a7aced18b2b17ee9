/** What a player sees at the end of a game, and then of its results. */
export const loadFinal = () => import('./FinalPhone.svelte');
export const loadResults = () => import('./ResultsOverlay.svelte');

/** What somebody sees who is out of the room. */
export const loadEnded = () => import('../stage/Ended.svelte');

/** Comes with the last question, so that nobody waits for it at the end. */
export function preloadEnd(isNear: boolean): void {
  if (isNear) Promise.all([loadFinal(), loadResults()]).catch(() => undefined);
}
