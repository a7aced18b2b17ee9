import { PATIENCE_MS } from './patience.js';

// Taken before a test fakes the clock.
const { setTimeout: realSetTimeout } = globalThis;

/** Resolves when the condition holds, by real time; the clock of a stage stands still meanwhile. */
export async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited++) {
    if (waited > PATIENCE_MS) throw new Error('waited in vain');
    await new Promise((go) => realSetTimeout(go, 1));
  }
}
