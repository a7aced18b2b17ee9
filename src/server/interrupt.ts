import type { Language } from '../protocol/index.js';
import type { RoomsInUse } from './live/room/running-games.js';
import { inTerminal } from './terminal-words.js';

/** Presses of one Ctrl-C: the terminal tells this process, and npm tells it again. */
const ONE_PRESS_MS = 500;
/** For how long a second Ctrl-C counts as the answer. */
const ANSWER_MS = 5_000;

interface Situation {
  /** Whether somebody sits at a terminal who can answer. */
  isTerminal: boolean;
  inUse: () => RoomsInUse;
  /** Whether they go on after the next start. */
  goOn: boolean;
  /** Monotonic ms. */
  now: () => number;
  say: (text: string) => void;
  languages?: readonly Language[];
}

/** Asks once more before a Ctrl-C ends a game that is played; a second one within some seconds is meant. */
export class InterruptGuard {
  #askedAt = -Infinity;

  constructor(private readonly situation: Situation) {}

  /** Whether this SIGINT ends the program. */
  isMeant(): boolean {
    const { isTerminal, inUse, goOn, now, say, languages } = this.situation;
    const running = inUse();
    const sinceMs = now() - this.#askedAt;
    if (sinceMs < ONE_PRESS_MS) return false;
    if (!isTerminal || !running.hasGame || sinceMs < ANSWER_MS) return true;
    this.#askedAt = now();
    say(question(running, goOn, languages));
    return false;
  }
}

function question(
  { rooms, people }: RoomsInUse,
  goOn: boolean,
  languages?: readonly Language[],
): string {
  const seconds = ANSWER_MS / 1000;
  const lines = inTerminal((say) => say.playing({ rooms, people, goOn, seconds }), languages);
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}
