import { afterAll, beforeAll } from 'vitest';
import type { ManagerOptions, SocketOptions } from 'socket.io-client';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { ROOM_RATES } from '../../src/server/live/gateway/room-gate.js';
import type { QuizBank } from '../../src/server/contracts/quiz-bank.js';
import {
  limits,
  type HandshakeAuth,
  type PhaseKind,
  type PhasePayload,
  type RoomOptions,
} from '../../src/protocol/index.js';
import { RIGHT, startTestApp, TestBank, testSet, type TestApp } from './app.js';
import { standIn } from './arena.js';
import { TestClient } from './client.js';

/** Phases so long that only the host ends them, so that a test never races the clock. */
export const SLOW = { COUNTDOWN_MS: '60000', GET_READY_MS: '60000', REVEAL_MS: '60000' };
/** Questions that only the host ends. */
export const slowSet = (count = 5, choices = 2): QuizSet => testSet(count, choices, 60);

export interface OpenRoom {
  pin: string;
  host: TestClient;
  /** The host and then the guests. */
  players: TestClient[];
}

/** A server and the clients that visit it. */
export class Hall {
  readonly clients: TestClient[] = [];

  private running: TestApp | undefined;

  get app(): TestApp {
    if (this.running === undefined) throw new Error('the hall is not open');
    return this.running;
  }

  /** A server of a test's own, for the test to close. */
  static async start(
    env: Record<string, string> = SLOW,
    bank: QuizBank = new TestBank([slowSet()]),
  ): Promise<Hall> {
    const hall = new Hall();
    await hall.open(env, bank);
    return hall;
  }

  async open(env: Record<string, string>, bank: QuizBank, minShownMs?: number): Promise<void> {
    this.running = await startTestApp(env, bank, undefined, minShownMs);
  }

  /** With the limits of a room that people meet. */
  async openAtPace(env: Record<string, string> = SLOW): Promise<void> {
    const bank = new TestBank([slowSet(limits.DEFAULT_QUIZ_COUNT)]);
    const none = undefined;
    this.running = await startTestApp(env, bank, none, none, none, none, ROOM_RATES);
  }

  /** A server that somebody else has started. */
  use(app: TestApp): void {
    this.running = app;
  }

  connect(
    auth: HandshakeAuth = {},
    options: Partial<ManagerOptions & SocketOptions> = {},
  ): TestClient {
    const { url } = this.app;
    const client = new TestClient(url, { auth: { wantToken: true, ...auth }, ...options });
    if (auth.format === 'compact2') client.echoFlushes();
    this.clients.push(client);
    return client;
  }

  /** Connects as old clients do, with everything in the query. */
  connectByQuery(query: Record<string, string>, auth: HandshakeAuth = {}): TestClient {
    return this.connect(auth, { query });
  }

  /** The same person on a new connection, straight back to the room. */
  comeBack(client: TestClient, pin: string, auth: HandshakeAuth = {}): TestClient {
    return this.connectByQuery({ 'game-id': pin }, { token: client.token, ...auth });
  }

  async openRoom(options: Partial<RoomOptions> = {}, guests = 0): Promise<OpenRoom> {
    const host = this.connect();
    const { gameId: pin } = await host.do('createRoom', { ...options, playerName: 'Host' });
    const players = [host];
    for (let n = 1; n <= guests; n++) players.push(await this.join(pin, `Player ${n}`));
    return { pin, host, players };
  }

  async join(pin: string, playerName: string, auth: HandshakeAuth = {}): Promise<TestClient> {
    const client = this.connect(auth);
    await client.do('joinRoom', { gameId: pin, playerName });
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.close();
    await this.running?.close();
  }
}

/** PINs that no room has, each another one: a wrong PIN counts once (R10.4). */
export function wrongPins(count: number): string[] {
  // A room's PIN is drawn of a million.
  return Array.from({ length: count }, (_, n) => String(n).padStart(6, '0'));
}

/** One server for the tests of a file, or of a `describe`. `minShownMs` as in `startTestApp`. */
export function useHall(
  env: Record<string, string> = SLOW,
  sets: QuizSet[] = [slowSet()],
  minShownMs?: number,
): Hall {
  const hall = new Hall();
  beforeAll(() => hall.open(env, new TestBank(sets), minShownMs));
  afterAll(() => hall.close());
  return hall;
}

/** Starts a game and skips until the wanted phase of the wanted question stands for everybody. */
export async function goTo(room: OpenRoom, kind: PhaseKind, index = 0): Promise<void> {
  const { host, players } = room;
  const current = (): Pick<PhasePayload, 'kind' | 'index' | 'version' | 'act'> =>
    host.last('phase') ?? { kind: 'lobby', index: 0, version: 0 };
  if (current().kind === 'lobby') await host.do('startGame', {});
  while (current().kind !== kind || current().index !== index) {
    const before = current();
    await host.do('skipPhase', {});
    // With several processes, a question that is skipped ends a moment later.
    await host.until(
      () =>
        current().kind !== before.kind ||
        current().index !== before.index ||
        current().act !== before.act,
      'the next phase',
    );
  }
  const { version } = current();
  const here = players.filter(({ socket }) => socket.connected);
  await Promise.all(
    here.map((player) => player.wait('phase', (phase) => phase.version >= version)),
  );
}

/** Stands in the right zone of the current question, or in a wrong one. */
export async function answer(client: TestClient, isRight: boolean): Promise<void> {
  const { choiceList } = client.last('startQuizTime') ?? { choiceList: [] };
  const right = choiceList.find(({ content }) => content === RIGHT)?.order ?? 0;
  const zone = isRight ? right : (right % choiceList.length) + 1;
  await client.do('updatePosition', { newPosition: standIn(zone, choiceList.length) });
}

/** Everything that was said in the room before this reaches `clients` before this resolves. */
export async function settle(speaker: TestClient, clients: TestClient[]): Promise<void> {
  const mark = `mark ${Math.random()}`;
  await speaker.do('chatMessage', { message: mark });
  await Promise.all(
    clients.map((client) =>
      client.wait('chatMessage', ({ messages }) => messages.some((one) => one.message === mark)),
    ),
  );
}

/** All chat that a client was shown, in order. */
export function chatOf(client: TestClient): { id: number; message: string }[] {
  return client
    .all('chatMessage')
    .flatMap(({ messages }) => messages.map(({ id, message }) => ({ id, message })));
}
