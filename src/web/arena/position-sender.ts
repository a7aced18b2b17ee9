import { SEND_INTERVAL_MS, type WirePosition } from '../../protocol/position.js';
import type { Point } from '../room/zones.js';

/** Just before the deadline every step counts, and the command budget has room for a short burst. */
const URGENT_INTERVAL_MS = 40;

/** Five decimals tell the wire's steps apart; rounded down as the server does, never over an edge. */
const onWire = (value: number): number => Math.floor(value * 1e5 + 1e-6) / 1e5;

/** Decides when the server hears of the own position: offered every frame, sent when it changed and time is due. */
export class PositionSender {
  #sent: WirePosition | undefined;
  #sentAt = -Infinity;

  /** `send` answers false when there is no connection; the position is then offered again. */
  constructor(private readonly send: (position: WirePosition) => boolean) {}

  /** What the server has already. */
  known(point: Point): void {
    this.#sent = [onWire(point.x), onWire(point.y)];
  }

  /** What was sent is sent once more at the next offer. */
  repeat(): void {
    this.#sent = undefined;
  }

  /** Whether the server has yet to hear of this position. */
  differs(point: Point): boolean {
    return this.#sent?.[0] !== onWire(point.x) || this.#sent[1] !== onWire(point.y);
  }

  offer(point: Point, now: number, urgency: 'normal' | 'urgent' | 'now' = 'normal'): void {
    if (!this.differs(point)) return;
    const interval = { normal: SEND_INTERVAL_MS, urgent: URGENT_INTERVAL_MS, now: 0 }[urgency];
    if (now - this.#sentAt < interval) return;
    const position: WirePosition = [onWire(point.x), onWire(point.y)];
    if (!this.send(position)) return;
    this.#sent = position;
    this.#sentAt = now;
  }
}
