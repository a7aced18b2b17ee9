/** How long the PIN of a closed room rests (R1.1). */
export const PIN_REST_MS = 10 * 60_000;

/** How long a freed slot rests, so that a late move cannot steer its next owner. */
export const SLOT_REST_MS = 10_000;
