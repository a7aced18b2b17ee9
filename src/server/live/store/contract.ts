/**
 * The contracts over which the game runs. The store owns all that is known of rooms: the registry says which rooms
 * there are, the log what one of them is and how it changes. The bus carries the updates to whoever hosts the room, the
 * timer wakes somebody at its deadlines, and the counts hold for all processes. In memory and in Redis they pass one
 * suite. Expected refusals are thrown as `RoomError`; each verb throws STORE_AWAY where the store does not answer in
 * time, and what it was to do may have happened nevertheless.
 */
import type { ChatBounds } from '../../../game/chat-bucket.js';
import type { StoredChat } from '../../../game/chat-log.js';
import type { OpenRoom } from '../../../game/give-way.js';
import type { Roles } from '../../../game/roles.js';
import type { CloseReason, RoomChange } from '../../../game/room-change.js';
import type {
  HeldChoice,
  Keeper,
  Revision,
  RoomState,
  RoomText,
  WalledOptions,
} from '../../../game/room-state.js';
import type { Position } from '../../../game/shared/zones.js';
import {
  RoomError,
  type PublicRoom,
  type RoomOptions,
  type SlotEmote,
} from '../../../protocol/index.js';
import type { QuizSet } from '../../../game/shared/quiz-set.js';
import type { RoomUpdate } from './room-update.js';

export interface NewRoom {
  pin: string;
  options: RoomOptions & Partial<WalledOptions>;
  quizSet: HeldChoice;
  /** What teams are called where the host wants them (R13.1); English unless given. */
  teamNames?: readonly string[] | undefined;
  /** As in `RoomSettings`; null unless given. */
  keeper?: Keeper | null | undefined;
  /** Who opens it and from where: open rooms are limited in all and per each (R10.5). */
  identityId: string;
  address: string;
  limits: { rooms: number; perIdentity: number; perAddress: number };
}

/** What somebody is to a room. Who is none of it does not know its PIN, as far as the room can tell. */
export interface Standing {
  /** Of the seats, their own only; all that tells their roles but that of who stands in. */
  roles: Roles;
  /** A projector of theirs has been let in. */
  isWatcher: boolean;
  /** Somebody from their address has had a seat. */
  isFromThere: boolean;
}

/** Fields of a room that can be read without the others. */
export type FieldName =
  'settings' | 'hostId' | 'helpers' | 'phase' | 'game' | 'programme' | 'tickets';

/** A question that is open: `entryKey`, and its clock. */
export interface AskedQuestion {
  key: string;
  startTime: number;
  pausedAt: number | null;
}

/** One process's doings of one interval. `generation` is the sender's, so that a stale one is void. */
export interface ShareBatch {
  /**
   * `entered` where the move leads into another zone: the store notes when, as `Seat.entered`. `moved` where it may be the
   * first in the question: the store notes the least time, unless it knows of an entry (R6.15).
   */
  moves: {
    slot: number;
    generation: number;
    position: Position;
    entered?: boolean;
    moved?: boolean;
  }[];
  /** The question whose zones are meant. */
  question?: AskedQuestion;
  /** How far all of them have walked, to be added to `RoomState.walked`. None unless given. */
  walked?: number;
  /**
   * None unless given. What each writes for `question`, while people write; what stands there already keeps its time, and
   * what comes after the bell is left out.
   */
  texts?: (Omit<RoomText, 'ms'> & { slot: number; generation: number })[];
  /** None unless given. They are passed on and not stored. */
  emotes?: (SlotEmote & { generation: number })[];
  /** What a seat's connection says, or a cockpit's, which is named. What is said to those `near` is passed on and not stored. */
  chats: (({ slot: number; generation: number; near?: boolean } | { cockpit: string }) & {
    message: string;
    /** What was said, where words of it are masked. */
    original?: string | undefined;
  })[];
  /**
   * Higher with each share of this process that brings chat. Chat whose number the store has taken already is
   * not taken twice, so it may be sent again where the answer got lost. Without a number it is always taken.
   */
  chatNumber?: number;
}

/** Changes that were decided together, to be written together or not at all. */
export interface Append {
  /** Unlike that of any other append: by it, a process finds out whether one has happened whose answer got lost. */
  id: string;
  /** The room that was decided on. Nothing is written where one of the revisions in `expects` is another by now. */
  before: RoomState;
  expects: ReadonlySet<Revision>;
  /** None where only the revisions are to be compared, as for a refusal. */
  changes: readonly RoomChange[];
  /** The room with the changes. */
  after: RoomState;
  /** `due`: only once the phase's deadline has passed and settled; `open`: only before it, or without one. */
  deadline: 'due' | 'open' | 'any';
  /** A set of the room's own, to be stored beside the document. */
  quizSet?: QuizSet;
}

/**
 * `stale`: something that was read has changed; a copy that has come to `seq` may decide anew. `turn`: other
 * processes, which came too late before, go first. Either way this process's turn comes when an update says
 * so (`AppendUpdate.next`), or after `waitMs` at the latest; 0 where it is its turn.
 */
export type AppendOutcome =
  | { kind: 'done'; seq: number }
  | { kind: 'stale'; seq: number; waitMs: number }
  | { kind: 'turn'; seq: number; waitMs: number }
  | { kind: 'early' }
  | { kind: 'late' };

/** How far a copy of a room is. */
export interface CopyHead {
  incarnation: string;
  seq: number;
  lastAppend: { id: string; seq: number };
  /** The number of the newest chat message, as `StoredChat.ghostId`. */
  lastChatId: number;
}

/** What a copy has missed: the updates themselves, as far as the log holds them, or a new copy. */
export type Missed =
  { kind: 'replay'; updates: RoomUpdate[] } | { kind: 'snapshot'; snapshot: RoomSnapshot };

export interface RoomSnapshot {
  /** Of the store's data, as in `Heads`. */
  incarnation: string;
  state: RoomState;
  /** What is kept of the chat (R8.1), oldest first. */
  chat: StoredChat[];
}

/** A copy of a room. */
export type KnownRoom = Pick<RoomSnapshot, 'incarnation' | 'state'>;

/**
 * How far rooms are. A copy is up to date where `incarnation` is that of its snapshot and `seq` is its
 * own. Updates may be on their way, so a copy is stale only where it has not reached, by the next
 * look, what this one told. A lower `seq` or another incarnation means that the store has lost updates:
 * it may have counted up again to the same number with others, so only a snapshot helps.
 */
export interface Heads {
  /**
   * The number of each room's last update, and the incarnation of the data that it is in: another one after whatever
   * can lose updates, such as a restart. Rooms that are missing here, and are not away, are no more.
   */
  rooms: Map<string, { seq: number; incarnation: string }>;
  /** Rooms of which nothing can be known now. */
  away: Set<string>;
}

/** Which rooms there are, who opened them, and who may come in. */
export interface RoomRegistry {
  /** Whether new rooms and seats have to be refused for want of memory. */
  isFull(): boolean;
  /** Returns the new room's id, or undefined where the PIN is in use or rests. Throws TOO_MANY_ROOMS. */
  openRoom(room: NewRoom): Promise<string | undefined>;
  /**
   * Removes all that is known of a room, rests its PIN, and tells those who are in it (R1.6). Does
   * nothing where the room has published more than `seq`.
   */
  closeRoom(roomId: string, reason: CloseReason, seq: number): Promise<void>;
  findRoom(pin: string): Promise<string | undefined>;
  /** The newest open room that this identity opened and has a seat in, if any. */
  ownedRoom(identityId: string): Promise<{ roomId: string; pin: string } | undefined>;
  /** Rooms that are listed, but for those that everybody has left (R1.5). */
  publicRooms(): Promise<PublicRoom[]>;
  /** All open rooms, for when there are too many. */
  openRooms(): Promise<OpenRoom[]>;
  /** How many these are, without a look at any of them. */
  countOpenRooms(): Promise<number>;
  /** What somebody is to a room; takes as long where there is no such room, which is undefined. */
  standing(
    roomId: string,
    who: { identityId: string; address: string },
  ): Promise<Standing | undefined>;
}

/** One room as it is kept, the appends and shares by which it changes, and when it is looked at next. */
export interface RoomLog {
  /** Names this process, and this run of it, in the seats that it holds. */
  readonly processId: string;
  /** The clock of all deadlines, epoch ms. */
  now(): number;

  /**
   * Undefined where there is no such room. A copy, whose maps and seats belong to the caller. Throws
   * UPDATING for a room of another version of the server. Of a room that is `known` up to its last append, a
   * store may read no more than where everybody stands.
   */
  readRoom(roomId: string, known?: KnownRoom): Promise<RoomState | undefined>;
  /** Some fields of a room, for who needs no more of it; as `readRoom` otherwise. */
  readFields<Name extends FieldName>(
    roomId: string,
    names: readonly Name[],
  ): Promise<Pick<RoomState, Name> | undefined>;
  snapshot(roomId: string): Promise<RoomSnapshot | undefined>;
  /** What a copy has missed; undefined where there is no such room. */
  since(roomId: string, head: CopyHead): Promise<Missed | undefined>;
  /** How far the given rooms are, to be compared with copies of them; one round trip for all. */
  heads(roomIds: readonly string[]): Promise<Heads>;

  /**
   * Writes changes where what they were decided on still stands, logs and publishes them, and arms the
   * deadline of their phase. Throws ROOM_NOT_FOUND.
   */
  append(roomId: string, append: Append): Promise<AppendOutcome>;
  /**
   * The id of this process's last append to the room, which tells whether one has happened whose answer got
   * lost, as long as no two of them are under way at once.
   */
  lastAppendOf(roomId: string): Promise<{ id: string; seq: number } | undefined>;
  /** A set of the room's own, where it has one. */
  getQuizSet(roomId: string): Promise<QuizSet | undefined>;

  /**
   * Stores positions, numbers and stores chat, and publishes both, with emotes and near chat, as one update. Returns the indexes in
   * `chats` of messages that were left out, as their generation is void.
   */
  share(roomId: string, batch: ShareBatch): Promise<number[]>;

  /**
   * Takes one message out of what the chat of a room takes; returns 0, or in how many ms there is room for one. At once
   * where the store is in the process.
   */
  takeChat(roomId: string, bounds: ChatBounds): number | Promise<number>;

  /**
   * When the room's slow clocks are looked at next; an earlier time that stands is kept. Whoever looks
   * after a room does this at least once a minute: it is also what keeps the room in the store.
   */
  armHousekeeping(roomId: string, at: number): Promise<void>;
}

/** Both, as every store has them. */
export interface RoomStore extends RoomRegistry, RoomLog {}

export interface RoomBus {
  /** Resolves once every later update of the room will reach `listener`, in order; returns the disposer. */
  subscribe(roomId: string, listener: (update: RoomUpdate) => void): Promise<() => Promise<void>>;
}

/**
 * What a deadline asks for. A phase that is no longer at `version` asks for nothing. It may ask more
 * than once, and of several processes.
 */
export type Due =
  { kind: 'phase'; roomId: string; version: number } | { kind: 'housekeeping'; roomId: string };

/**
 * What told of a deadline: a timeout of this process, the expiry that Redis told of, the absence of the
 * key when it was touched, or the sweep that finds what everything else has missed.
 */
export type DueTrigger = 'timeout' | 'expiry' | 'touch' | 'sweep';

export type DueHandler = (due: Due, trigger: DueTrigger) => void;

export interface RoomTimer {
  /**
   * Calls `handler` soon after each deadline that the store armed, and at once where it is a phase's of a
   * room that this process subscribed to; returns the disposer.
   */
  onDue(handler: DueHandler): () => void;
}

/** The store is away, and was so already: what was asked of it was never sent, so it has not happened. */
export class UnsentError extends RoomError {
  constructor() {
    super('STORE_AWAY');
  }
}

/** The room is on its way from one server to another: it has not happened, and can be asked again in a moment. */
export class MovingError extends UnsentError {}

export const ROOM_STORE = Symbol('ROOM_STORE');
