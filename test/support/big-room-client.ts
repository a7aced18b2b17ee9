import {
  decodeCounts,
  type CompactFlush,
  type HandshakeAuth,
  type OwnMark,
  type ServerPayload,
} from '../../src/protocol/index.js';
import type { TestClient } from './client.js';
import { CrowdEar } from './crowd-ear.js';
import type { NearReader } from './near-reader.js';

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
  readonly ear = new CrowdEar();
  /** What this one has said. */
  readonly said = new Map<string, Said>();
  readonly client: TestClient;

  constructor(
    dial: Dial,
    private readonly role?: 'screen',
  ) {
    const auth = (give: (data: object) => void): void => give(this.auth());
    this.client = dial({ auth }).echoFlushes();
    // Before those who wait for an event look at what it has changed.
    this.client.socket.prependAny((event: string, payload: unknown) => {
      if (event === 'flush') this.ear.read(payload as CompactFlush);
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

  get reader(): NearReader {
    return this.ear.reader;
  }

  get chat(): CrowdEar['chat'] {
    return this.ear.chat;
  }

  /** How many times the state of the room was told. */
  get visits(): number {
    return this.ear.visits;
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
    const { client, role } = this;
    const { cursor } = this.ear;
    return {
      format: 'compact2',
      wantToken: true,
      ...(role && { role }),
      ...(client !== undefined && client.token !== '' && { token: client.token }),
      ...(cursor && { lastChatId: cursor.id, lastChatAudience: cursor.audience }),
      ...(cursor?.incarnation !== undefined && { lastChatIncarnation: cursor.incarnation }),
    };
  }
}
