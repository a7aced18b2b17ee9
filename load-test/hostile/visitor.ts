/** A browser without a page: HTTP by one address and one identity, and sockets in rooms. */

import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import {
  type CommandName,
  type HandshakeAuth,
  type HttpError,
  type PhaseKind,
  type PhasePayload,
  limits,
  type JoinAck,
  type KeptGameList,
} from '../../src/protocol/index.js';
import {
  decode,
  encodeCommand,
  encodeConnect,
  FLUSH_NUMBER_AT,
  isFlush,
  isPing,
  PONG,
} from '../swarm/wire.js';

export interface Answer {
  status: number;
  body: Buffer;
  cookie: string | undefined;
}

const ANSWER_MS = 20_000;
/** Of a connection that nothing is asked by: less than the server waits, which ends it with 408. */
const IDLE_MS = 2_000;
/** Of a phase that does not come; the longest are a countdown and a question. */
const PHASE_MS = 30_000;
/** Who reads compact frames has to tell the last one so often. */
const ECHO_MS = 1_000;

export class Visitor {
  cookie = '';
  private readonly agent: Agent;

  constructor(
    readonly target: string,
    readonly address = '127.0.0.1',
  ) {
    this.agent = new Agent({ keepAlive: true, localAddress: address, timeout: IDLE_MS });
  }

  /** Becomes somebody. */
  async arrive(): Promise<this> {
    const { cookie } = await this.ask('GET', '/');
    this.cookie = cookie ?? '';
    return this;
  }

  /** The same browser elsewhere. */
  at(address: string): Visitor {
    const other = new Visitor(this.target, address);
    other.cookie = this.cookie;
    return other;
  }

  async ask(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    for (;;) {
      const answer = await this.tryOnce(method, path, body, headers);
      if (answer !== 'stale') return answer;
    }
  }

  /** `stale` where the server has closed a connection that was idle, while this was on its way. */
  private tryOnce(
    method: string,
    path: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Answer | 'stale'> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.target}${path}`,
        {
          method,
          agent: this.agent,
          localAddress: this.address,
          headers: {
            origin: this.target,
            ...(this.cookie !== '' && { cookie: this.cookie }),
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          readAnswer(response).then(resolve, reject);
        },
      );
      let isLate = false;
      sent.setTimeout(ANSWER_MS, () => {
        isLate = true;
        sent.destroy(new Error(`${method} ${path}: no answer in ${ANSWER_MS} ms`));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && !isLate;
        if (isStale) resolve('stale');
        else reject(error);
      });
      sent.end(body);
    });
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = { 'content-type': 'application/json' };
    const answer = await this.ask(method, path, text, type);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${codeOf(answer)}`);
    return (answer.body.length === 0 ? undefined : JSON.parse(String(answer.body))) as T;
  }

  /** A socket of this identity, or of somebody new; `query` may say which room it enters, or opens, at once. */
  async connect(
    auth: HandshakeAuth = {},
    isNew = false,
    query: Record<string, string> = {},
  ): Promise<Seat> {
    const url = new URL('/socket.io/', this.target.replace(/^http/, 'ws'));
    url.search = 'EIO=4&transport=websocket';
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = isNew || this.cookie === '' ? {} : { cookie: this.cookie };
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      localAddress: this.address,
      headers,
    });
    const seat = new Seat(socket);
    await once(socket, 'open');
    const connected = seat.isConnected;
    socket.send(encodeConnect(auth));
    await connected;
    return seat;
  }

  close(): void {
    this.agent.destroy();
  }
}

export async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const cookie = response.headers['set-cookie']?.map((one) => one.split(';')[0]).join('; ');
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks), cookie };
}

/** What came of a request in short: `200`, `429 RATE_LIMITED`. */
export function codeOf({ status, body }: Answer): string {
  if (status < 400) return String(status);
  try {
    return `${status} ${(JSON.parse(String(body)) as HttpError).error.code}`;
  } catch {
    return String(status);
  }
}

type Result = { ok: true } | { ok: false; error: { code: string } };

/** A connection to the game. */
export class Seat {
  /** Before that, the server ends who gives a command. */
  readonly isConnected: Promise<void>;
  /** Of the room, as it was told last. */
  phase: PhasePayload | undefined;
  /** Of the room's messages. */
  incarnation: string | undefined;
  /** With what the server has refused what was no command. */
  private refused: string | undefined;
  private next = 1;
  private flush = 0;
  private echo: NodeJS.Timeout | undefined;
  private readonly asked = new Map<number, (result: Result) => void>();
  private readonly hears = new Set<() => void>();

  constructor(readonly socket: WebSocket) {
    let connected = (): void => {};
    this.isConnected = new Promise((resolve) => (connected = resolve));
    socket.on('error', () => {});
    socket.on('message', (frame: Buffer) => {
      if (isPing(frame)) return socket.send(PONG);
      if (frame[0] !== 0x34) return;
      if (frame[1] === 0x30) connected();
      else if (frame[1] === 0x33) this.takeAnswer(frame);
      else if (isFlush(frame)) this.takeFlush(frame);
      else this.takeUpdate(frame);
    });
    socket.once('close', () => {
      connected();
      clearInterval(this.echo);
      for (const settle of this.asked.values()) settle({ ok: false, error: { code: 'CLOSED' } });
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  ask<T extends object>(name: CommandName, payload: object): Promise<Result & Partial<T>> {
    if (!this.isOpen) return Promise.resolve({ ok: false, error: { code: 'CLOSED' } });
    const id = this.next++;
    return new Promise((resolve) => {
      this.asked.set(id, resolve);
      this.socket.send(encodeCommand(name, payload as never, id));
    });
  }

  tell(name: CommandName, payload: object): void {
    if (this.isOpen) this.socket.send(encodeCommand(name, payload as never));
  }

  /** As `ask`, where only success will do. */
  async do<T extends object>(name: CommandName, payload: object): Promise<Partial<T>> {
    const result = await this.ask<T>(name, payload);
    if (!result.ok) throw new Error(`${name}: ${result.error.code}`);
    return result;
  }

  /** The next phase of this kind, or the one that is on unless it is that `version`. */
  async until(kind: PhaseKind, not?: number): Promise<PhasePayload> {
    const limit = AbortSignal.timeout(PHASE_MS);
    for (;;) {
      const { phase } = this;
      if (phase?.kind === kind && phase.version !== not) return phase;
      await new Promise<void>((resolve, reject) => {
        const stop = (): void => reject(new Error(`no ${kind} in ${PHASE_MS} ms`));
        if (limit.aborted) return stop();
        limit.addEventListener('abort', stop, { once: true });
        this.hears.add(() => {
          limit.removeEventListener('abort', stop);
          resolve();
        });
      });
    }
  }

  /** The code with which the server refuses what a handshake asked for, or `CLOSED`. */
  async refusal(): Promise<string> {
    while (this.refused === undefined && this.isOpen)
      await new Promise<void>((resolve) => {
        this.hears.add(resolve);
        this.socket.once('close', () => resolve());
      });
    return this.refused ?? 'CLOSED';
  }

  /** Resolves when the server has removed this one, or the connection has ended. */
  untilGone(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.isOpen) return resolve();
      this.socket.once('close', () => resolve());
      this.socket.on('message', (frame: Buffer) => {
        if (frame.includes('"REMOVED"')) resolve();
      });
    });
  }

  close(): void {
    this.socket.terminate();
  }

  private takeAnswer(frame: Buffer): void {
    const packet = decode(frame.toString());
    if (packet.type !== 'ack') return;
    this.asked.get(packet.id)?.(packet.result as Result);
    this.asked.delete(packet.id);
  }

  private takeFlush(frame: Buffer): void {
    this.flush = parseInt(frame.toString('latin1', FLUSH_NUMBER_AT, FLUSH_NUMBER_AT + 16), 10);
    this.echo ??= setInterval(
      () => void this.ask('syncTime', { t0: 0, flush: this.flush }),
      ECHO_MS,
    );
  }

  private takeUpdate(frame: Buffer): void {
    if (!isTold(frame)) return;
    const packet = decode(frame.toString());
    if (packet.type !== 'update') return;
    const { name, payload } = packet.update;
    if (name === 'exception') this.refused = payload.code;
    if (name === 'phase') this.phase = payload;
    if (name === 'joinRoom') this.incarnation = payload.incarnation ?? this.incarnation;
    const hears = [...this.hears];
    this.hears.clear();
    for (const hear of hears) hear();
  }
}

const TOLD = ['42/game,["phase"', '42/game,["joinRoom"', '42/game,["exception"'].map((head) =>
  Buffer.from(head),
);

/** Whether a frame tells what a seat wants to know; all others are not read. */
function isTold(frame: Buffer): boolean {
  return TOLD.some((head) => frame.subarray(0, head.length).equals(head));
}

const LOOK_MS = 200;
const LOOKS = 50;
/** The server's clock and this one's timer may differ by so much. */
const SPARE_MS = 50;

export interface Member {
  visitor: Visitor;
  seat: Seat;
  playerId: string;
}

export interface AttackRoom {
  pin: string;
  /** The connection of who opened the room. */
  host: Seat;
  owner: Visitor;
  members: Member[];
}

interface RoomWish {
  maxPlayerCount?: number;
  format?: 'json' | 'compact2';
  hostPlays?: boolean;
}

/** A room of a visitor, with a seat for each of the others. */
export async function openRoom(
  owner: Visitor,
  others: readonly Visitor[] = [],
  { maxPlayerCount = 200, format = 'json', hostPlays = true }: RoomWish = {},
): Promise<AttackRoom> {
  const host = await owner.connect({ format });
  const options = { title: 'Attack', gameMode: 'RANKING', scoring: 'early', maxPlayerCount };
  const { gameId: pin = '' } = await host.do<{ gameId: string }>('createRoom', {
    ...options,
    hostPlays,
  });
  const members = await Promise.all(
    others.map(async (visitor, n) => {
      const seat = await visitor.connect({ format });
      const { playerId } = await seat.do<JoinAck>('joinRoom', {
        gameId: pin,
        playerName: `Seat ${n}`,
      });
      return { visitor, seat, playerId: playerId ?? '' };
    }),
  );
  return { pin, host, owner, members };
}

export function closeRoom({ host, members }: AttackRoom): void {
  for (const { seat } of members) seat.close();
  host.close();
}

/** Plays a game of so many questions to its end; each is judged, so that there is something to keep. */
export async function play({ host }: AttackRoom, questions: number): Promise<void> {
  await host.do('startGame', {});
  let asked = -1;
  for (let n = 1; n <= questions; n++) {
    const { version, startTime } = await host.until('question', asked);
    asked = version;
    // Sooner, it would be dropped, and nothing judged (R4.7).
    await sleep(startTime + limits.MIN_SHOWN_MS + SPARE_MS - Date.now());
    await host.do('closeQuestion', { version });
    const reveal = await host.until('reveal');
    await host.do(n < questions ? 'nextPhase' : 'endGame', { version: reveal.version });
  }
  await host.until('lobby');
}

/** The newest game that is kept for a visitor, once it is over. */
export async function keptGame(owner: Visitor): Promise<string> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { games } = await owner.json<KeptGameList>('GET', '/api/desk/results');
    const [game] = games;
    if (game !== undefined && game.endedAt !== null) return game.id;
    await sleep(LOOK_MS);
  }
  throw new Error('no game is kept');
}
