/** What honest clients feel: round trips of acknowledged commands, of projectors in the room that plays. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Histogram, type Summary } from '../swarm/histogram.js';
import { until } from '../swarm/waiting.js';
import { decode, encodeCommand, encodeConnect, isPing, PONG } from '../swarm/wire.js';

const CLIENTS = 6;
const EVERY_MS = 50;
/** A round trip that takes longer is as bad as none. */
const LOST_MS = 10_000;

export interface Trips {
  ms: Summary;
  /** Asked and never answered. */
  lost: number;
}

export class RoundTrips {
  private readonly clients: Client[] = [];

  async open(target: string, pin: string): Promise<void> {
    for (let n = 0; n < CLIENTS; n++) this.clients.push(await Client.open(target, pin));
  }

  /** What was asked since the last call. */
  take(): Trips {
    const all = new Histogram();
    let lost = 0;
    for (const client of this.clients) {
      for (const ms of client.take()) all.record(ms);
      lost += client.lost();
    }
    return { ms: all.summary(), lost };
  }

  /** Resolves when a client has heard an answer since the last call of `take`, or none comes any more. */
  async felt(): Promise<void> {
    const isFelt = (): boolean => this.clients.some((client) => client.hasFelt);
    await until(isFelt, { everyMs: EVERY_MS, limitMs: LOST_MS });
  }

  get allConnected(): boolean {
    return this.clients.every(({ isOpen }) => isOpen);
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}

class Client {
  private readonly asked = new Map<number, number>();
  private trips: number[] = [];
  private next = 1;
  private readonly timer: NodeJS.Timeout;

  private constructor(private readonly socket: WebSocket) {
    socket.on('error', () => {});
    socket.on('message', (frame: Buffer) => this.read(frame));
    this.timer = setInterval(() => this.ask(), EVERY_MS);
  }

  static async open(target: string, pin: string): Promise<Client> {
    const url = new URL('/socket.io/', target.replace(/^http/, 'ws'));
    url.search = `EIO=4&transport=websocket&game-id=${pin}`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await once(socket, 'open');
    socket.send(encodeConnect({ role: 'screen' }));
    return new Client(socket);
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  get hasFelt(): boolean {
    return this.trips.length > 0;
  }

  take(): number[] {
    const { trips } = this;
    this.trips = [];
    return trips;
  }

  lost(): number {
    const oldest = performance.now() - LOST_MS;
    let lost = 0;
    for (const [id, askedAt] of this.asked) {
      if (askedAt > oldest && this.isOpen) continue;
      this.asked.delete(id);
      lost++;
    }
    return lost;
  }

  close(): void {
    clearInterval(this.timer);
    this.socket.terminate();
  }

  private ask(): void {
    if (!this.isOpen) return;
    const id = this.next++;
    this.asked.set(id, performance.now());
    this.socket.send(encodeCommand('syncTime', { t0: id }, id));
  }

  private read(frame: Buffer): void {
    if (isPing(frame)) return this.socket.send(PONG);
    // Acknowledgements are few and short; nothing else is of interest here.
    if (frame[0] !== 0x34 || frame[1] !== 0x33) return;
    const packet = decode(frame.toString());
    const askedAt = packet.type === 'ack' ? this.asked.get(packet.id) : undefined;
    if (packet.type !== 'ack' || askedAt === undefined) return;
    this.asked.delete(packet.id);
    this.trips.push(performance.now() - askedAt);
  }
}
