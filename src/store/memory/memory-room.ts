import { ChatLog } from '../../game/chat-log.js';
import type { QuizSet } from '../../game/quiz-set.js';
import { heirOf } from '../../game/host.js';
import { uniqueName } from '../../game/names.js';
import { nextQuestionIndex } from '../../game/phase.js';
import { isConnected, type RoomState, type Seat } from '../../game/room-state.js';
import { limits, RoomError } from '../../protocol/index.js';
import type { ScreenRequest, SeatRef, SeatRequest } from '../contract.js';
import { SLOT_REST_MS } from '../rests.js';

/** One open room as the embedded store holds it. */
export class MemoryRoom {
  readonly seats = new Map<number, Seat>();
  readonly slotOf = new Map<string, number>();
  readonly banned = new Set<string>();
  /** Connections of projectors in the order in which they came, and their identities. */
  readonly screens = new Map<string, string>();
  /** Identities of projectors that were let in; the lock does not keep them out. */
  private readonly watchers = new Set<string>();
  /** Where those come from who have had a seat. */
  readonly addresses = new Set<string>();
  readonly chat = new ChatLog();
  private readonly slots: { serial: number; freeAt: number }[] = [];
  quizSet: QuizSet | undefined;

  constructor(
    readonly state: Omit<RoomState, 'seats'>,
    readonly openedFrom: string,
  ) {}

  /** The lowest slot that is free and has rested. */
  private takeSlot(now: number): { slot: number; serial: number } {
    let slot = this.slots.findIndex(
      ({ freeAt }, candidate) => !this.seats.has(candidate) && freeAt <= now,
    );
    if (slot < 0) slot = this.slots.push({ serial: 0, freeAt: 0 }) - 1;
    const record = this.slots[slot] as { serial: number; freeAt: number };
    return { slot, serial: ++record.serial };
  }

  /** A new seat, with a number behind its name where that is taken. */
  addSeat(request: SeatRequest, now: number): Seat {
    const { identityId, connectionId, playerId, position } = request;
    const { phase, options } = this.state;
    const watches = phase.kind !== 'lobby' && options.gameMode === 'SURVIVAL';
    const seat: Seat = {
      ...this.takeSlot(now),
      identityId,
      playerId,
      connectionId,
      position,
      playerName: uniqueName(request.playerName, (name) => this.hasName(name)),
      fellAt: watches ? position : null,
      score: 0,
      playsFrom: nextQuestionIndex(phase),
      joinedAt: now,
      epoch: 1,
      droppedAt: null,
    };
    this.seats.set(seat.slot, seat);
    this.slotOf.set(identityId, seat.slot);
    this.addresses.add(request.address);
    return seat;
  }

  freeSlot(seat: Seat, now: number): void {
    this.seats.delete(seat.slot);
    this.slotOf.delete(seat.identityId);
    this.slots[seat.slot] = { serial: seat.serial, freeAt: now + SLOT_REST_MS };
  }

  seatOfIdentity(identityId: string): Seat | undefined {
    return this.seats.get(this.slotOf.get(identityId) ?? -1);
  }

  /** Throws KICKED, ROOM_LOCKED, TOO_MANY_SCREENS; returns the connection that has to go, if any. */
  addScreen({ connectionId, identityId }: ScreenRequest): string | null {
    if (this.banned.has(identityId)) throw new RoomError('KICKED');
    // A connection that asks again, as the answer got lost, has its slot already.
    if (this.screens.has(connectionId)) return null;
    const isHosts = this.isHosts(identityId);
    const own = [...this.screens].filter(([, identity]) => this.isHosts(identity));
    if (!isHosts && this.state.isLocked && !this.watchers.has(identityId))
      throw new RoomError('ROOM_LOCKED');
    const isFull = this.screens.size >= limits.MAX_SCREENS;
    const replaced = isFull && isHosts ? (own[0]?.[0] ?? null) : null;
    // One slot stays free for the host.
    const isOut = !isHosts && this.screens.size - own.length >= limits.MAX_SCREENS - 1;
    if (isOut || (isFull && replaced === null)) throw new RoomError('TOO_MANY_SCREENS');
    if (replaced !== null) this.screens.delete(replaced);
    this.screens.set(connectionId, identityId);
    this.watchers.add(identityId);
    return replaced;
  }

  /** Frees the slots of all screens that are not the host's; returns their connections. */
  dismissScreens(): string[] {
    const others = [...this.screens].filter(([, identityId]) => !this.isHosts(identityId));
    this.watchers.clear();
    for (const [connectionId] of others) this.screens.delete(connectionId);
    return others.map(([connectionId]) => connectionId);
  }

  private isHosts(identityId: string): boolean {
    const { hostId } = this.state;
    const isHost = hostId !== '' && this.seatOfIdentity(identityId)?.playerId === hostId;
    return isHost || this.isOwnedBy(identityId);
  }

  /** Keeps somebody out for good, and takes back what they said (R9.1). */
  ban({ identityId, playerId }: Seat): void {
    this.banned.add(identityId);
    this.chat.takeBack(playerId);
    this.state.kicked = [...this.state.kicked, playerId].slice(-limits.KICKED_KEPT);
  }

  seatOf(who: SeatRef): Seat | undefined {
    const seat = this.seats.get(who.slot);
    return seat?.serial === who.serial ? seat : undefined;
  }

  isOwnedBy(identityId: string): boolean {
    return this.state.ownerIdentityId === identityId;
  }

  heir(): Seat | undefined {
    return heirOf(this.seats.values(), this.state.ownerIdentityId);
  }

  /** Whether this player sits here and is connected. */
  isPresent(playerId: string): boolean {
    for (const seat of this.seats.values())
      if (seat.playerId === playerId) return isConnected(seat);
    return false;
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
