import type { RoomHealth } from '../../protocol/health.js';
import type { RoomSession } from '../stage/session.js';
import { ScreenWatch } from './screen-watch.js';

/** How often the server is asked. */
const ASK_MS = 3_000;

/** How the players are connected, as the server last said (R11.1). */
export class HallHealth {
  read = $state.raw<RoomHealth | null>(null);
  /** Whether a big screen was open, and none is for a while. */
  isScreenLost = $state(false);
  readonly #screens = new ScreenWatch();

  constructor(private readonly session: () => RoomSession) {}

  /** Asks again and again while the page is seen; returns what stops it. */
  run(): () => void {
    const ask = async () => {
      if (document.hidden) return;
      const answer = await this.session().ask('roomHealth', {});
      if (!answer.ok) return;
      this.read = answer;
      this.isScreenLost = this.#screens.isLost(answer.screens, performance.now());
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_MS);
    return () => clearInterval(timer);
  }
}
