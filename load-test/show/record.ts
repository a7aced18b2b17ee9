/** A game as a projector is told of it, for the home page to play again. */

import { writeFile } from 'node:fs/promises';
import { io, type Socket } from 'socket.io-client';
import { NAMESPACE, type JoinAck } from '../../src/protocol/index.js';
import { WIRE } from '../../src/protocol/wire.js';

/** When it was told, in ms since the first; the event, and its payload as the wire has it. */
type Frame = [atMs: number, event: string, payload: unknown];

/** A projector that keeps all it hears. */
export class Recorder {
  readonly #socket: Socket;
  readonly #frames: Frame[] = [];
  /** Epoch ms. */
  #begin = 0;

  constructor(
    url: string,
    private readonly gameId: string,
  ) {
    this.#socket = io(url + NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      auth: { role: 'screen', format: 'compact2', wire: WIRE, wantToken: true },
    });
    this.#socket.onAny((event: string, payload: unknown) => {
      // The token is the projector's.
      if (event !== 'session') this.#frames.push([Date.now() - this.#begin, event, payload]);
    });
  }

  async open(): Promise<void> {
    const { gameId } = this;
    const answer = (await this.#socket.emitWithAck('joinRoom', { gameId })) as JoinAck;
    if (answer.gameId !== gameId) throw new Error('the projector was not let in');
    // As pages do, or the server stops sending.
    const told = (): unknown =>
      this.#socket.emit('syncTime', { t0: 0, flush: this.#lastFlush }, () => undefined);
    const timer = setInterval(told, 500);
    this.#socket.on('disconnect', () => clearInterval(timer));
  }

  /** The game begins now: what was told before stands at its beginning. */
  start(): void {
    this.#begin = Date.now();
    for (const frame of this.#frames) frame[0] = 0;
  }

  async save(path: string): Promise<void> {
    this.#socket.disconnect();
    // Flushes without anything in them are there to be counted.
    const told = this.#frames.filter(
      ([, event, payload]) => event !== 'flush' || !isEmpty(payload),
    );
    const frames = told.map((frame) => JSON.stringify(frame)).join(',\n');
    await writeFile(path, `{"wire":${WIRE},"begin":${this.#begin},"frames":[\n${frames}\n]}\n`);
  }

  get #lastFlush(): number {
    const last = this.#frames.findLast(([, event]) => event === 'flush');
    return last === undefined ? 0 : Number((last[2] as unknown[])[0]);
  }
}

const isEmpty = (flush: unknown): boolean =>
  (flush as unknown[]).slice(1).every((part) => part === '' || part === null);
