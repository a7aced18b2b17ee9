import type { ConnectionHealth, PeerHealth } from '../room/room-health.js';
import type { GameNamespace } from './socket-broadcaster.js';

/** For how long the other processes are waited for, in ms; one that is gone never answers. */
export const PEER_ANSWER_MS = 1_000;
/** Beyond it, where the store is away and not even their number is known. */
const GIVEN_UP_MS = 1_500;

const QUESTION = 'roomHealth';

type Answer = (connections: ConnectionHealth[]) => void;
type Answers = (error: Error | null, answers: ConnectionHealth[][]) => void;

/** What is used of a namespace here: events between the processes, which its types do not know. */
interface Line {
  on(event: typeof QUESTION, listener: (roomId: string, answer: Answer) => void): void;
  serverSideEmit(event: typeof QUESTION, roomId: string, answers: Answers): void;
}

/** Asks the other processes how their players of a room are connected, through Socket.IO's adapter. */
export class RoomPeers {
  private line: Line | undefined;

  constructor(
    /** Whether there may be other processes. */
    private readonly isShared: boolean,
    private readonly here: (roomId: string) => ConnectionHealth[],
  ) {}

  /** To be called once, before the first connection. */
  bind(namespace: GameNamespace): void {
    if (!this.isShared) return;
    this.line = namespace as unknown as Line;
    this.line.on(QUESTION, (roomId, answer) => answer(this.here(roomId)));
  }

  ask(roomId: string): Promise<PeerHealth> {
    const { line } = this;
    if (line === undefined) return Promise.resolve({ connections: [], isComplete: true });
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ connections: [], isComplete: false }), GIVEN_UP_MS);
      line.serverSideEmit(QUESTION, roomId, (error, answers) => {
        clearTimeout(timer);
        resolve({ connections: answers.flat(), isComplete: error === null });
      });
    });
  }
}
