const query = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Asked anew each time: people switch it while the page is open. */
export const prefersReducedMotion = (): boolean => query.matches;
