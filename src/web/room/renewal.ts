import type { PhasePayload } from '../../protocol/events.js';
import { WIRE } from '../../protocol/wire.js';

/** A whole hall does not load its page in the same moment. */
const SPREAD_MS = 1_000;

/** The session of the room that this page shows. */
export interface Shown {
  /** A projector or a cockpit. */
  isScreen: boolean;
  /** On its way in, or opens the room. */
  isEntering: boolean;
  room: { phase: PhasePayload | null };
  clock: { now: () => number };
}

declare global {
  /** In the head of the page, as the program may be missing; loads anew at most once in 30 s. */
  function renew(): void;
  /** Offers it in place of everything, in Korean and English, and does it. */
  function lost(): void;
}

let isOutdated = false;
/** No connection of this page tells it more. */
let isRefused = false;
let isIncomplete = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Loads a page anew that is of another version than its server: in the lobby, on the projector and in the cockpit at
 * once, in a game with the next reveal, and never in a question, nor while somebody enters or writes.
 */
export const renewal = {
  shown: undefined as Shown | undefined,
  isWriting: (): boolean => false,

  /** The server has told its wire. */
  heard(wire = WIRE): void {
    isOutdated = wire !== WIRE;
    isRefused = false;
    this.look(false);
  },

  /** The server does not take this page. */
  refused(): void {
    isOutdated = isRefused = true;
    this.look(false);
  },

  /** A part of this page is gone with the build that it is of. */
  missed(): void {
    isIncomplete = true;
    this.look(true);
  },

  /** With `isReveal` also in a game. */
  look(isReveal: boolean): void {
    clearTimeout(timer);
    if (isOutdated || isIncomplete)
      timer = setTimeout(() => this.try(isReveal), Math.random() * SPREAD_MS);
  },

  try(isReveal: boolean): void {
    if (!mayGo(this.shown, isReveal)) return;
    // One that is refused or incomplete may never get in.
    const isBusy = !isRefused && !isIncomplete && this.shown?.isEntering === true;
    if (isBusy || this.isWriting()) this.look(isReveal);
    else renew();
  },
};

function mayGo(shown: Shown | undefined, isReveal: boolean): boolean {
  const { kind = 'lobby', pausedLeftMs, endTime = 0 } = shown?.room.phase ?? {};
  // It hears of no reveal, and of no end of a pause.
  if (isRefused)
    return kind !== 'question' || pausedLeftMs !== undefined || (shown?.clock.now() ?? 0) > endTime;
  if (kind === 'lobby') return true;
  return kind !== 'question' && (isReveal || isIncomplete || shown?.isScreen === true);
}
