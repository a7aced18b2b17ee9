import type { Judged } from '../room/room-state.svelte.js';
import type { RoomSession } from '../stage/session.js';
import type { Ruling } from './ruling.js';

/** How long a cockpit tells a correction, and offers to take it back, in ms. */
const TOLD_MS = 10_000;

interface Correction {
  judged: Judged;
  /** The judgement that stood before. */
  before: Ruling;
  /** Scores before it, by player. */
  scores: ReadonlyMap<string, number>;
}

/** The correction of this page that is told now (R4.9). */
class LastCorrection {
  told = $state.raw<Correction | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  tell(correction: Correction): void {
    clearTimeout(this.#timer);
    this.told = correction;
    this.#timer = setTimeout(() => (this.told = null), TOLD_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.told = null;
  }
}

const held = new WeakMap<RoomSession, LastCorrection>();

export function lastCorrection(session: RoomSession): LastCorrection {
  const known = held.get(session) ?? new LastCorrection();
  held.set(session, known);
  return known;
}
