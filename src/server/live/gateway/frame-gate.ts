import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { TokenBucket } from '../../platform/rate/token-bucket.js';
import { FrameWalker } from './frame-walker.js';

/** A frame costs as much as so many bytes of payload: a ping of none takes the server some 3 µs. */
const FRAME_COST_BYTES = 256;
/** 110 moves or pings a second, and 900 at once: far above what the limits of commands let through. */
const BYTES_PER_S = 32 * 1024;
const BURST_BYTES = 256 * 1024;
/** Frames of one connection in one turn of the event loop; then the other connections have theirs. */
const FRAMES_A_TURN = 64;
const TURN_COST_BYTES = FRAMES_A_TURN * FRAME_COST_BYTES;
/** A connection that has been ahead of its bucket for so long is ended. */
const PATIENCE_MS = 5_000;

/** What may still come from a client that has said goodbye, in bytes; nobody reads it. */
const LAST_WORDS_BYTES = 64 * 1024;

type Reader = (chunk: Buffer) => void;

const gates = new WeakMap<Duplex, FrameGate>();

/**
 * Bounds what one WebSocket can cost (R10.2): counts its frames and bytes before they are read, whatever
 * is in them, and stops reading while its bucket is empty. `flooded` is called when the connection is
 * ended because it goes on.
 */
export function guardFrames(webSocket: WebSocket, connection: Duplex, flooded: () => void): void {
  const listeners = connection.listeners('data');
  const [ordinary] = listeners as [Reader];
  if (listeners.length !== 1) throw new Error('a WebSocket has one reader');
  const gate = new FrameGate(webSocket, connection, ordinary.bind(connection), flooded);
  // Under this name ws can remove it as its own, which it does when it reads no more.
  const take = Object.assign((chunk: Buffer) => gate.take(chunk), { listener: ordinary });
  connection.off('data', ordinary).on('data', take);
  connection.on('removeListener', (event) => {
    if (event === 'data') gate.end();
  });
  // Before ws, which would read all at once what waits in a connection that ends.
  connection.prependOnceListener('close', () => gate.close());
  gates.set(connection, gate);
}

/** From now on the connection may send as much as it likes. */
export function stopCounting(connection: Duplex): void {
  gates.get(connection)?.open();
}

class FrameGate {
  private readonly walker = new FrameWalker();
  private readonly bucket = new TokenBucket(BYTES_PER_S, BURST_BYTES, performance.now());
  /** What was read already and is not due yet; nothing more is read meanwhile. */
  private held: Buffer | undefined;
  /** Since when it has sent more than its bucket gives. */
  private aheadSince: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isOpen = false;
  private isClosed = false;

  constructor(
    private readonly webSocket: WebSocket,
    private readonly connection: Duplex,
    private readonly read: Reader,
    private readonly flooded: () => void,
  ) {}

  take(chunk: Buffer): void {
    if (this.isClosed) return;
    // What was on its way already when reading stopped.
    else if (this.held !== undefined) this.held = Buffer.concat([this.held, chunk]);
    else this.pass(chunk);
  }

  open(): void {
    this.isOpen = true;
  }

  /** ws reads no more: the client has said goodbye, or what it sent was no WebSocket. */
  end(): void {
    if (this.isClosed) return;
    this.drop();
    let left = LAST_WORDS_BYTES;
    this.connection.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) this.connection.destroy();
    });
  }

  close(): void {
    this.drop();
    this.connection.read();
  }

  /** Lets through what is due now, and holds the rest. */
  private pass(chunk: Buffer): void {
    if (this.isOpen) return this.read(chunk);
    const now = performance.now();
    const due = Math.min(FRAMES_A_TURN, Math.floor(this.bucket.level(now) / FRAME_COST_BYTES));
    const end = due > 0 ? this.walker.walk(chunk, 0, due) : 0;
    if (end > 0) this.bucket.spend(now, this.walker.frames * FRAME_COST_BYTES + end);
    if (end < chunk.length) this.hold(chunk.subarray(end), now);
    else if (this.bucket.level(now) > TURN_COST_BYTES) this.aheadSince = undefined;
    if (end > 0 && !this.isClosed) this.read(chunk.subarray(0, end));
  }

  private hold(rest: Buffer, now: number): void {
    const waitMs = this.bucket.msUntil(now, FRAME_COST_BYTES);
    if (waitMs > 0) this.aheadSince ??= now;
    if (this.aheadSince !== undefined && now - this.aheadSince > PATIENCE_MS) {
      this.drop();
      this.webSocket.terminate();
      this.flooded();
      return;
    }
    this.held = rest;
    this.webSocket.pause();
    if (waitMs === 0) setImmediate(() => this.goOn());
    // Not for each frame by itself: to wake up would cost more than to read it.
    else this.timer = setTimeout(() => this.goOn(), this.bucket.msUntil(now, TURN_COST_BYTES));
  }

  private goOn(): void {
    const { held } = this;
    if (held === undefined) return;
    this.held = undefined;
    this.pass(held);
    if (this.held === undefined) this.webSocket.resume();
  }

  private drop(): void {
    this.isClosed = true;
    this.held = undefined;
    clearTimeout(this.timer);
  }
}
