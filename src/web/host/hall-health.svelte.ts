import type { RoomHealth } from '../../protocol/health.js';
import type { RoomSession } from '../stage/session.js';

/** How often the server is asked. */
const ASK_MS = 3_000;

/** How the players are connected, as the server last said (R11.1). */
export class HallHealth {
  read = $state.raw<RoomHealth | null>(null);

  constructor(private readonly session: () => RoomSession) {}

  /** Asks again and again while the page is seen; returns what stops it. */
  run(): () => void {
    const ask = async () => {
      if (document.hidden) return;
      const answer = await this.session().ask('roomHealth', {});
      if (answer.ok) this.read = answer;
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_MS);
    return () => clearInterval(timer);
  }
}
