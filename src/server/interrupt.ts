/** Presses of one Ctrl-C: the terminal tells this process, and npm tells it again. */
const ONE_PRESS_MS = 500;
/** For how long a second Ctrl-C counts as the answer. */
const ANSWER_MS = 5_000;

interface Situation {
  /** Whether somebody sits at a terminal who can answer. */
  isTerminal: boolean;
  /** Whether any room plays. */
  hasGame: () => boolean;
  /** Monotonic ms. */
  now: () => number;
  say: (text: string) => void;
}

/** Asks once more before a Ctrl-C ends a game that is played; a second one within some seconds is meant. */
export class InterruptGuard {
  #askedAt = -Infinity;

  constructor(private readonly situation: Situation) {}

  /** Whether this SIGINT ends the program. */
  isMeant(): boolean {
    const { isTerminal, hasGame, now, say } = this.situation;
    const sinceMs = now() - this.#askedAt;
    if (sinceMs < ONE_PRESS_MS) return false;
    if (!isTerminal || !hasGame() || sinceMs < ANSWER_MS) return true;
    this.#askedAt = now();
    say(QUESTION);
    return false;
  }
}

const QUESTION = `
  A game is being played, and it ends for everybody when this program ends.
  Press Ctrl-C once more within ${ANSWER_MS / 1000} seconds to end it.
  지금 게임을 하고 있어요. 이 프로그램을 끝내면 모두의 게임이 끝나요.
  끝내려면 ${ANSWER_MS / 1000}초 안에 Ctrl-C를 한 번 더 누르세요.

`;
