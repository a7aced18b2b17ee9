/** Sends the events of all players from one timer: a timer per player would cost more than the sending. */
import { performance } from 'node:perf_hooks';

const TICK_MS = 5;

/**
 * Calls one actor after the other with the time, in a random order and evenly spread, so that each
 * acts `rate` times a second at a phase of its own. Returns what stops it.
 */
export function startPacer(actors: readonly ((now: number) => void)[], rate: number): () => void {
  const order = shuffled(actors);
  const perMs = (rate * order.length) / 1000;
  const start = performance.now();
  let done = 0;
  const tick = (): void => {
    for (const due = Math.floor((performance.now() - start) * perMs); done < due; done++)
      order[done % order.length]?.(performance.now());
  };
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
