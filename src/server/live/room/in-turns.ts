import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../../../game/steps.js';

/** After so long, others get their turn. */
const SLICE_MS = 5;

/** Runs long work of a game to its end, with turns of others between its steps. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const began = performance.now();
    let step = steps.next();
    while (step.done !== true && performance.now() - began < SLICE_MS) step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
