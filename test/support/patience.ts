/**
 * A bound and not a wait: nothing takes so long on a machine that works, and a slow one that others use as well may stand
 * still for many seconds. What a test waits for ends its wait.
 */
export const PATIENCE_MS = 60_000;

/** For `vi.waitFor`, which else gives up after a second. */
export const PATIENT = { timeout: PATIENCE_MS };
