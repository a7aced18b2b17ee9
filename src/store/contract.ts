/**
 * The three contracts over which the game runs: the store owns every fact about a room, the bus
 * carries the facts to whoever hosts the room, the timer wakes somebody at its deadlines. Each has
 * implementations that pass one suite. Expected refusals are thrown as `RoomError`.
 */
import type { StoredChat } from '../game/chat-log.js';
import type { OpenRoom } from '../game/give-way.js';
import type { HostChange } from '../game/host.js';
import type { RoomState, Seat } from '../game/room-state.js';
import type { Transition } from '../game/transitions.js';
import type { Position } from '../game/zones.js';
import type {
  OptionsPayload,
  PublicRoom,
  QuizSetChoice,
  RoomOptions,
  ScreenOptions,
} from '../protocol/index.js';
import type { QuizSet } from '../game/quiz-set.js';
import type { CloseReason, LeaveReason, RoomFact } from './facts.js';

export interface NewRoom {
  pin: string;
  options: RoomOptions;
  quizSet: QuizSetChoice;
  /** Who opens it and from where: open rooms are limited in all and per each (R10.5). */
  identityId: string;
  address: string;
  limits: { rooms: number; perIdentity: number; perAddress: number };
}

export interface SeatRequest {
  identityId: string;
  /** Where the player comes from; the room remembers it (`isFamiliar`). */
  address: string;
  connectionId: string;
  /** For a new seat only; one that is resumed keeps its own. */
  playerId: string;
  playerName: string;
  position: Position;
}

/** Somebody with a seat, as the store finds them by PIN and identity. */
export interface Member {
  roomId: string;
  isHost: boolean;
}

export interface ScreenRequest {
  connectionId: string;
  identityId: string;
}

export interface ScreenGrant {
  /** An older projector of the host, which has to go because there are too many. */
  replaced: string | null;
}

export interface SeatGrant {
  seat: Seat;
  resumed: boolean;
  /** The other connection that held the seat until now and has to go (R2.3). */
  replaced: string | null;
  /** Whether the host role came with it (R3.2). */
  becameHost: boolean;
}

export interface SeatRef {
  slot: number;
  serial: number;
  epoch?: number;
}

/** One process's doings of one interval. `epoch` is the sender's, so that a stale one is void. */
export interface ShareBatch {
  moves: { slot: number; epoch: number; position: Position }[];
  chats: { slot: number; epoch: number; message: string }[];
}

/** What is given changes; the rest stays. */
export interface RoomPatch {
  options?: Partial<OptionsPayload>;
  quizSet?: QuizSetChoice;
  screen?: Partial<ScreenOptions>;
  muted?: boolean;
}

export interface PhaseClaim {
  fromVersion: number;
  /** `due`: the deadline has passed; `open`: there is none, or it has not passed yet; `any`. */
  deadline: 'due' | 'open' | 'any';
  transition: Transition;
}

export interface RoomSnapshot {
  /** Of the store's data, as in `Heads`. */
  incarnation: string;
  state: RoomState;
  /** What is kept of the chat (R8.1), oldest first. */
  chat: StoredChat[];
}

/**
 * How far rooms are. A copy is up to date where `incarnation` is that of its snapshot and `seq` is its
 * own. Facts may be on their way, so a copy is stale only where it has not reached, by the next
 * look, what this one told. A lower `seq` or another incarnation means that the store has lost facts:
 * it may have counted up again to the same number with others, so only a snapshot helps.
 */
export interface Heads {
  /** Of the store's data; another one after whatever can lose facts, such as a restart. */
  incarnation: string;
  /** Rooms that are missing here are no more. */
  rooms: Map<string, RoomHead>;
}

export interface RoomHead {
  seq: number;
  /** Of the phase. */
  version: number;
}

/**
 * Verbs throw STORE_AWAY where the store does not answer in time; what they were to do may have
 * happened nevertheless.
 */
export interface RoomStore {
  /** The clock of all deadlines, epoch ms. */
  now(): number;

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
  publicRooms(): Promise<PublicRoom[]>;
  /** All open rooms, for when there are too many. */
  openRooms(): Promise<OpenRoom[]>;

  /**
   * Undefined where there is no such room. Copies: changing them changes nothing, but for `phase` and
   * `game`, which are values that are replaced as a whole.
   */
  readRoom(roomId: string): Promise<RoomState | undefined>;
  snapshot(roomId: string): Promise<RoomSnapshot | undefined>;
  /** How far the given rooms are, to be compared with copies of them; one round trip for all. */
  heads(roomIds: readonly string[]): Promise<Heads>;

  /** Seats or resumes (R1.3, R2.2). Throws ROOM_NOT_FOUND, KICKED, ROOM_LOCKED, ROOM_FULL. */
  seatPlayer(roomId: string, request: SeatRequest): Promise<SeatGrant>;
  /** Who has a seat in the room of this PIN; takes as long where there is no such room. */
  findMember(pin: string, identityId: string): Promise<Member | undefined>;
  /** Whether this identity has a seat in the room, or somebody from this address has had one. */
  isFamiliar(roomId: string, who: { identityId: string; address: string }): Promise<boolean>;
  /**
   * Gives a projector one of the room's screen slots (R1.2, R10.5). Owner and host always get one, if need be
   * that of an older screen of theirs. Throws ROOM_NOT_FOUND, KICKED, ROOM_LOCKED, TOO_MANY_SCREENS.
   */
  addScreen(roomId: string, screen: ScreenRequest): Promise<ScreenGrant>;
  /** Frees a projector's slot, where it has one. */
  removeScreen(roomId: string, connectionId: string): Promise<void>;
  /**
   * Frees the slots of all projectors that are not the host's, and returns their connections. Throws
   * ROOM_NOT_FOUND.
   */
  dismissScreens(roomId: string): Promise<string[]>;
  /** Marks a seat dropped; an epoch that is not the seat's does nothing. */
  dropPlayer(roomId: string, slot: number, epoch: number): Promise<void>;
  /**
   * Frees a seat, hands the host role on where it was the host's, and bans when kicked. Does nothing
   * where the seat has another owner, or another epoch than a given one; seats that were left alone are
   * freed in the lobby only (R2.2).
   */
  removePlayer(roomId: string, who: SeatRef, reason: LeaveReason): Promise<void>;
  /**
   * Returns the name that stands: numbered where the wanted one is taken. Throws WRONG_PHASE for a ghost,
   * whose new name would reach the living (R7.1).
   */
  renamePlayer(roomId: string, who: SeatRef, wanted: string): Promise<string>;
  /** Gives the host role on (R3.2); false where it is not `from`'s any more, or `to` is not connected. */
  setHost(roomId: string, change: HostChange): Promise<boolean>;

  /** Changes settings of the room; `inLobby` refuses with WRONG_PHASE when a game runs. */
  updateRoom(roomId: string, patch: RoomPatch, guard: { inLobby: boolean }): Promise<void>;
  /** Stores a set that lives with the room and chooses it, in the lobby only (WRONG_PHASE). */
  putQuizSet(roomId: string, set: QuizSet, choice: QuizSetChoice): Promise<void>;
  getQuizSet(roomId: string): Promise<QuizSet | undefined>;

  /**
   * Stores positions, numbers and stores chat, and publishes both as one fact. Returns the indexes in
   * `chats` of messages that were left out, as their epoch is void.
   */
  share(roomId: string, batch: ShareBatch): Promise<number[]>;

  /** Applies a transition exactly once: `stale` where the version moved on, else `early` or `late`. */
  claimPhase(roomId: string, claim: PhaseClaim): Promise<'claimed' | 'stale' | 'early' | 'late'>;
  /**
   * When the room's slow clocks are looked at next; an earlier time that stands is kept. Whoever looks
   * after a room does this at least once a minute: it is also what keeps the room in the store.
   */
  armHousekeeping(roomId: string, at: number): Promise<void>;
}

/** Counts that hold for all processes (R10.4). Both throw STORE_AWAY. */
export interface SharedCounts {
  /** Adds one to a count, which ends `windowMs` after its first, and returns it. */
  raise(name: string, windowMs: number): Promise<number>;
  /** 0 for a count that has ended or was never raised. */
  read(name: string): Promise<number>;
}

export interface RoomBus {
  /** Resolves once every later fact of the room will reach `listener`, in order; returns the disposer. */
  subscribe(roomId: string, listener: (fact: RoomFact) => void): Promise<() => Promise<void>>;
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

export const ROOM_STORE = Symbol('ROOM_STORE');
