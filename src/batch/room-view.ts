import { ChatLog, type Audience } from '../game/chat-log.js';
import type { Phase } from '../game/phase.js';
import { isAlive, isConnected, type Seat } from '../game/room-state.js';
import { markSeat } from '../game/transitions.js';
import type { Position } from '../game/zones.js';
import {
  encodeMove,
  limits,
  toFraction,
  type OptionsPayload,
  type PlayerPayload,
  type PositionUpdate,
  type QuizSetChoice,
  type ScreenOptions,
  type WirePosition,
} from '../protocol/index.js';
import type { RoomSnapshot } from '../store/contract.js';
import type { RoomFact } from '../store/facts.js';

/** A process's copy of a room. Only facts change it, so all copies are equal at the same `seq`. */
export class RoomView {
  readonly roomId: string;
  readonly pin: string;
  readonly seats: Map<number, Seat>;
  private readonly slots: Map<string, number>;
  readonly chat: ChatLog;
  /** Of the store that it is a copy of. */
  incarnation: string;
  seq: number;
  phase: Phase;
  options: OptionsPayload;
  quizSet: QuizSetChoice;
  screen: ScreenOptions;
  isMuted: boolean;
  /** Stays between servers, unlike `hostId`. */
  readonly ownerIdentityId: string;
  hostId: string;
  kicked: string[];

  constructor({ incarnation, state, chat }: RoomSnapshot) {
    this.incarnation = incarnation;
    this.roomId = state.roomId;
    this.pin = state.pin;
    this.seats = new Map(state.seats.map((seat) => [seat.slot, seat]));
    this.slots = new Map(state.seats.map(({ playerId, slot }) => [playerId, slot]));
    this.chat = new ChatLog(chat);
    this.seq = state.seq;
    this.phase = state.phase;
    this.options = { ...state.options, isLocked: state.isLocked };
    this.quizSet = state.quizSet;
    this.screen = state.screen;
    this.isMuted = state.isMuted;
    this.ownerIdentityId = state.ownerIdentityId;
    this.hostId = state.hostId;
    this.kicked = state.kicked;
  }

  apply(fact: RoomFact): void {
    this.seq = fact.seq;
    switch (fact.kind) {
      case 'seated':
        this.seats.set(fact.seat.slot, { ...fact.seat });
        this.slots.set(fact.seat.playerId, fact.seat.slot);
        break;
      case 'attached': {
        const { epoch, connectionId } = fact;
        this.patchSeat(fact.slot, { epoch, connectionId, droppedAt: null });
        break;
      }
      case 'dropped':
        this.patchSeat(fact.slot, { connectionId: null, droppedAt: fact.droppedAt });
        break;
      case 'left':
        if (fact.reason === 'kicked') {
          this.chat.takeBack(fact.playerId);
          this.kicked = [...this.kicked, fact.playerId].slice(-limits.KICKED_KEPT);
        }
        this.seats.delete(fact.slot);
        this.slots.delete(fact.playerId);
        break;
      case 'renamed':
        this.patchSeat(fact.slot, { playerName: fact.playerName });
        break;
      case 'host':
        this.hostId = fact.hostId;
        break;
      case 'options':
        this.options = fact.options;
        break;
      case 'quizSet':
        this.quizSet = fact.quizSet;
        break;
      case 'screen':
        this.screen = fact.screen;
        break;
      case 'muted':
        this.isMuted = fact.muted;
        break;
      case 'shared':
        for (const { slot, position } of fact.moves) this.patchSeat(slot, { position });
        for (const chat of fact.chats) this.chat.append(chat);
        break;
      case 'phase': {
        this.phase = fact.phase;
        const marks = new Map(fact.seatMarks.map((mark) => [mark.slot, mark]));
        for (const seat of this.seats.values())
          markSeat(seat, { everyone: fact.everyone, mark: marks.get(seat.slot) });
        break;
      }
      case 'screensFreed':
      case 'closed':
        break;
    }
  }

  /** Whether one player at most is alive in a game of survival, which ends it unless one began it alone. */
  get hasOneAliveAtMost(): boolean {
    if (this.options.gameMode !== 'SURVIVAL' || this.phase.kind === 'lobby') return false;
    let living = 0;
    for (const seat of this.seats.values()) if (isAlive(seat) && ++living > 1) return false;
    return true;
  }

  isOwner({ identityId }: Pick<Seat, 'identityId'>): boolean {
    return identityId === this.ownerIdentityId;
  }

  seatOfPlayer(playerId: string): Seat | undefined {
    const slot = this.slots.get(playerId);
    return slot === undefined ? undefined : this.seats.get(slot);
  }

  /** Where somebody sits, unless they have another name by now. */
  slotOf(playerId: string, playerName?: string): number | undefined {
    const seat = this.seatOfPlayer(playerId);
    const isKnown = playerName === undefined || seat?.playerName === playerName;
    return isKnown ? seat?.slot : undefined;
  }

  /** Spectators, who have no slot, are with the living (R7.4). */
  audienceOf(slot: number | null): Audience {
    const seat = slot === null ? undefined : this.seats.get(slot);
    return seat === undefined || isAlive(seat) ? 'living' : 'ghosts';
  }

  roster(audience: Audience): PlayerPayload[] {
    return Array.from(this.seats.values(), (seat) => this.player(seat, audience));
  }

  player(seat: Seat, audience: Audience): PlayerPayload {
    return {
      playerId: seat.playerId,
      playerName: seat.playerName,
      playerPosition: toWire(positionOf(seat, audience)),
      isHost: seat.playerId === this.hostId,
      ...(this.isOwner(seat) ? { isOwner: true } : {}),
      slot: seat.slot,
      isAlive: isAlive(seat),
      score: seat.score,
      connected: isConnected(seat),
    };
  }

  positions(slots: Iterable<number>, audience: Audience): PositionUpdate[] {
    const updates: PositionUpdate[] = [];
    for (const slot of slots) {
      const seat = this.seats.get(slot);
      if (seat === undefined) continue;
      updates.push({ playerId: seat.playerId, playerPosition: toWire(positionOf(seat, audience)) });
    }
    return updates;
  }

  /** The same in the digits of a compact frame. */
  packedPositions(slots: Iterable<number>, audience: Audience): string {
    let packed = '';
    for (const slot of slots) {
      const seat = this.seats.get(slot);
      if (seat === undefined) continue;
      const [x, y] = positionOf(seat, audience);
      packed += encodeMove(slot, x, y);
    }
    return packed;
  }

  private patchSeat(slot: number, patch: Partial<Seat>): void {
    const seat = this.seats.get(slot);
    if (seat !== undefined) Object.assign(seat, patch);
  }
}

/** Where an audience sees a player: to the living, a ghost stays where it fell (R7.1). */
function positionOf(seat: Seat, audience: Audience): Position {
  return audience === 'living' ? (seat.fellAt ?? seat.position) : seat.position;
}

function toWire([x, y]: Position): WirePosition {
  return [toFraction(x), toFraction(y)];
}
