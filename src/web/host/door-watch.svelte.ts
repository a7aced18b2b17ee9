import type { DoorReport } from '../../protocol/door.js';
import type { RoomSession } from '../stage/session.js';

/** How often the server is asked. */
const ASK_MS = 3_000;

/** Who was turned away at the door and who is missing, as the server last said (R1.9). */
export class DoorWatch {
  read = $state.raw<DoorReport | null>(null);
  /** Whether the names of those who are missing are wanted, too. */
  wantsNames = false;
  readonly #session: () => RoomSession;

  constructor(session: () => RoomSession) {
    this.#session = session;
  }

  async ask(): Promise<void> {
    const answer = await this.#session().ask('readDoor', this.wantsNames ? { names: true } : {});
    if (answer.ok) this.read = answer;
  }

  /** Asks again and again while the page is seen; returns what stops it. */
  run(): () => void {
    void this.ask();
    const timer = setInterval(() => {
      if (!document.hidden) void this.ask();
    }, ASK_MS);
    return () => clearInterval(timer);
  }
}
