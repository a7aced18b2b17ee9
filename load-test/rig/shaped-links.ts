/** The Wi-Fi of a hall, between phones and a server: each phone has a link, and all of them share the way to the server. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface LinkShape {
  /** Bits a second of each phone, and of all together, in millions, each way. */
  mbitEach: number;
  mbitAll: number;
  roundTripMs: number;
}

/** So much of a connection is under way at most; a server is not read further then. */
const WINDOW_BYTES = 128 * 1024;
const PHONE = /^x-forwarded-for: (\S+)/im;

/** A wire that sends one byte after the other. */
class Wire {
  private freeAt = 0;

  constructor(private readonly mbit: number) {}

  /** When the last of these bytes has passed, of which the first may begin at `at`; in ms. */
  pass(bytes: number, at: number): number {
    this.freeAt = Math.max(this.freeAt, at) + (bytes * 8) / (this.mbit * 1_000);
    return this.freeAt;
  }
}

interface Link {
  up: Wire;
  down: Wire;
}

/** Passes on what comes from a socket, late and in order. */
class Way {
  private readonly queue: { data: Buffer; at: number }[] = [];
  private bytes = 0;
  private isOver = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly wires: readonly Wire[],
    private readonly delayMs: number,
  ) {
    from.on('end', () => this.end());
    from.on('close', () => this.end());
    from.on('error', () => {});
  }

  /** Those who share the wires do not wait for `extraMs`. */
  send(data: Buffer, extraMs = 0): void {
    const passed = this.wires.reduce((at, wire) => wire.pass(data.length, at), performance.now());
    const at = passed + this.delayMs + extraMs;
    this.queue.push({ data, at: Math.max(at, this.queue.at(-1)?.at ?? 0) });
    this.bytes += data.length;
    if (this.bytes > WINDOW_BYTES) this.from.pause();
    this.wait();
  }

  private wait(): void {
    const [next] = this.queue;
    if (this.timer !== undefined) return;
    if (next === undefined) {
      if (this.isOver) this.to.end();
      return;
    }
    this.timer = setTimeout(() => this.deliver(), Math.max(0, next.at - performance.now()));
  }

  private deliver(): void {
    this.timer = undefined;
    for (let next = this.queue[0]; next && next.at <= performance.now(); next = this.queue[0]) {
      this.queue.shift();
      this.bytes -= next.data.length;
      if (!this.to.destroyed) this.to.write(next.data);
    }
    if (this.bytes <= WINDOW_BYTES) this.from.resume();
    this.wait();
  }

  private end(): void {
    this.isOver = true;
    this.wait();
  }
}

/** A proxy with such links. Connections are those of one phone where they claim one address (X-Forwarded-For). */
export class ShapedLinks {
  private readonly hall: Link;
  private readonly links = new Map<string, Link>();
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly targetPort: number,
    private readonly shape: LinkShape,
  ) {
    this.hall = linkOf(shape.mbitAll);
  }

  static async start(targetPort: number, shape: LinkShape): Promise<ShapedLinks> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const links = new ShapedLinks(server, port, targetPort, shape);
    server.on('connection', (near) => links.join(near));
    return links;
  }

  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private join(near: Socket): void {
    const far = connect(this.targetPort, '127.0.0.1');
    for (const socket of [near, far]) {
      this.sockets.add(socket.setNoDelay());
      socket.once('close', () => this.sockets.delete(socket)).on('error', () => {});
    }
    near.once('data', (first) => {
      const link = this.linkOf(PHONE.exec(first.toString('latin1'))?.[1] ?? '');
      const delayMs = this.shape.roundTripMs / 2;
      const up = new Way(near, far, [link.up, this.hall.up], delayMs);
      const down = new Way(far, near, [this.hall.down, link.down], delayMs);
      // A connection takes a round trip before anything is asked on it.
      up.send(first, this.shape.roundTripMs);
      near.on('data', (data) => up.send(data));
      far.on('data', (data) => down.send(data));
    });
    near.once('close', () => far.destroy());
  }

  private linkOf(phone: string): Link {
    const link = this.links.get(phone) ?? linkOf(this.shape.mbitEach);
    this.links.set(phone, link);
    return link;
  }
}

function linkOf(mbit: number): Link {
  return { up: new Wire(mbit), down: new Wire(mbit) };
}
