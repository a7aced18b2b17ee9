import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { takeChat, type ChatBounds } from '../../../../game/chat-bucket.js';
import { notEarlier } from '../../../../game/kinds/entry.js';
import { EARLIEST_MS } from '../../../../game/shared/judged.js';
import type { OpenRoom } from '../../../../game/give-way.js';
import { deadlineOf } from '../../../../game/phase.js';
import type { QuizSet } from '../../../../game/shared/quiz-set.js';
import type { CloseReason } from '../../../../game/room-change.js';
import { copyRoom, isAlive, type RoomState, type Seat } from '../../../../game/room-state.js';
import { COCKPIT_SPEAKER, RoomError, type PublicRoom } from '../../../../protocol/index.js';
import { writingKey } from '../../../../game/writing.js';
import type {
  Append,
  AppendOutcome,
  AskedQuestion,
  CopyHead,
  FieldName,
  Heads,
  Missed,
  NewRoom,
  RoomSnapshot,
  RoomStore,
  ShareBatch,
  Standing,
} from '../contract.js';
import type { HeardNear, SharedText } from '../room-update.js';
import type { MemoryBus } from './memory-bus.js';
import type { Journal } from './journal/journal.js';
import { readJournals, type Restored } from './journal/restore.js';
import { wakeUp } from '../../../../game/come-back.js';
import { decideAll } from '../room-writer.js';
import type { SleepWatch } from './sleep-watch.js';
import { MemoryRegistry } from './memory-registry.js';
import type { MemoryRoom } from './memory-room.js';
import type { MemoryTimer } from './memory-timer.js';

const NEVER_SLEEPS = { look: () => undefined };

export interface Around {
  /** A room is to be opened where none is open. */
  begins?: (() => void) | undefined;
  /** Rooms are written down there. */
  journal?: Journal | undefined;
  sleeps?: Pick<SleepWatch, 'look'> | undefined;
  /**
   * Another one in each process, as seats of a process before are in the journal. It is the incarnation, too, as
   * memory loses nothing before the process ends.
   */
  processId?: string | undefined;
}

/**
 * The embedded store: rooms in this process's memory. Each verb does its whole work before it first
 * yields, which makes it atomic.
 */
export class MemoryStore implements RoomStore {
  readonly processId: string;
  private readonly rooms: MemoryRegistry;
  private readonly begins: () => void;
  private readonly journal: Journal | undefined;
  private readonly sleeps: Pick<SleepWatch, 'look'>;

  constructor(
    private readonly bus: MemoryBus,
    private readonly timer: MemoryTimer,
    readonly now: () => number,
    { begins = () => {}, journal, sleeps = NEVER_SLEEPS, processId = randomUUID() }: Around = {},
  ) {
    this.begins = begins;
    this.journal = journal;
    this.sleeps = sleeps;
    this.processId = processId;
    this.rooms = new MemoryRegistry(now, processId);
  }

  /** Reads the rooms that a process before has written down, which have nobody in them yet. */
  async restore(from: { dir: string; emptyRoomMs: number }): Promise<Restored> {
    this.begins();
    const restored = await readJournals({
      ...from,
      incarnation: this.processId,
      now: this.now(),
    });
    this.rooms.restore(restored);
    for (const { room, number } of restored.rooms) this.journal?.opened(room, number);
    return restored;
  }

  /** Deletes rooms that could not go on: nobody will start the version of before again. */
  async forget(folders: readonly string[]): Promise<void> {
    this.rooms.forgetForeign();
    for (const folder of folders)
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }

  isFull(): boolean {
    return false;
  }

  async openRoom(room: NewRoom): Promise<string | undefined> {
    if (this.rooms.isEmpty) this.begins();
    const opened = this.rooms.open(room);
    if (opened !== undefined) this.journal?.opened(opened);
    return opened?.state.roomId;
  }

  async closeRoom(roomId: string, reason: CloseReason, seq: number): Promise<void> {
    const room = this.rooms.get(roomId);
    if (room?.state.seq !== seq) return;
    this.bus.publish(roomId, { kind: 'closed', seq: ++room.state.seq, reason });
    this.rooms.close(room);
    this.journal?.closed(room, this.rooms.resting);
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

  async countOpenRooms(): Promise<number> {
    return this.rooms.size;
  }

  async readRoom(roomId: string): Promise<RoomState | undefined> {
    const room = this.rooms.get(roomId);
    return room && copyRoom(room.state);
  }

  async readFields<Name extends FieldName>(
    roomId: string,
    names: readonly Name[],
  ): Promise<Pick<RoomState, Name> | undefined> {
    const state = this.rooms.get(roomId)?.state;
    // None of them is changed in place.
    const read = names.map((name) => [name, state?.[name]] as const);
    return state && (Object.fromEntries(read) as Pick<RoomState, Name>);
  }

  async snapshot(roomId: string): Promise<RoomSnapshot | undefined> {
    const room = this.rooms.get(roomId);
    return room?.snapshot();
  }

  async since(roomId: string, head: CopyHead): Promise<Missed | undefined> {
    const room = this.rooms.get(roomId);
    if (room === undefined) return undefined;
    const updates = room.missed(head);
    return updates === undefined
      ? { kind: 'snapshot', snapshot: room.snapshot() }
      : { kind: 'replay', updates };
  }

  async heads(roomIds: readonly string[]): Promise<Heads> {
    const rooms: Heads['rooms'] = new Map();
    for (const roomId of roomIds) {
      const state = this.rooms.get(roomId)?.state;
      if (state !== undefined) rooms.set(roomId, { seq: state.seq, incarnation: this.processId });
    }
    return { rooms, away: new Set() };
  }

  /** Nothing ends by a clock that stood, or jumped, while the machine slept (R25.7). */
  lookForSleep(): void {
    const sleep = this.sleeps.look();
    if (sleep === undefined) return;
    const now = this.now();
    const command = wakeUp(now - sleep.countedMs, sleep.sleptMs);
    for (const { roomId } of this.rooms.opened()) {
      const room = this.room(roomId);
      const { append } = decideAll(room.state, [command], now);
      if (append.changes.length > 0)
        this.apply(room, { ...append, id: `${this.processId}.sleep.${now}` });
    }
  }

  async append(roomId: string, append: Append): Promise<AppendOutcome> {
    this.lookForSleep();
    const room = this.room(roomId);
    const { state } = room;
    for (const revision of append.expects)
      if (state.revisions[revision] !== append.before.revisions[revision])
        return { kind: 'stale', seq: state.seq, waitMs: 0 };
    const dueAt = deadlineOf(state.phase);
    const isDue = dueAt !== null && dueAt <= this.now();
    if (append.deadline === 'due' && !isDue) return { kind: 'early' };
    if (append.deadline === 'open' && isDue) return { kind: 'late' };
    if (append.changes.length === 0) return { kind: 'done', seq: state.seq };
    return { kind: 'done', seq: this.apply(room, append) };
  }

  /** Returns the number of the update. */
  private apply(room: MemoryRoom, append: Append): number {
    const update = room.append(append, this.now());
    this.journal?.appended(room, update, append.quizSet);
    if (append.changes.some(({ kind }) => kind === 'phase')) this.armPhase(room.state);
    this.bus.publish(room.state.roomId, update);
    return update.seq;
  }

  async lastAppendOf(roomId: string): Promise<{ id: string; seq: number } | undefined> {
    const last = this.rooms.get(roomId)?.state.lastAppend;
    return last?.seq === 0 ? undefined : last;
  }

  async standing(
    roomId: string,
    { identityId, address }: { identityId: string; address: string },
  ): Promise<Standing | undefined> {
    const room = this.rooms.get(roomId);
    if (room === undefined) return undefined;
    const isWatcher = room.state.watchers.has(identityId);
    return { roles: room.state, isWatcher, isFromThere: room.addresses.has(address) };
  }

  async getQuizSet(roomId: string): Promise<QuizSet | undefined> {
    return this.rooms.get(roomId)?.quizSet;
  }

  async share(roomId: string, batch: ShareBatch): Promise<number[]> {
    const room = this.room(roomId);
    const { chatNumber = Infinity, question } = batch;
    const timestamp = this.now();
    const holder = ({
      slot,
      generation,
    }: {
      slot: number;
      generation: number;
    }): Seat | undefined => {
      const seat = room.state.seats.get(slot);
      return seat?.generation === generation ? seat : undefined;
    };
    const msOf = ({ startTime, pausedAt }: AskedQuestion): number =>
      notEarlier((pausedAt ?? timestamp) - startTime);
    const speakerOf = (chat: ShareBatch['chats'][number]) => {
      if (!('cockpit' in chat)) return holder(chat);
      const isThere = room.state.screens.has(chat.cockpit);
      return isThere ? { ...COCKPIT_SPEAKER, fellAt: null } : undefined;
    };
    const moves = batch.moves.flatMap((move) => {
      const seat = holder(move);
      if (seat === undefined) return [];
      seat.position = move.position;
      if (move.entered && question !== undefined) {
        seat.entered = { question: question.key, ms: msOf(question) };
      } else if (move.moved && question !== undefined && seat.entered?.question !== question.key)
        seat.entered = { question: question.key, ms: EARLIEST_MS };
      return [{ slot: move.slot, position: move.position }];
    });
    const emotes = (batch.emotes ?? []).flatMap((shown) => {
      const { slot, emote } = shown;
      return holder(shown) === undefined ? [] : { slot, emote };
    });
    const texts = (batch.texts ?? []).flatMap(({ slot, generation, ...text }): SharedText[] => {
      const isOpen = question !== undefined && writingKey(room.state) === question.key;
      if (!isOpen || holder({ slot, generation }) === undefined) return [];
      const known = room.state.texts.get(slot);
      const { ms: knownMs, ...before } = known ?? { ms: 0 };
      // The same once more is no other answer.
      const ms = isDeepStrictEqual(before, text) ? knownMs : msOf(question);
      const written = { ...text, ms };
      room.state.texts.set(slot, written);
      return [{ slot, ...written }];
    });
    const isRepeated = chatNumber <= room.taken.chatNumber;
    const leftOut: number[] = isRepeated ? room.taken.leftOut : [];
    const near: HeardNear[] = [];
    const chats = (isRepeated ? [] : batch.chats).flatMap((chat, i) => {
      const speaker = speakerOf(chat);
      if (speaker === undefined) {
        leftOut.push(i);
        return [];
      }
      const { playerId, playerName } = speaker;
      const { message, original } = chat;
      if ('near' in chat && chat.near) {
        near.push({ slot: chat.slot, byGhost: !isAlive(speaker), message });
        return [];
      }
      const ids = room.chat.nextIds(!isAlive(speaker));
      const said = original === undefined ? { message } : { message, original };
      const stored = { ...ids, playerId, playerName, ...said, timestamp };
      room.chat.append(stored);
      return [stored];
    });
    if (batch.chats.length > 0 && batch.chatNumber !== undefined)
      room.taken = { chatNumber, leftOut };
    const shared = [moves, texts, emotes, chats, near];
    if (shared.every(({ length }) => length === 0)) return leftOut;
    room.state.lastActivityAt = timestamp;
    room.state.walked += batch.walked ?? 0;
    const shown = emotes.length === 0 ? {} : { emotes };
    const heard = near.length === 0 ? {} : { near };
    const seq = ++room.state.seq;
    this.journal?.shared(room, moves, texts);
    const written = texts.length === 0 ? {} : { texts };
    this.bus.publish(roomId, { kind: 'shared', seq, moves, ...written, ...shown, chats, ...heard });
    return leftOut;
  }

  takeChat(roomId: string, bounds: ChatBounds): number | Promise<number> {
    return takeChat(this.room(roomId).chatBucket, this.now(), bounds);
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

  private armPhase({ roomId, phase }: RoomState): void {
    const endsAt = deadlineOf(phase);
    if (endsAt === null) this.timer.disarm({ kind: 'phase', roomId });
    else this.timer.arm({ kind: 'phase', roomId, version: phase.version }, endsAt);
  }
}
