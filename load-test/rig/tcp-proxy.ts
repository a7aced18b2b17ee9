import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const BEGINNING = 512;

/** Stands between a client and a server, and can let connections die without either noticing. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly dead = new WeakSet<Socket>();
  private isCut = false;
  /** The first words of the client, by both ends of its connection. */
  private readonly beginnings = new WeakMap<Socket, string>();
  private unanswered: string | undefined;
  private cut: { text: string; isHeard: boolean } | undefined;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** On this port, or on a free one. */
  static async start(targetPort: number, port = 0): Promise<TcpProxy> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port);
    server.on('connection', (near) => proxy.join(near, connect(targetPort, '127.0.0.1')));
    return proxy;
  }

  get connections(): number {
    return this.sockets.size / 2;
  }

  /** From now on nothing passes on the connections that stand, or that began with this text; new ones work. */
  swallow(text = ''): void {
    for (const socket of this.sockets)
      if ((this.beginnings.get(socket) ?? '').includes(text)) this.dead.add(socket);
  }

  /** Nothing passes until `heal`, as where a network is cut: also new connections hear nothing, and no end. */
  cutOff(): void {
    this.isCut = true;
    this.swallow();
  }

  /** New connections work again, and those from before end. */
  heal(): void {
    this.isCut = false;
    for (const socket of this.sockets) if (this.dead.has(socket)) socket.destroy();
  }

  /** Nothing comes back any more on the connection on which this text passes first. */
  loseAnswerTo(text: string): void {
    this.unanswered = text;
  }

  /** Ends the connection on which this text passes first: before it arrives, or where its answer would come back. */
  cutAt(text: string, { isHeard }: { isHeard: boolean }): void {
    this.cut = { text, isHeard };
  }

  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private join(near: Socket, far: Socket): void {
    near.on('data', (data) => {
      const known = this.beginnings.get(near) ?? '';
      if (known.length >= BEGINNING) return;
      const text = `${known}${data.toString('latin1')}`.slice(0, BEGINNING);
      for (const socket of [near, far]) this.beginnings.set(socket, text);
    });
    near.on('data', (data) => {
      if (this.unanswered === undefined || !data.includes(this.unanswered)) return;
      this.unanswered = undefined;
      this.dead.add(far);
    });
    near.on('data', (data) => {
      if (this.cut === undefined || !data.includes(this.cut.text)) return;
      const { isHeard } = this.cut;
      this.cut = undefined;
      const end = (): void => {
        near.destroy();
        far.destroy();
      };
      this.dead.add(isHeard ? far : near);
      if (isHeard) far.once('data', end);
      else end();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      if (this.isCut) this.dead.add(from);
      from.on('data', (data) => {
        if (!this.dead.has(from)) to.write(data);
      });
      from.on('error', () => {});
      from.on('close', () => {
        this.sockets.delete(from);
        if (!this.dead.has(from)) to.destroy();
      });
    }
  }
}
