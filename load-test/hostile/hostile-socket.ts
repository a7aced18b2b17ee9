import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export const WEBSOCKET_PATH = '/socket.io/?EIO=4&transport=websocket';

/** The request of a handshake, which may ask for what is not there. */
export function upgradeTo({ host }: URL, path: string): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`
  );
}

/** A raw connection to the server, faster and ruder than any library. */
export class HostileSocket {
  readonly socket: Socket;
  isReady = false;
  isClosed = false;
  private handshakeBytes = 0;

  /** `ready` is called when the handshake stands, `closed` once, however it ends. */
  constructor(
    readonly target: URL,
    private readonly ready: () => void,
    closed: (wasReady: boolean) => void,
    private readonly isHttp: boolean,
  ) {
    const port = Number(target.port);
    this.socket = connect({ host: target.hostname, port });
    this.socket.setNoDelay(true);
    this.socket.on('error', () => {});
    this.socket.once('close', () => {
      this.isClosed = true;
      closed(this.isReady);
    });
    this.socket.once('connect', () => this.begin());
  }

  /** What the system has taken after the handshake, in bytes. */
  get taken(): number {
    return this.socket.bytesWritten - this.socket.writableLength - this.handshakeBytes;
  }

  get isBackedUp(): boolean {
    return this.socket.writableLength > 0;
  }

  write(bytes: Buffer | string): void {
    if (!this.isClosed && this.socket.writable) this.socket.write(bytes);
  }

  end(): void {
    this.socket.destroy();
  }

  /** Goes without a word. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  private begin(): void {
    if (this.isHttp) {
      this.isReady = true;
      this.ready();
      return;
    }
    this.write(upgradeTo(this.target, WEBSOCKET_PATH));
    this.socket.once('data', (answer: Buffer) => {
      this.isReady = answer.toString('latin1').startsWith('HTTP/1.1 101');
      this.handshakeBytes = this.socket.bytesWritten;
      if (this.isReady) this.ready();
      else this.end();
    });
    // A client that does not read would be slowed by its own buffers.
    this.socket.resume();
  }
}
