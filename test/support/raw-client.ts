import { WebSocket, type ClientOptions } from 'ws';
import { PATIENCE_MS } from './patience.js';

/** A WebSocket that speaks Engine.IO by hand, so that it can send what no client library would. */
export class RawClient {
  readonly frames: string[] = [];
  /** Resolves with the close code, and never rejects. */
  readonly closed: Promise<number>;
  private readonly watchers = new Set<() => void>();
  private isClosed = false;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.note(data.toString()));
    this.closed = new Promise((resolve) => {
      socket.on('error', () => {});
      socket.on('close', (code) => {
        this.isClosed = true;
        resolve(code);
        for (const look of Array.from(this.watchers)) look();
      });
    });
  }

  /** Resolves when the transport stands; rejects with the HTTP status of a refusal. */
  static open(url: string, query = '', options: ClientOptions = {}): Promise<RawClient> {
    const target = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket${query}`;
    const socket = new WebSocket(target, options);
    const client = new RawClient(socket);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(client));
      socket.once('unexpected-response', (_request, response) => {
        reject(new Error(`refused with ${response.statusCode}`));
        socket.terminate();
      });
      socket.once('error', reject);
    });
  }

  get isOpen(): boolean {
    return !this.isClosed && this.socket.readyState === WebSocket.OPEN;
  }

  /** Text, or bytes for a binary frame; nothing where the server has closed already. */
  send(frame: string | Buffer): void {
    if (this.isOpen) this.socket.send(frame);
  }

  /** The first frame that fits, come already or still to come. */
  wait(fits: (frame: string) => boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        this.watchers.delete(look);
      };
      const fail = (why: string): void => {
        end();
        reject(
          new Error(`${why}; frames: ${this.frames.map((one) => one.slice(0, 80)).join(' ')}`),
        );
      };
      const look = (): void => {
        const frame = this.frames.find(fits);
        if (frame !== undefined) {
          end();
          resolve(frame);
        } else if (this.isClosed) fail('closed before the frame came');
      };
      const timer = setTimeout(() => fail('waited in vain'), PATIENCE_MS);
      timer.unref();
      this.watchers.add(look);
      look();
    });
  }

  /** Connects to the game's namespace and returns when the server has agreed. */
  async enter(auth: object = {}): Promise<this> {
    this.send(`40/game,${JSON.stringify(auth)}`);
    await this.wait((frame) => frame.startsWith('40/game,'));
    return this;
  }

  close(): void {
    this.socket.close();
  }

  private note(frame: string): void {
    this.frames.push(frame);
    if (frame === '2') this.send('3');
    for (const look of Array.from(this.watchers)) look();
  }
}
