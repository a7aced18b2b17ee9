/** What honest clients feel: round trips of acknowledged commands, of projectors in the room that plays. */
import { Histogram, type Summary } from '../swarm/histogram.js';
import { until } from '../swarm/waiting.js';
import { Visitor, type Seat } from './visitor.js';

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
    for (let n = 0; n < CLIENTS; n++) {
      const seat = await new Visitor(target).connect({ role: 'screen' }, true, { 'game-id': pin });
      this.clients.push(new Client(seat));
    }
  }

  /** What was asked since the last call. */
  take(): Trips {
    const all = new Histogram();
    let lost = 0;
    for (const client of this.clients) {
      for (const ms of client.trips.splice(0)) all.record(ms);
      lost += client.lost();
    }
    return { ms: all.summary(), lost };
  }

  /** Resolves when a client has heard an answer since the last call of `take`, or none comes any more. */
  async felt(): Promise<void> {
    const isFelt = (): boolean => this.clients.some(({ trips }) => trips.length > 0);
    await until(isFelt, { everyMs: EVERY_MS, limitMs: LOST_MS });
  }

  get allConnected(): boolean {
    return this.clients.every(({ seat }) => seat.isOpen);
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}

class Client {
  readonly trips: number[] = [];
  private readonly askedAt = new Map<number, number>();
  private next = 1;
  private readonly timer = setInterval(() => void this.ask(), EVERY_MS);

  constructor(readonly seat: Seat) {}

  lost(): number {
    const oldest = performance.now() - LOST_MS;
    let lost = 0;
    for (const [id, askedAt] of this.askedAt) {
      if (askedAt > oldest && this.seat.isOpen) continue;
      this.askedAt.delete(id);
      lost++;
    }
    return lost;
  }

  close(): void {
    clearInterval(this.timer);
    this.seat.close();
  }

  private async ask(): Promise<void> {
    if (!this.seat.isOpen) return;
    const id = this.next++;
    const askedAt = performance.now();
    this.askedAt.set(id, askedAt);
    const result = await this.seat.ask('syncTime', { t0: id });
    // What the end of the connection has cut off was not answered; what came too late is counted as lost.
    if (!result.ok && result.error.code === 'CLOSED') return;
    if (this.askedAt.delete(id)) this.trips.push(performance.now() - askedAt);
  }
}
