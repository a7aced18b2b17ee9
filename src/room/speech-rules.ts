import { isBig } from '../game/big-room.js';
import type { Seat } from '../game/room-state.js';
import type { RoomView } from '../batch/room-view.js';
import { RoomError } from '../protocol/index.js';

/** Identities remembered before those are forgotten that may write again. */
const MANY = 1_000;

/** Who may write in the chat of a room now (R3.3, R8.4, R8.5). Host and co-hosts always may. */
export class SpeechRules {
  /** When each identity may write again, in ms of this process's clock: who has its connection here waits here. */
  private readonly waitsUntil = new Map<string, number>();

  constructor(
    private readonly view: RoomView,
    private readonly takeChat: () => Promise<number>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Notes that whoever sits there writes. Throws BLIND, MUTED, and SLOW_MODE with the seconds that are left, in a big
   * room until it takes more chat (R23.4); of that alone the store is asked, so in a hall it is settled at once.
   */
  check(slot: number): void | Promise<void> {
    const { view } = this;
    const seat = view.seats.get(slot);
    this.checkSilence(seat);
    if (seat === undefined || view.isHelping(seat)) return;
    const { slowSeconds } = view.settings;
    const waitedUntil = this.waitsUntil.get(seat.identityId);
    if (slowSeconds > 0) this.slowDown(seat, slowSeconds);
    return isBig(view.settings) ? this.takeFromRoom(seat, waitedUntil) : undefined;
  }

  /** Throws BLIND or MUTED for who may not write at all. */
  private checkSilence(seat: Seat | undefined): void {
    const { view } = this;
    // Not even the host, who may have a seat and an answer (R7.5).
    if (view.isBlind) throw new RoomError('BLIND');
    if (seat === undefined || view.isHelping(seat)) return;
    if (view.settings.isMuted || view.isMuted(seat)) throw new RoomError('MUTED');
  }

  /** Whoever is refused waits for no longer than before. */
  private async takeFromRoom(seat: Seat, waitedUntil?: number): Promise<void> {
    const { identityId } = seat;
    try {
      const leftMs = await this.takeChat();
      if (leftMs > 0) throw slowMode(leftMs);
      // The store takes its time to answer.
      this.checkSilence(seat);
    } catch (error) {
      if (waitedUntil === undefined) this.waitsUntil.delete(identityId);
      else this.waitsUntil.set(identityId, waitedUntil);
      throw error;
    }
  }

  private slowDown(seat: Seat, slowSeconds: number): void {
    const now = this.now();
    const leftMs = Math.min(
      (this.waitsUntil.get(seat.identityId) ?? now) - now,
      slowSeconds * 1000,
    );
    if (leftMs > 0) throw slowMode(leftMs);
    if (this.waitsUntil.size >= MANY) this.forget(now);
    this.waitsUntil.set(seat.identityId, now + slowSeconds * 1000);
  }

  private forget(now: number): void {
    for (const [identityId, until] of this.waitsUntil)
      if (until <= now) this.waitsUntil.delete(identityId);
  }
}

function slowMode(leftMs: number): RoomError {
  return new RoomError('SLOW_MODE', `${Math.ceil(leftMs / 1000)} seconds left`);
}
