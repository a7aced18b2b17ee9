import type { GameNamespace } from './socket-broadcaster.js';

/** For how long the other processes are waited for, in ms; one that is gone never answers. */
export const PEER_ANSWER_MS = 1_000;
/** Beyond it, where the store is away and not even their number is known. */
const GIVEN_UP_MS = 1_500;

type Answer<Fact> = (facts: Fact[]) => void;
type Answers<Fact> = (error: Error | null, answers: Fact[][]) => void;

/** What is used of a namespace here: events between the processes, which its types do not know. */
interface Line<Fact> {
  on(event: string, listener: (roomId: string, answer: Answer<Fact>) => void): void;
  serverSideEmit(event: string, roomId: string, answers: Answers<Fact>): void;
}

/** Asks the other processes what they know of a room, through Socket.IO's adapter. */
export class RoomPeers<Fact> {
  private line: Line<Fact> | undefined;

  constructor(
    /** Names the question between the processes. */
    private readonly question: string,
    /** Whether there may be other processes. */
    private readonly isShared: boolean,
    private readonly here: (roomId: string) => Fact[],
  ) {}

  /** To be called once, before the first connection. */
  bind(namespace: GameNamespace): void {
    if (!this.isShared) return;
    this.line = namespace as unknown as Line<Fact>;
    this.line.on(this.question, (roomId, answer) => answer(this.here(roomId)));
  }

  /** `isComplete` where all of them answered in time. */
  ask(roomId: string): Promise<{ facts: Fact[]; isComplete: boolean }> {
    const { line } = this;
    if (line === undefined) return Promise.resolve({ facts: [], isComplete: true });
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ facts: [], isComplete: false }), GIVEN_UP_MS);
      line.serverSideEmit(this.question, roomId, (error, answers) => {
        clearTimeout(timer);
        resolve({ facts: answers.flat(), isComplete: error === null });
      });
    });
  }
}
