import type { OpenRoom } from '../../game/give-way.js';
import { uniqueName } from '../../game/names.js';
import { deadlineOf } from '../../game/phase.js';
import type { QuizSet } from '../../game/quiz-set.js';
import { comesWith, type HostChange } from '../../game/host.js';
import { isAlive, type RoomState, type Seat } from '../../game/room-state.js';
import { markSeat } from '../../game/transitions.js';
import { RoomError, type PublicRoom, type QuizSetChoice } from '../../protocol/index.js';
import type {
  Heads,
  Member,
  NewRoom,
  PhaseClaim,
  RoomPatch,
  RoomSnapshot,
  RoomStore,
  ScreenGrant,
  ScreenRequest,
  SeatGrant,
  SeatRef,
  SeatRequest,
  ShareBatch,
} from '../contract.js';
import type { CloseReason, LeaveReason, RoomChange } from '../facts.js';
import type { MemoryBus } from './memory-bus.js';
import { MemoryRegistry } from './memory-registry.js';
import type { MemoryRoom } from './memory-room.js';
import type { MemoryTimer } from './memory-timer.js';

/** Memory loses nothing before the process ends. */
const INCARNATION = 'memory';

/**
 * The embedded store: rooms in this process's memory. Each verb does its whole work before it first
 * yields, which makes it atomic.
 */
export class MemoryStore implements RoomStore {
  private readonly rooms: MemoryRegistry;

  constructor(
    private readonly bus: MemoryBus,
    private readonly timer: MemoryTimer,
    readonly now: () => number,
  ) {
    this.rooms = new MemoryRegistry(now);
  }

  async openRoom(room: NewRoom): Promise<string | undefined> {
    return this.rooms.open(room);
  }

  async closeRoom(roomId: string, reason: CloseReason, seq: number): Promise<void> {
    const room = this.rooms.get(roomId);
    if (room?.state.seq !== seq) return;
    this.publish(room, { kind: 'closed', reason });
    this.rooms.close(room);
    this.timer.disarm({ kind: 'phase', roomId });
    this.timer.disarm({ kind: 'housekeeping', roomId });
  }

  async findRoom(pin: string): Promise<string | undefined> {
    return this.rooms.find(pin);
  }

  async ownedRoom(identityId: string): Promise<{ roomId: string; pin: string } | undefined> {
    return this.rooms.ownedBy(identityId);
  }

  async publicRooms(): Promise<PublicRoom[]> {
    return this.rooms.listed();
  }

  async openRooms(): Promise<OpenRoom[]> {
    return this.rooms.opened();
  }

  async readRoom(roomId: string): Promise<RoomState | undefined> {
    return this.rooms.get(roomId)?.copy();
  }

  async snapshot(roomId: string): Promise<RoomSnapshot | undefined> {
    const room = this.rooms.get(roomId);
    return room && { incarnation: INCARNATION, state: room.copy(), chat: room.chat.all() };
  }

  async heads(roomIds: readonly string[]): Promise<Heads> {
    const rooms: Heads['rooms'] = new Map();
    for (const roomId of roomIds) {
      const state = this.rooms.get(roomId)?.state;
      if (state !== undefined) rooms.set(roomId, { seq: state.seq, version: state.phase.version });
    }
    return { incarnation: INCARNATION, rooms };
  }

  async seatPlayer(roomId: string, request: SeatRequest): Promise<SeatGrant> {
    const room = this.room(roomId);
    const { identityId, connectionId } = request;
    if (room.banned.has(identityId)) throw new RoomError('KICKED');
    const now = this.now();
    const slot = room.slotOf.get(identityId);
    const seat = slot === undefined ? undefined : room.seats.get(slot);
    if (seat !== undefined) {
      // A connection that asks again does not replace itself.
      const replaced = seat.connectionId === connectionId ? null : seat.connectionId;
      room.state.lastActivityAt = now;
      Object.assign(seat, { epoch: seat.epoch + 1, connectionId, droppedAt: null });
      const { slot, epoch } = seat;
      this.publish(room, { kind: 'attached', slot, epoch, connectionId });
      return { seat: { ...seat }, resumed: true, replaced, becameHost: this.grantHost(room, seat) };
    }
    if (room.state.isLocked) throw new RoomError('ROOM_LOCKED');
    if (room.seats.size >= room.state.options.maxPlayerCount) throw new RoomError('ROOM_FULL');
    const newcomer = room.addSeat(request, now);
    room.state.lastActivityAt = now;
    this.publish(room, { kind: 'seated', seat: { ...newcomer } });
    const becameHost = this.grantHost(room, newcomer);
    return { seat: { ...newcomer }, resumed: false, replaced: null, becameHost };
  }

  async findMember(pin: string, identityId: string): Promise<Member | undefined> {
    return this.rooms.findMember(pin, identityId);
  }

  async isFamiliar(
    roomId: string,
    { identityId, address }: { identityId: string; address: string },
  ): Promise<boolean> {
    const room = this.rooms.get(roomId);
    return room !== undefined && (room.slotOf.has(identityId) || room.addresses.has(address));
  }

  async addScreen(roomId: string, screen: ScreenRequest): Promise<ScreenGrant> {
    return { replaced: this.room(roomId).addScreen(screen) };
  }

  async removeScreen(roomId: string, connectionId: string): Promise<void> {
    this.rooms.get(roomId)?.screens.delete(connectionId);
  }

  async dismissScreens(roomId: string): Promise<string[]> {
    return this.room(roomId).dismissScreens();
  }

  async dropPlayer(roomId: string, slot: number, epoch: number): Promise<void> {
    const room = this.rooms.get(roomId);
    const seat = room?.seats.get(slot);
    if (room === undefined || seat === undefined) return;
    if (seat.epoch !== epoch || seat.droppedAt !== null) return;
    const droppedAt = this.now();
    Object.assign(seat, { connectionId: null, droppedAt });
    room.state.lastPresentAt = droppedAt;
    this.publish(room, { kind: 'dropped', slot, droppedAt });
  }

  async removePlayer(roomId: string, who: SeatRef, reason: LeaveReason): Promise<void> {
    const room = this.rooms.get(roomId);
    const seat = room?.seatOf(who);
    if (room === undefined || seat === undefined) return;
    if (who.epoch !== undefined && who.epoch !== seat.epoch) return;
    if (reason === 'freed' && room.state.phase.kind !== 'lobby') return;
    const now = this.now();
    if (reason === 'kicked') room.ban(seat);
    if (seat.droppedAt === null) room.state.lastPresentAt = now;
    room.freeSlot(seat, now);
    this.publish(room, { kind: 'left', slot: seat.slot, playerId: seat.playerId, reason });
    if (seat.playerId === room.state.hostId)
      this.changeHost(room, room.heir()?.playerId ?? '', false);
  }

  async renamePlayer(roomId: string, who: SeatRef, wanted: string): Promise<string> {
    const room = this.room(roomId);
    const seat = room.seatOf(who);
    if (seat === undefined) throw new RoomError('PLAYER_NOT_FOUND');
    if (!isAlive(seat))
      throw new RoomError('WRONG_PHASE', 'ghosts keep their names until the game ends');
    seat.playerName = uniqueName(wanted, (name) => room.hasName(name, seat));
    this.publish(room, { kind: 'renamed', slot: seat.slot, playerName: seat.playerName });
    return seat.playerName;
  }

  async setHost(roomId: string, change: HostChange): Promise<boolean> {
    const room = this.rooms.get(roomId);
    const { from, to, isHandedOver, ifAway } = change;
    if (room?.state.hostId !== from || !room.isPresent(to)) return false;
    if (ifAway && room.isPresent(from)) return false;
    this.changeHost(room, to, isHandedOver);
    return true;
  }

  async updateRoom(roomId: string, patch: RoomPatch, guard: { inLobby: boolean }): Promise<void> {
    const room = this.room(roomId);
    const { state } = room;
    if (guard.inLobby && state.phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE');
    const { quizSet, muted } = patch;
    if (patch.options !== undefined) {
      const options = { ...state.options, isLocked: state.isLocked, ...patch.options };
      const { isLocked, ...rest } = options;
      if (rest.maxPlayerCount < room.seats.size)
        throw new RoomError('BAD_REQUEST', `${room.seats.size} players sit already`);
      Object.assign(state, { options: rest, isLocked });
      this.publish(room, { kind: 'options', options });
    }
    if (quizSet !== undefined) {
      state.quizSet = quizSet;
      this.publish(room, { kind: 'quizSet', quizSet });
    }
    if (patch.screen !== undefined) {
      state.screen = { ...state.screen, ...patch.screen };
      this.publish(room, { kind: 'screen', screen: state.screen });
    }
    if (muted !== undefined) {
      state.isMuted = muted;
      this.publish(room, { kind: 'muted', muted });
    }
    state.lastActivityAt = this.now();
  }

  async putQuizSet(roomId: string, set: QuizSet, choice: QuizSetChoice): Promise<void> {
    const room = this.room(roomId);
    if (room.state.phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE');
    // First, so that whoever hears of the choice finds the set.
    room.quizSet = set;
    await this.updateRoom(roomId, { quizSet: choice }, { inLobby: true });
  }

  async getQuizSet(roomId: string): Promise<QuizSet | undefined> {
    return this.rooms.get(roomId)?.quizSet;
  }

  async share(roomId: string, batch: ShareBatch): Promise<number[]> {
    const room = this.room(roomId);
    const timestamp = this.now();
    const holder = ({ slot, epoch }: { slot: number; epoch: number }): Seat | undefined => {
      const seat = room.seats.get(slot);
      return seat?.epoch === epoch ? seat : undefined;
    };
    const moves = batch.moves.flatMap((move) => {
      const seat = holder(move);
      if (seat === undefined) return [];
      seat.position = move.position;
      return [{ slot: move.slot, position: move.position }];
    });
    const leftOut: number[] = [];
    const chats = batch.chats.flatMap((chat, i) => {
      const seat = holder(chat);
      if (seat === undefined) {
        leftOut.push(i);
        return [];
      }
      const { playerId, playerName } = seat;
      const { message } = chat;
      const ids = room.chat.nextIds(!isAlive(seat));
      const stored = { ...ids, playerId, playerName, message, timestamp };
      room.chat.append(stored);
      return [stored];
    });
    if (moves.length + chats.length === 0) return leftOut;
    room.state.lastActivityAt = timestamp;
    this.publish(room, { kind: 'shared', moves, chats });
    return leftOut;
  }

  async claimPhase(
    roomId: string,
    { fromVersion, deadline, transition }: PhaseClaim,
  ): Promise<'claimed' | 'stale' | 'early' | 'late'> {
    const room = this.rooms.get(roomId);
    if (room?.state.phase.version !== fromVersion) return 'stale';
    const dueAt = deadlineOf(room.state.phase);
    const isDue = dueAt !== null && dueAt <= this.now();
    if (deadline === 'due' && !isDue) return 'early';
    if (deadline === 'open' && isDue) return 'late';

    const { phase, game, seatMarks, everyone } = transition;
    Object.assign(room.state, { phase, game, lastActivityAt: this.now() });
    const marks = new Map(seatMarks.map((mark) => [mark.slot, mark]));
    for (const seat of room.seats.values())
      markSeat(seat, { everyone, mark: marks.get(seat.slot) });

    const endsAt = deadlineOf(phase);
    if (endsAt === null) this.timer.disarm({ kind: 'phase', roomId });
    else this.timer.arm({ kind: 'phase', roomId, version: phase.version }, endsAt);
    this.publish(room, { kind: 'phase', phase, seatMarks, everyone });
    return 'claimed';
  }

  async armHousekeeping(roomId: string, at: number): Promise<void> {
    if (this.rooms.get(roomId) === undefined) return;
    const due = { kind: 'housekeeping', roomId } as const;
    if ((this.timer.armedAt(due) ?? Infinity) > at) this.timer.arm(due, at);
  }

  private room(roomId: string): MemoryRoom {
    const room = this.rooms.get(roomId);
    if (room === undefined) throw new RoomError('ROOM_NOT_FOUND');
    return room;
  }

  /** Gives the host role to who sat down or came back, where it comes with that; tells whether it did. */
  private grantHost(room: MemoryRoom, seat: Seat): boolean {
    const isHost = comesWith(seat, room.state);
    if (isHost) this.changeHost(room, seat.playerId, false);
    return isHost;
  }

  private changeHost(room: MemoryRoom, hostId: string, isHandedOver: boolean): void {
    Object.assign(room.state, { hostId, isHandedOver });
    this.publish(room, { kind: 'host', hostId });
  }

  private publish(room: MemoryRoom, change: RoomChange): void {
    this.bus.publish(room.state.roomId, { ...change, seq: ++room.state.seq });
  }
}
