import { ChatLog } from '../../game/chat-log.js';
import type { QuizSet } from '../../game/quiz-set.js';
import type { RoomState, Seat } from '../../game/room-state.js';
import type { SeatRef } from '../contract.js';
import { SLOT_REST_MS } from '../rests.js';

/** One open room as the embedded store holds it. */
export class MemoryRoom {
  readonly seats = new Map<number, Seat>();
  readonly slotOf = new Map<string, number>();
  readonly banned = new Set<string>();
  /** Where those come from who have had a seat. */
  readonly addresses = new Set<string>();
  readonly chat = new ChatLog();
  private readonly slots: { serial: number; freeAt: number }[] = [];
  quizSet: QuizSet | undefined;

  constructor(
    readonly state: Omit<RoomState, 'seats'>,
    readonly openedBy: { identityId: string; address: string },
  ) {}

  /** The lowest slot that is free and has rested. */
  takeSlot(now: number): { slot: number; serial: number } {
    let slot = this.slots.findIndex(
      ({ freeAt }, candidate) => !this.seats.has(candidate) && freeAt <= now,
    );
    if (slot < 0) slot = this.slots.push({ serial: 0, freeAt: 0 }) - 1;
    const record = this.slots[slot] as { serial: number; freeAt: number };
    return { slot, serial: ++record.serial };
  }

  freeSlot(seat: Seat, now: number): void {
    this.seats.delete(seat.slot);
    this.slotOf.delete(seat.identityId);
    this.slots[seat.slot] = { serial: seat.serial, freeAt: now + SLOT_REST_MS };
  }

  seatOf(who: SeatRef): Seat | undefined {
    const seat = this.seats.get(who.slot);
    return seat?.serial === who.serial ? seat : undefined;
  }

  hasName(name: string, except?: Seat): boolean {
    for (const seat of this.seats.values())
      if (seat !== except && seat.playerName === name) return true;
    return false;
  }

  copy(): RoomState {
    const seats = [...this.seats.values()].sort((a, b) => a.slot - b.slot);
    const { options, quizSet, screen } = this.state;
    return {
      ...this.state,
      options: { ...options },
      quizSet: { ...quizSet },
      screen: { ...screen },
      seats: seats.map((seat) => ({ ...seat })),
    };
  }
}
