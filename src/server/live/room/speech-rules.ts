import { isBig } from '../../../game/big-room.js';
import { chatBounds, type ChatBounds } from '../../../game/chat-bucket.js';
import type { Seat } from '../../../game/room-state.js';
import type { RoomView } from '../batch/room-view.js';
import { isAway, RoomError } from '../../../protocol/index.js';
import type { ShareUpdate } from '../store/room-update.js';
import { NearBounds } from './near-bounds.js';

/** Identities remembered before those are forgotten that may write again. */
const MANY = 1_000;

/** Decides who may write in the chat of a room now (R3.3, R8.4, R8.5). Host and co-hosts always may. */
export class SpeechRules {
  /** When each identity may write again, in ms of this process's clock: who has its connection here waits here. */
  private readonly waitsUntil = new Map<string, number>();
  private readonly near: NearBounds;

  constructor(
    private readonly view: RoomView,
    private readonly takeChat: (bounds: ChatBounds) => number | Promise<number>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.near = new NearBounds(view);
  }

  /**
   * Notes that whoever sits there writes. Throws BLIND, MUTED, and SLOW_MODE with the seconds that are left, also
   * until the room takes more chat (R8.9, R23.4); of that alone the store is asked.
   */
  check(slot: number): void | Promise<void> {
    const seat = this.speakerAt(slot);
    if (seat === undefined || this.view.isHelping(seat)) return;
    const waitedUntil = this.waitsUntil.get(seat.identityId);
    const now = this.now();
    this.slowDown(seat, now, this.leftMs(seat, now));
    return this.takeFromRoom(seat, waitedUntil);
  }

  /** The same of what is said to those near, with the bounds of that (R23.7), which hold for host and co-hosts, too. */
  checkNear(slot: number): void {
    const seat = this.speakerAt(slot);
    if (seat === undefined) return;
    const now = this.now();
    const leftMs = Math.max(this.leftMs(seat, now), this.near.leftMs(seat, now));
    this.slowDown(seat, now, leftMs);
    this.near.take(seat, now);
  }

  /** Others have said something, at other processes, too. */
  heard(update: ShareUpdate): void {
    this.near.heard(update, this.now());
  }

  private speakerAt(slot: number): Seat | undefined {
    const seat = this.view.seats.get(slot);
    this.checkSilence(seat);
    return seat;
  }

  /** Throws BLIND or MUTED for who may not write at all. */
  private checkSilence(seat: Seat | undefined): void {
    const { view } = this;
    // Not even the host, who may have a seat and an answer (R7.5).
    if (view.isSilent) throw new RoomError('BLIND');
    if (seat === undefined || view.isHelping(seat)) return;
    if (view.settings.isMuted || view.isMuted(seat)) throw new RoomError('MUTED');
  }

  /** At once where the store answers at once. Whoever is refused waits for no longer than before. */
  private takeFromRoom(seat: Seat, waitedUntil?: number): void | Promise<void> {
    try {
      const left = this.takeChat(chatBounds(this.view.settings));
      if (typeof left !== 'number') return this.takeLater(seat, left, waitedUntil);
      if (left > 0) throw slowMode(left);
    } catch (error) {
      this.giveBack(seat, waitedUntil);
      throw error;
    }
  }

  private async takeLater(seat: Seat, left: Promise<number>, waitedUntil?: number): Promise<void> {
    try {
      const leftMs = await this.orPass(left);
      if (leftMs > 0) throw slowMode(leftMs);
      // The store takes its time to answer.
      this.checkSilence(seat);
    } catch (error) {
      this.giveBack(seat, waitedUntil);
      throw error;
    }
  }

  private giveBack({ identityId }: Seat, waitedUntil: number | undefined): void {
    if (waitedUntil === undefined) this.waitsUntil.delete(identityId);
    else this.waitsUntil.set(identityId, waitedUntil);
  }

  /** In a hall, whoever shares the message tells whether the store is away (R8.1). */
  private async orPass(left: Promise<number>): Promise<number> {
    try {
      return await left;
    } catch (error) {
      if (isAway(error) && !isBig(this.view.settings)) return 0;
      throw error;
    }
  }

  /** How long the host's slow mode lets this player wait. */
  private leftMs(seat: Seat, now: number): number {
    const { slowSeconds } = this.view.settings;
    if (this.view.isHelping(seat)) return 0;
    return Math.min((this.waitsUntil.get(seat.identityId) ?? now) - now, slowSeconds * 1000);
  }

  private slowDown(seat: Seat, now: number, leftMs: number): void {
    if (leftMs > 0) throw slowMode(leftMs);
    const { slowSeconds } = this.view.settings;
    if (slowSeconds === 0 || this.view.isHelping(seat)) return;
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
