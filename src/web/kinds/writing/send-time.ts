/** When an answer that somebody writes is sent (R16.14). All times are ms of one clock. */
import { WRITE_EVERY_MS } from '../../../protocol/limits.js';

/** Two answers may come closer to each other than they were sent. */
const EVERY_MS = WRITE_EVERY_MS + 100;
/** An answer that is sent so long before the bell comes in time. */
const TO_ARRIVE_MS = 500;

interface Unsent {
  /** When the text is likely to stay as it is. */
  restsAt: number;
  /** When the answer before was sent; -Infinity where there was none. */
  lastAt: number;
  /** Undefined while the clock stands. */
  bellAt: number | undefined;
}

/**
 * Not within a second of the one before, but for the last change before the bell, which may come together with another
 * one (R16.14).
 */
export function sendAt({ restsAt, lastAt, bellAt = Infinity }: Unsent): number {
  const wanted = Math.max(restsAt, lastAt + EVERY_MS);
  const lastTime = bellAt - TO_ARRIVE_MS;
  if (wanted <= lastTime - EVERY_MS) return wanted;
  return lastAt < lastTime ? lastTime : lastAt + EVERY_MS;
}
