/** A program of its own, so that it can be slowed: floods a server until it is told to end. */
import { setInterval as everyMs } from 'node:timers/promises';
import { seeded } from '../swarm/seeded.js';
import { FRAGMENT_HEAD, FRAMES, isFrameKind, textFrame, type FloodKind } from './floods.js';
import { hostileEvent, malformed } from './hostile-frames.js';
import { HostileSocket, upgradeTo, WEBSOCKET_PATH } from './hostile-socket.js';
import type { FloodToll } from './attackers.js';

const TICK_MS = 10;
const RECONNECT_MS = 10;
/** Until a rude client goes, at most. */
const RUDE_MS = 50;
/** Where nothing was sent until the end, it goes on for so long to send something. */
const MOST_LATE_MS = 10_000;
/** Kinds that only come and go. */
const PURE_CONNECTORS: ReadonlySet<FloodKind> = new Set(['handshakes', 'rude ends']);
/** Before a socket of `reconnects` goes and comes again. */
const FRAMES_A_VISIT = 500;

export interface FloodOrder {
  target: string;
  kind: FloodKind;
  sockets: number;
  /** Of all sockets together; frames, packets or requests. */
  perSecond: number;
  seed: number;
}

/** Floods until `signal` fires; tells when the first socket is there, and never rejects. */
export async function flood(
  order: FloodOrder,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<FloodToll> {
  const { kind, sockets, perSecond } = order;
  const toll: FloodToll = { sent: 0, connections: 0, refused: 0, closed: 0 };
  const crowd = Array.from(
    { length: sockets },
    (_, n) => new Attacker(order, toll, n, signal, onConnected),
  );
  const perTick = Math.max(1, Math.round((perSecond * TICK_MS) / 1000 / sockets));
  for (const one of crowd) one.connect();
  const isPure = PURE_CONNECTORS.has(kind);
  const isDone = (): boolean => isPure || toll.sent > 0 || isLate;
  let isLate = false;
  const beLate = (): void => void setTimeout(() => (isLate = true), MOST_LATE_MS).unref();
  signal.addEventListener('abort', beLate, { once: true });
  for await (const _ of everyMs(TICK_MS)) {
    if (signal.aborted && isDone()) break;
    for (const one of crowd) one.send(isPure ? 0 : perTick);
  }
  for (const one of crowd) one.leave();
  return toll;
}

/** One hostile client, over as many connections as it takes. */
class Attacker {
  private current: HostileSocket | undefined;
  private visitFrames = 0;
  private counted = 0;
  private unitBytes = 1;
  private sid = '';
  private readonly random: () => number;

  constructor(
    private readonly order: FloodOrder,
    private readonly toll: FloodToll,
    index: number,
    private readonly signal: AbortSignal,
    private readonly onConnected: () => void,
  ) {
    this.random = seeded(order.seed + index);
  }

  connect(): void {
    if (this.signal.aborted) return;
    this.toll.connections++;
    this.visitFrames = 0;
    this.counted = 0;
    this.sid = '';
    const { kind } = this.order;
    const isHttp = kind === 'polling' || kind === 'requests' || kind === 'rude ends';
    this.current = new HostileSocket(
      new URL(this.order.target),
      () => this.enter(),
      (wasReady) => {
        if (wasReady) this.toll.closed++;
        else this.toll.refused++;
        setTimeout(() => this.connect(), RECONNECT_MS);
      },
      isHttp,
    );
  }

  send(units: number): void {
    const { current } = this;
    if (current === undefined || !current.isReady) return;
    this.count(current);
    if (current.isBackedUp || units === 0) return;
    const bytes = this.bytesOf(units);
    if (bytes.length === 0) return;
    this.unitBytes = bytes.length / units;
    current.write(bytes);
    this.visitFrames += units;
    if (this.order.kind === 'reconnects' && this.visitFrames >= FRAMES_A_VISIT) current.end();
  }

  leave(): void {
    if (this.current?.isReady === true) this.count(this.current);
    this.current?.end();
  }

  private count(current: HostileSocket): void {
    if (this.visitFrames === 0) return;
    const taken = Math.floor(current.taken / this.unitBytes);
    this.toll.sent += Math.max(0, taken - this.counted);
    this.counted = Math.max(this.counted, taken);
  }

  private enter(): void {
    const { current, order } = this;
    this.onConnected();
    switch (order.kind) {
      case 'handshakes':
        return current?.end();
      case 'rude ends':
        if (current !== undefined) this.endRudely(current);
        return;
      case 'fragments of one byte':
        return current?.write(FRAGMENT_HEAD);
      case 'small messages':
        return current?.write(textFrame('40'));
      case 'commands':
      case 'hostile events':
        return current?.write(textFrame('40/game,{}'));
      case 'polling':
        current?.socket.on('data', (chunk: Buffer) => {
          this.sid = /"sid":"([\w-]+)"/.exec(chunk.toString('latin1'))?.[1] ?? this.sid;
        });
        return current?.write(this.request('GET', '/socket.io/?EIO=4&transport=polling'));
      default:
    }
  }

  /** Asks for something, in part or more than once, and goes before, while or after it is answered. */
  private endRudely(current: HostileSocket): void {
    const page = this.request('GET', '/');
    const asks = [
      upgradeTo(current.target, WEBSOCKET_PATH),
      upgradeTo(current.target, WEBSOCKET_PATH) + FRAMES.pings.toString('latin1'),
      upgradeTo(current.target, '/elsewhere'),
      this.request('HEAD', '/') + upgradeTo(current.target, '/elsewhere'),
      this.request('HEAD', '/') + upgradeTo(current.target, WEBSOCKET_PATH),
      page.slice(0, -2),
      page.repeat(1 + Math.floor(this.random() * 20)),
      this.request('POST', '/api/rooms/000000/quiz-set', 'x'.repeat(70_000)).slice(0, 40_000),
    ];
    const ask = asks[Math.floor(this.random() * asks.length)] ?? page;
    current.write(Buffer.from(ask, 'latin1'));
    const leave = this.random() < 0.5 ? () => current.reset() : () => current.end();
    if (this.random() < 0.3) leave();
    else setTimeout(leave, this.random() * RUDE_MS);
  }

  private bytesOf(units: number): Buffer {
    const { kind } = this.order;
    if (isFrameKind(kind)) return Buffer.concat(Array<Buffer>(units).fill(FRAMES[kind]));
    switch (kind) {
      case 'reconnects':
        return Buffer.concat(Array<Buffer>(units).fill(FRAMES.pings));
      case 'hostile events': {
        const events = Array.from({ length: units }, () =>
          this.random() < 0.9 ? [hostileEvent(this.random, '000000')] : malformed(this.random),
        );
        return Buffer.concat(events.flat().map(textFrame));
      }
      case 'requests':
        return Buffer.from(this.request('GET', '/api/info').repeat(units));
      case 'polling': {
        if (this.sid === '') return Buffer.alloc(0);
        const body = Array<string>(units).fill('3').join('\x1e');
        const path = `/socket.io/?EIO=4&transport=polling&sid=${this.sid}`;
        return Buffer.from(this.request('POST', path, body));
      }
      case 'handshakes':
      case 'rude ends':
        return Buffer.alloc(0);
    }
  }

  private request(method: string, path: string, body = ''): string {
    const { host } = new URL(this.order.target);
    const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
    return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${length}\r\n${body}`;
  }
}
