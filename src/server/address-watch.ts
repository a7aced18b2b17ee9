import type { HallAddress } from './http/hall-address.js';

const LOOK_EVERY_MS = 2_000;

/** Tells each new address of the hall. Returns what ends it. */
export function watchAddress(
  hall: Pick<HallAddress, 'look'>,
  tell: (base: string) => void,
): () => void {
  const timer = setInterval(() => {
    const base = hall.look();
    if (base !== undefined) tell(base);
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
