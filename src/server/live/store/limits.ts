/** How long the PIN of a closed room rests (R1.1). */
export const PIN_REST_MS = 10 * 60_000;

/** Appends that a room's log holds for copies that have missed some; who has missed more takes a snapshot. */
export const LOG_LENGTH = 256;
