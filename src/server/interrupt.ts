import type { RoomsInUse } from './live/room/running-games.js';

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
}

/** Asks once more before a Ctrl-C ends a game that is played; a second one within some seconds is meant. */
export class InterruptGuard {
  #askedAt = -Infinity;

  constructor(private readonly situation: Situation) {}

  /** Whether this SIGINT ends the program. */
  isMeant(): boolean {
    const { isTerminal, inUse, goOn, now, say } = this.situation;
    const running = inUse();
    const sinceMs = now() - this.#askedAt;
    if (sinceMs < ONE_PRESS_MS) return false;
    if (!isTerminal || !running.hasGame || sinceMs < ANSWER_MS) return true;
    this.#askedAt = now();
    say(question(running, goOn));
    return false;
  }
}

function question({ rooms, people }: RoomsInUse, goOn: boolean): string {
  const seconds = ANSWER_MS / 1000;
  const [then, thenKo] = goOn
    ? ['They can go on after the next start.', '다음에 다시 시작하면 이어서 할 수 있어요.']
    : ['They end for everybody when this program ends.', '프로그램을 끝내면 모두의 게임이 끝나요.'];
  return `
  Games are running (rooms: ${rooms}, people: ${people}). ${then}
  Press Ctrl-C once more within ${seconds} seconds to stop.
  지금 게임을 하고 있어요(방 ${rooms}개, ${people}명). ${thenKo}
  멈추려면 ${seconds}초 안에 Ctrl-C를 한 번 더 누르세요.

`;
}
