import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  FRAGMENT_HEAD,
  FRAMES,
  textFrame,
  type FrameKind,
} from '../../load-test/hostile/floods.js';
import { upgradeTo, WEBSOCKET_PATH } from '../../load-test/hostile/hostile-socket.js';

/** A frame of its own kind, without a reason. */
const CLOSE = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);

/** A WebSocket of its own making that sends faster than any library would. */
export class Flooder {
  /** Pongs that came back. */
  pongs = 0;
  isClosed = false;
  readonly closed: Promise<void>;

  private constructor(private readonly socket: Socket) {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 0x8a) this.pongs++;
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.isClosed = true;
        resolve();
      });
    });
  }

  static async open(url: string, options: { localAddress?: string } = {}): Promise<Flooder> {
    const { port, hostname: host } = new URL(url);
    const socket = connect({ port: Number(port), host, ...options });
    await once(socket, 'connect');
    socket.write(upgradeTo(new URL(url), WEBSOCKET_PATH));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) {
      socket.destroy();
      throw new Error(`refused: ${answer.toString('latin1').split('\r\n')[0]}`);
    }
    return new Flooder(socket);
  }

  /** Sends the CONNECT packets of both namespaces, so that messages to them are read. */
  enter(): void {
    this.socket.write(textFrame('40'));
    this.socket.write(textFrame('40/game,{}'));
  }

  /** Sends frames of a kind as fast as the server takes them, until it closes the connection. */
  async flood(kind: FrameKind): Promise<void> {
    if (kind === 'fragments of one byte') this.socket.write(FRAGMENT_HEAD);
    const block = Buffer.concat(Array<Buffer>(2_000).fill(FRAMES[kind]));
    while (!this.isClosed) {
      if (this.socket.write(block)) await new Promise(setImmediate);
      else await Promise.race([this.drained(), this.closed]);
    }
  }

  private drained(): Promise<void> {
    return new Promise((resolve) => this.socket.once('drain', resolve));
  }

  /** Says goodbye, and stays. */
  sayGoodbye(): void {
    this.socket.write(CLOSE);
  }

  async end(): Promise<void> {
    this.socket.destroy();
    await this.closed;
  }

  /** Goes without a word: what is under way is thrown away. */
  async reset(): Promise<void> {
    this.socket.resetAndDestroy();
    await this.closed;
  }
}
