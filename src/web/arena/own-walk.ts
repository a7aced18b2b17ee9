import { prefersReducedMotion } from '../ui/reduced-motion.js';
import type { StageSession } from './stage-session.js';
import type { Point } from '../room/zones.js';

/** Before the deadline positions go out faster for this long. */
const URGENT_MS = 500;
/** Beyond half a round trip, what a position may need until the server has stored it. */
const DELIVERY_MARGIN_MS = 40;
const MAX_HOLD_MS = 350;

/** Moves the own avatar and keeps the server's idea of it equal to what is seen. */
export class OwnWalk {
  constructor(private readonly session: StageSession) {}

  /** The server is told also where that is the own place (R6.15). */
  goTo(point: Point, now: number): void {
    const { walker, sender } = this.session;
    if (prefersReducedMotion() && !this.#isChecked) return this.jump(point, now);
    walker.walkTo(point);
    sender.repeat();
  }

  /** Is there without the way, unless that is checked (R24.5); the server is told also where that is the same place (R16.7). */
  jump(point: Point, now: number): void {
    if (this.#leftMs() <= this.#holdMs()) return;
    const { walker } = this.session;
    if (this.#isChecked) {
      walker.jumpTo(walker, now);
      walker.walkTo(point);
    } else walker.jumpTo(point, now);
    this.session.sender.repeat();
    this.session.sender.offer(this.session.walker, now, 'urgent');
  }

  /** One frame; tells whether the avatar walks. */
  advance(elapsedMs: number, now: number): boolean {
    const { walker, sender } = this.session;
    const leftMs = this.#leftMs();
    // What the server cannot hear in time any more must not be seen either: the avatar stands
    // where it will be counted until the next phase begins (R5.3).
    if (leftMs <= this.#holdMs()) {
      sender.offer(walker, now, 'now');
      return false;
    }
    const moved = walker.step(elapsedMs, now);
    sender.offer(walker, now, leftMs < URGENT_MS ? 'urgent' : 'normal');
    return moved;
  }

  /** Whether the avatar walks, or the server has yet to hear where it stands. */
  get isUnderWay(): boolean {
    const { walker, sender, room } = this.session;
    // Away from the server there is nobody to tell; coming back is a change that is drawn.
    return walker.moving || (room.link === 'in' && sender.differs(walker));
  }

  get #isChecked(): boolean {
    return this.session.room.options?.walking === 'checked';
  }

  #holdMs(): number {
    return Math.min(MAX_HOLD_MS, this.session.clock.rttMs / 2 + DELIVERY_MARGIN_MS);
  }

  /** Until the deadline of a running question; endless when there is none. */
  #leftMs(): number {
    const { phase, isCurtained, isHeld } = this.session.room;
    // Behind a curtain nobody moves (R4.12), nor while a reveal is shown (R19.2).
    if (isCurtained || isHeld) return 0;
    if (phase?.kind !== 'question' || phase.pausedLeftMs !== undefined) return Infinity;
    return phase.endTime - this.session.clock.now();
  }
}
