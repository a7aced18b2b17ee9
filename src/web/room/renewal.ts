import type { PhasePayload } from '../../protocol/events.js';
import { WIRE } from '../../protocol/wire.js';

/** A whole hall does not load its page in the same moment. */
const SPREAD_MS = 1_000;

/** The session of the room that this page shows. */
export interface Shown {
  /** A projector or a cockpit. */
  isScreen: boolean;
  room: { phase: PhasePayload | null };
  clock: { now: () => number };
}

declare global {
  /** In the head of the page, as the program may be missing; loads anew at most once in 30 s. */
  function renew(): void;
  /** Offers it in place of everything, without the words of any language, and does it. */
  function lost(): void;
}

let isOutdated = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Loads a page anew that is of another version than its server: in the lobby, on the projector and in the cockpit at
 * once, in a game with the next reveal, and never in a question.
 */
export const renewal = {
  shown: undefined as Shown | undefined,

  /** The server has told its wire, or, with `isFree`, that it does not take this page. */
  heard(wire = WIRE, isFree = false): void {
    isOutdated = wire !== WIRE;
    this.look(isFree);
  },

  /** With `isFree` also within a game. */
  look(isFree: boolean): void {
    clearTimeout(timer);
    if (isOutdated) timer = setTimeout(() => this.try(isFree), Math.random() * SPREAD_MS);
  },

  try(isFree: boolean): void {
    const { isScreen, room, clock } = this.shown ?? {};
    const { kind = 'lobby', pausedLeftMs, endTime = 0 } = room?.phase ?? {};
    // A page that is away hears of no reveal.
    const isOver = kind !== 'question' || (!pausedLeftMs && (clock?.now() ?? 0) > endTime);
    if (kind === 'lobby' || (isOver && (isFree || (isScreen && kind !== 'question')))) renew();
  },
};
