import type { Audience } from '../../src/game/chat-log.js';
import {
  decodeCounts,
  hasBit,
  type CompactFlush,
  type FlushEvent,
  type HandshakeAuth,
  type OwnMark,
  type ServerPayload,
} from '../../src/protocol/index.js';
import type { TestClient } from './client.js';
import { NearReader } from './near-reader.js';

/** What a message came to, as its sender knows it; `unknown` where the answer was lost. */
export type Said = 'told' | 'refused' | 'unknown';

const OUTCOMES: ReadonlyMap<string, Said> = new Map([
  ['ok', 'told'],
  ['SLOW_MODE', 'refused'],
  // Of somebody who is not let in again yet.
  ['NOT_IN_ROOM', 'refused'],
  // It may have been stored all the same.
  ['STORE_AWAY', 'unknown'],
]);

type Dial = (options: ConstructorParameters<typeof TestClient>[1]) => TestClient;

/** Somebody in a big room, who comes back by itself as the page does, and reads all that it is told. */
export class BigRoomClient {
  readonly reader = new NearReader();
  /** Everything that was told in the chat, of each connection. */
  readonly chat: { id: number; message: string; audience: Audience }[] = [];
  /** What this one has said. */
  readonly said = new Map<string, Said>();
  readonly client: TestClient;
  /** How many connections have been let in. */
  visits = 0;
  private audience: Audience = 'living';
  private incarnation: string | undefined;
  private seen = -1;

  constructor(
    dial: Dial,
    private readonly role?: 'screen',
  ) {
    this.client = dial({ auth: (give: (data: object) => void) => give(this.auth()) });
    // Before those who wait for an event look at what it has changed.
    this.client.socket.prependAny((event: string, payload: unknown) => {
      if (event === 'flush') this.read(payload as CompactFlush);
    });
  }

  /** Joins a room, and this one again after each loss of the connection. */
  async join(pin: string, playerName: string): Promise<this> {
    const named = this.role === undefined ? { playerName } : {};
    await this.client.do('joinRoom', { gameId: pin, ...named });
    this.comeBackTo(pin);
    return this;
  }

  comeBackTo(pin: string): void {
    this.client.socket.io.opts.query = { 'game-id': pin };
  }

  get slot(): number {
    return this.client.self?.slot ?? -1;
  }

  /** What was told of oneself since the last reveal or end of a game; undefined until it comes. */
  get result(): OwnMark | undefined {
    const { facts } = this.reader;
    const shown = facts.findLastIndex(([name]) => name === 'endQuizTime' || name === 'endGame');
    const own = facts.findLastIndex(([name]) => name === 'myResult');
    return own > shown ? this.reader.last('myResult') : undefined;
  }

  /** Whether each frame of the crowd sums to its head count. */
  get hasRightSums(): boolean {
    return this.crowds.every(({ players, density }) => {
      const sum = decodeCounts(density, 32 * 32).reduce((all, one) => all + one, 0);
      return sum === players;
    });
  }

  get crowds(): ServerPayload<'crowd'>[] {
    return this.reader.facts.flatMap(([name, payload]) => (name === 'crowd' ? [payload] : []));
  }

  /** Notes what becomes of the message; what is not connected says nothing. */
  async say(message: string): Promise<void> {
    if (!this.client.socket.connected) return;
    this.said.set(message, 'unknown');
    const answer = await this.client.ask('chatMessage', { message }).catch(() => null);
    if (answer === null) return;
    const code = answer.ok ? 'ok' : answer.error.code;
    const outcome = OUTCOMES.get(code);
    if (outcome === undefined) throw new Error(`a message got ${code}`);
    this.said.set(message, outcome);
  }

  private auth(): HandshakeAuth {
    const { client, incarnation, role } = this;
    const last = this.chat.at(-1);
    return {
      format: 'compact2',
      wantToken: true,
      ...(role && { role }),
      ...(client !== undefined && client.token !== '' && { token: client.token }),
      ...(last && { lastChatId: last.id, lastChatAudience: last.audience }),
      ...(last && incarnation !== undefined && { lastChatIncarnation: incarnation }),
    };
  }

  private read(flush: CompactFlush): void {
    const known = this.reader.facts.length;
    this.reader.read(flush);
    for (const fact of this.reader.facts.slice(known)) this.take(fact);
    // Who tells nothing of what was seen is taken for a phone that is far behind.
    if (flush[0] !== this.seen) this.client.tell('syncTime', { t0: 0, flush: flush[0] });
    this.seen = flush[0];
  }

  private take([event, payload]: FlushEvent): void {
    switch (event) {
      case 'joinRoom': {
        if (!payload.everyone) return;
        this.visits++;
        this.incarnation = payload.incarnation;
        const isAlive = payload.players[0]?.isAlive !== false;
        this.audience = isAlive ? 'living' : 'ghosts';
        return;
      }
      case 'endQuizTime':
      case 'updateScores': {
        const { crowd } = payload;
        if (crowd === undefined || this.role !== undefined) return;
        this.audience = hasBit(crowd.aliveSlots, this.slot) ? 'living' : 'ghosts';
        return;
      }
      case 'endGame':
        this.audience = 'living';
        return;
      case 'chatMessage':
        for (const { id, message } of payload.messages)
          this.chat.push({ id, message, audience: this.audience });
        return;
      default:
    }
  }
}
