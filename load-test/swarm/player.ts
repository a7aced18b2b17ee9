/** One raw connection that plays: connects, joins, counts what it gets and sends what it is told. */
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import type { AckResult, HandshakeAuth } from '../../src/protocol/commands.js';
import type { SlotHolder } from '../../src/protocol/compact.js';
import type { PlayerPayload } from '../../src/protocol/events.js';
import { flushNumber, FlushReader } from './flush-reader.js';
import {
  decode,
  encodeCommand,
  encodeConnect,
  FLUSH_NUMBER_AT,
  frameHeaderBytes,
  isFlush,
  isPing,
  PONG,
  type Packet,
  type ServerUpdate,
} from './wire.js';

/** A join that takes longer has failed. */
const JOIN_TIMEOUT_MS = 30_000;
/** A server that does not answer the closing handshake is cut off after this. */
const CLOSE_TIMEOUT_MS = 1_000;
/** How often a compact client tells what it has seen; a bit sooner where a move can carry it. */
const ECHO_MS = 1_000;
export const ECHO_WITH_MOVE_MS = 700;

export interface Joined {
  /** From the start of the connection to the roster that holds the player. */
  ms: number;
  roster: PlayerPayload[];
}

export interface PlayerListener {
  /** At once when the roster is in, before any frame that follows it. */
  joined(player: Player, joined: Joined): void;
  /** Every event that `reads` lets through; before the player has joined, every one. */
  frame(player: Player, event: string, bytes: number): void;
  /** Every update in those events; a compact frame has several. */
  update(player: Player, update: ServerUpdate, at: number): void;
  refused(code: string): void;
  /** The acknowledgement of a command that was sent with this number. */
  answered(player: Player, id: number, result: AckResult): void;
  /** Once, if the connection ends after the join and not by `leave`. */
  dropped(player: Player, reason: string): void;
}

export class Player {
  frames = 0;
  payloadBytes = 0;
  headerBytes = 0;
  /** Given by the server; empty until then. */
  id = '';
  /** Given with the seat; -1 until then. */
  slot = -1;
  /** When it began to connect, performance.now(). */
  startedAt = Infinity;
  joinedAt = Infinity;
  #socket: WebSocket | undefined;
  #joined = false;
  #leaving = false;
  #lastWord = '';
  readonly #flushes: FlushReader;
  #lastFlush = -1;
  #echoed = -1;
  #echoedAt = 0;

  constructor(
    readonly index: number,
    private readonly listener: PlayerListener,
    /** Whether a frame is worth decoding once the player has joined. */
    private readonly reads: (frame: Buffer) => boolean,
    private readonly auth: () => HandshakeAuth,
    /** As in `FlushReader`. */
    knows?: (slot: number) => SlotHolder | undefined,
  ) {
    this.#flushes = new FlushReader(knows);
  }

  get isConnected(): boolean {
    return this.#joined && this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Resolves after `joined`; rejects with the server's error code or the connection's error. */
  join(url: string, headers: Record<string, string> = {}): Promise<void> {
    this.startedAt = performance.now();
    // The swarm checks what the text says; checking its encoding too would cost a pass over each frame.
    const socket = new WebSocket(url, {
      headers,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    this.#socket = socket;
    return new Promise<void>((resolve, reject) => {
      const fail = (reason: string): void => {
        clearTimeout(timer);
        this.#leaving = true;
        socket.terminate();
        reject(new Error(reason));
      };
      const timer = setTimeout(() => fail('JOIN_TIMEOUT'), JOIN_TIMEOUT_MS);
      const echoing = setInterval(() => this.#echo(), ECHO_MS);
      const succeed = (roster: PlayerPayload[]): void => {
        clearTimeout(timer);
        this.#joined = true;
        this.joinedAt = performance.now();
        this.listener.joined(this, { ms: this.joinedAt - this.startedAt, roster });
        resolve();
      };
      socket.on('message', (data, isBinary) => {
        try {
          this.#take(data as Buffer, isBinary, succeed, fail);
        } catch (error) {
          this.#lastWord = `unreadable frame: ${String(error)}`;
          socket.terminate();
        }
      });
      socket.on('error', (error) => {
        this.#lastWord = error.message;
        if (!this.#joined && !this.#leaving) fail(error.message);
      });
      socket.on('close', (code) => {
        clearInterval(echoing);
        if (this.#leaving) return;
        const reason = this.#lastWord === '' ? `closed with code ${code}` : this.#lastWord;
        if (this.#joined) this.listener.dropped(this, reason);
        else fail(reason);
      });
    });
  }

  /** False when the connection is gone. */
  send(frame: string): boolean {
    if (!this.isConnected) return false;
    this.#socket?.send(frame);
    return true;
  }

  /** Gives up the seat, so that the room does not outlive the run; resolves when the socket is closed. */
  async leave(): Promise<void> {
    this.send(encodeCommand('exitRoom', {}));
    await this.hangUp();
  }

  /** Keeps the seat; resolves when the socket is closed. */
  async hangUp(): Promise<void> {
    const socket = this.#socket;
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
    this.#leaving = true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
      socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      socket.close();
    });
  }

  #take(
    data: Buffer,
    isBinary: boolean,
    succeed: (roster: PlayerPayload[]) => void,
    fail: (reason: string) => void,
  ): void {
    if (this.#leaving) return;
    this.frames++;
    this.payloadBytes += data.length;
    this.headerBytes += frameHeaderBytes(data.length);
    if (isBinary) return;
    if (isFlush(data)) this.#lastFlush = flushNumber(data, FLUSH_NUMBER_AT);
    if (isPing(data)) this.#socket?.send(PONG);
    else if (!this.#joined) this.#takeEarly(data, succeed, fail);
    else if (this.reads(data)) {
      const at = performance.now();
      this.#takeNotable(decode(data.toString()), data.length, at);
    }
  }

  #takeEarly(
    data: Buffer,
    succeed: (roster: PlayerPayload[]) => void,
    fail: (reason: string) => void,
  ): void {
    const packet = decode(data.toString());
    if (packet.type === 'open') this.#socket?.send(encodeConnect(this.auth()));
    else if (packet.type === 'refused') fail(packet.message);
    else if (packet.type === 'disconnected') fail('disconnected by the server');
    else if (packet.type === 'update') {
      const at = performance.now();
      this.listener.frame(this, packet.update.name, data.length);
      this.#unpack(packet.update, (update) => {
        if (update.name === 'getSelfId') this.id = update.payload.playerId;
        if (update.name === 'exception' && update.payload.event === 'connection') {
          fail(update.payload.code);
          return;
        }
        this.listener.update(this, update, at);
        if (this.#joined || update.name !== 'joinRoom') return;
        const self = update.payload.players.find(({ playerId }) => playerId === this.id);
        if (self === undefined) return;
        this.slot = self.slot;
        succeed(update.payload.players);
      });
    }
  }

  #unpack(update: ServerUpdate, take: (update: ServerUpdate) => void): void {
    if (update.name === 'flush') this.#flushes.read(update.payload, take);
    else {
      this.#flushes.note(update);
      take(update);
    }
  }

  /** By the clock and not by the flushes: the last one before a pause has to be told, too. */
  #echo(): void {
    const flush = this.untoldFlush(ECHO_MS);
    if (flush === undefined) return;
    this.#socket?.send(encodeCommand('syncTime', { t0: 0, flush }));
  }

  /** The last flush, to be told now, if it is a new one and the last telling is that long ago. */
  untoldFlush(afterMs: number): number | undefined {
    const now = performance.now();
    if (this.#lastFlush === this.#echoed || now - this.#echoedAt < afterMs) return undefined;
    this.#echoed = this.#lastFlush;
    this.#echoedAt = now;
    return this.#lastFlush;
  }

  #takeNotable(packet: Packet, bytes: number, at: number): void {
    if (packet.type === 'update') {
      this.listener.frame(this, packet.update.name, bytes);
      this.#unpack(packet.update, (update) => {
        if (update.name === 'exception') this.listener.refused(update.payload.code);
        if (update.name === 'notice') this.#lastWord = `notice ${update.payload.code}`;
        if (update.name === 'kickRoom' && update.payload.playerId === this.id)
          this.#lastWord = 'kicked';
        this.listener.update(this, update, at);
      });
    } else if (packet.type === 'ack') {
      const result = packet.result as AckResult;
      if (!result.ok) this.listener.refused(result.error.code);
      this.listener.answered(this, packet.id, result);
    } else if (packet.type === 'disconnected') {
      this.#lastWord = this.#lastWord === '' ? 'disconnected by the server' : this.#lastWord;
      this.#leaving = true;
      this.#socket?.terminate();
      this.listener.dropped(this, this.#lastWord);
    }
  }
}
