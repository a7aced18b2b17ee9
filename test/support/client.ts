import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import {
  NAMESPACE,
  type AckResult,
  type ClientToServerEvents,
  type CommandName,
  type HandshakeAuth,
  type PlayerPayload,
  type ServerEvent,
  type ServerPayload,
  type ServerToClientEvents,
} from '../../src/protocol/index.js';

import { CompactReader } from './compact-reader.js';
import { PATIENCE_MS } from './patience.js';

type Payload<C extends CommandName> = Parameters<ClientToServerEvents[C]>[0];
type Answer<C extends CommandName> = Parameters<
  NonNullable<Parameters<ClientToServerEvents[C]>[1]>
>[0];

/** A real Socket.IO client that remembers, in order, everything that it was told; a flush and then its facts. */
export class TestClient {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  readonly heard: { event: string; payload: unknown }[] = [];
  /** Every Socket.IO packet as text, as it came over the wire. */
  readonly raw: string[] = [];
  private readonly flushes = new CompactReader();
  private readonly watchers = new Set<() => void>();

  constructor(url: string, options: Partial<ManagerOptions & SocketOptions> = {}) {
    this.socket = io(url + NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...options,
    });
    this.socket.onAny((event: string, payload: unknown) => this.note(event, payload));
    this.socket.on('disconnect', (reason) => this.note('disconnect', reason));
    this.socket.on('connect', () => this.note('connect', undefined));
    this.socket.on('connect_error', (error) => this.note('connect_error', error.message));
    this.socket.io.on('open', () => {
      this.socket.io.engine.on('data', (data: unknown) => this.raw.push(String(data)));
    });
  }

  /** Connects with an identity of its own, kept as a token. */
  static withToken(url: string, auth: HandshakeAuth = {}): TestClient {
    return new TestClient(url, { auth: { wantToken: true, ...auth } });
  }

  all<E extends ServerEvent>(event: E): ServerPayload<E>[] {
    return this.heard.flatMap((one) =>
      one.event === event ? [one.payload as ServerPayload<E>] : [],
    );
  }

  last<E extends ServerEvent>(event: E): ServerPayload<E> | undefined {
    return this.all(event).at(-1);
  }

  /** The first payload of an event that fits, already heard or still to come. */
  async wait<E extends ServerEvent>(
    event: E,
    fits: (payload: ServerPayload<E>) => boolean = () => true,
  ): Promise<ServerPayload<E>> {
    const find = (): ServerPayload<E> | undefined => this.all(event).find(fits);
    await this.until(() => find() !== undefined, event);
    return find() as ServerPayload<E>;
  }

  /** Resolves when the condition holds; it is looked at after each event. */
  until(condition: () => boolean, what = 'a condition'): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.watchers.delete(look);
        const events = this.heard.map(({ event }) => event).join(' ');
        reject(new Error(`waited in vain for ${what}; heard: ${events}`));
      }, PATIENCE_MS);
      // A caller that waited for the first of several things leaves the others waiting.
      timer.unref();
      const look = (): void => {
        if (!condition()) return;
        clearTimeout(timer);
        this.watchers.delete(look);
        resolve();
      };
      this.watchers.add(look);
      look();
    });
  }

  /** Sends a command and returns its acknowledgement, good or bad. */
  ask<C extends CommandName>(command: C, payload: Payload<C>): Promise<Answer<C>> {
    const socket = this.socket.timeout(PATIENCE_MS) as unknown as {
      emitWithAck(event: string, payload: unknown): Promise<Answer<C>>;
    };
    return socket.emitWithAck(command, payload);
  }

  /** Sends a command that has to succeed. */
  async do<C extends CommandName>(
    command: C,
    payload: Payload<C>,
  ): Promise<Extract<Answer<C>, { ok: true }>> {
    const answer = (await this.ask(command, payload)) as AckResult;
    if (!answer.ok) throw new Error(`${command}: ${answer.error.code} ${answer.error.message}`);
    return answer as Extract<Answer<C>, { ok: true }>;
  }

  /** Sends a command that has to fail, and returns the error's code. */
  async fail(command: CommandName, payload: unknown): Promise<string> {
    const answer: AckResult = await this.ask(command, payload as never);
    return answer.ok ? 'ok' : answer.error.code;
  }

  /** Sends a command without an acknowledgement, as old scripts do. */
  tell(command: string, payload?: unknown): void {
    const socket = this.socket as unknown as { emit(event: string, payload: unknown): void };
    socket.emit(command, payload);
  }

  /** Tells of what was seen from here on, as pages do: who does not is taken for a phone that is far behind. */
  echoFlushes(): this {
    let seen = -1;
    this.socket.on('flush', ([flush]) => {
      if (flush !== seen) this.tell('syncTime', { t0: 0, flush });
      seen = flush;
    });
    return this;
  }

  get playerId(): string {
    return this.last('getSelfId')?.playerId ?? '';
  }

  /** The signed identity, where the client asked for it. */
  get token(): string {
    return this.last('session')?.token ?? '';
  }

  /** Names of the events heard since the first `after` of them. */
  events(after = 0): string[] {
    return this.heard.slice(after).map(({ event }) => event);
  }

  /** This client as the newest roster frame that names it shows it. */
  get self(): PlayerPayload | undefined {
    return this.all('joinRoom')
      .flatMap(({ players }) => players)
      .findLast(({ playerId }) => playerId === this.playerId);
  }

  /** Drops the connection without a word, as a phone does that loses its network. */
  drop(): void {
    this.socket.io.engine.close();
  }

  close(): void {
    this.socket.disconnect();
  }

  private note(event: string, payload: unknown): void {
    this.heard.push({ event, payload });
    for (const [name, told] of this.flushes.read(event, payload))
      if (event === 'flush') this.heard.push({ event: name, payload: told });
    for (const look of Array.from(this.watchers)) look();
  }
}
