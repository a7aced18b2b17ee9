/** Event names and payloads of the `/game` namespace: the single source for server, pages and load tests. */
import type { ErrorCode, NoticeCode } from './errors.js';
import type { WirePosition } from './position.js';

export const NAMESPACE = '/game';

export type GameMode = 'RANKING' | 'SURVIVAL';

export interface RoomOptions {
  title: string;
  gameMode: GameMode;
  maxPlayerCount: number;
  isPublic: boolean;
}

export interface PlayerPayload {
  playerId: string;
  playerName: string;
  playerPosition: WirePosition;
  isHost: boolean;
  /** There for who opened the room, and can have the host role back at any time (R3.2). */
  isOwner?: true;
  /** There for whom the owner has made co-host (R3.4). */
  isCoHost?: true;
  /** There for who stands in while owner, host and co-hosts are away (R3.2). */
  isActing?: true;
  slot: number;
  isAlive: boolean;
  score: number;
  connected: boolean;
}

export interface PresencePayload {
  playerId: string;
  connected: boolean;
}

export interface PositionUpdate {
  playerId: string;
  playerPosition: WirePosition;
}

/** The living and the ghosts are told apart, each with ids of their own (R7, R8). */
export type Audience = 'living' | 'ghosts';

/** The last message that somebody saw; the id means something only in the audience that it counts in. */
export interface ChatCursor {
  audience: Audience;
  id: number;
  /** As in `joinRoom`, where the client knows it: under another one, the id may mean another message. */
  incarnation?: string | undefined;
}

export interface ChatEntry {
  /** Counts from 1 per audience. */
  id: number;
  playerId: string;
  playerName: string;
  /** Empty where it was taken back, as the name is then; only who comes back is told of those. */
  message: string;
  /** Server epoch ms. */
  timestamp: number;
}

export type PhaseKind = 'lobby' | 'countdown' | 'question' | 'reveal';

/** Times are server epoch ms; in the lobby they are 0. `index` counts from 0. */
export interface PhasePayload {
  version: number;
  kind: PhaseKind;
  index: number;
  count: number;
  startTime: number;
  endTime: number;
  /** Present while paused: what will be left of the phase when it resumes. */
  pausedLeftMs?: number;
}

export interface Choice {
  /** Counts from 1, in the order that everybody sees; also the number of its zone. */
  order: number;
  content: string;
}

export interface QuestionPayload {
  quiz: string;
  choiceList: Choice[];
  /** When the choices appear, server epoch ms. */
  startTime: number;
  endTime: number;
}

export interface Mark {
  playerId: string;
  score: number;
  isAnswer: boolean;
  isAlive: boolean;
  /** Whether the question counted for this player: no ghost, and here before it was asked (R7.3). */
  played: boolean;
  /** From 1; ties share a rank. */
  rank: number;
}

export interface RevealPayload {
  /** `order` of the right choice. */
  answer: number;
  players: Mark[];
}

export interface ResultRow {
  playerId: string;
  playerName: string;
  /** Where the player sat, which is the face that everybody knows; somebody else may sit there by now. */
  slot: number;
  score: number;
  rank: number;
}

export interface ResultsPayload {
  hostId: string;
  results: ResultRow[];
}

export interface OptionsPayload extends RoomOptions {
  isLocked: boolean;
  /** There where the owner wants nobody to stand in while the hosts are away (R3.2). */
  actingHost?: false;
}

/** Who says what a cockpit says; no player has this id. */
export const COCKPIT_SPEAKER = { playerId: 'host', playerName: 'Host' } as const;

/**
 * What a cockpit may do (R3.4, R3.5). `owner` runs the room only while `hostId` is empty or its own player's: else
 * it has handed the role over, and gets it back with `takeBackHost`.
 */
export type CockpitRole = 'owner' | 'host' | 'coHost' | 'linked';

export interface QuizSetChoice {
  quizSetId: string;
  quizCount: number;
  title: string;
}

/** What the projector shows beside the game. */
export interface ScreenOptions {
  showChat: boolean;
  showNames: boolean;
}

export interface ServerToClientEvents {
  session: (payload: { token: string }) => void;
  createRoom: (payload: { gameId: string }) => void;
  updateRoomOption: (payload: OptionsPayload) => void;
  updateRoomQuizset: (payload: QuizSetChoice) => void;
  updateScreen: (payload: ScreenOptions) => void;
  muteChat: (payload: { muted: boolean }) => void;
  getSelfId: (payload: { playerId: string }) => void;
  /**
   * `everyone` where nobody else is in the room: to a joiner, and to who starts anew after a gap. Versions of
   * phases count anew from here, as the store may have lost the last ones. `incarnation` comes with
   * `everyone`, and is another one after whatever may have lost messages.
   */
  joinRoom: (payload: { players: PlayerPayload[]; everyone?: true; incarnation?: string }) => void;
  exitRoom: (payload: { playerId: string }) => void;
  kickRoom: (payload: { playerId: string }) => void;
  /** Players whose connections dropped (the seat is kept) or came back, at most one frame per flush. */
  updatePresence: (payload: { players: PresencePayload[] }) => void;
  setPlayerName: (payload: { playerId: string; playerName: string }) => void;
  updateHost: (payload: { hostId: string }) => void;
  /** The co-hosts who have a seat, all of them (R3.4). */
  updateCoHosts: (payload: { coHostIds: string[] }) => void;
  /** Who stands in while owner, host and co-hosts are away (R3.2); empty where nobody does any more. */
  actingHost: (payload: { playerId: string }) => void;
  updatePosition: (payload: { seq: number; updates: PositionUpdate[] }) => void;
  chatMessage: (payload: { seq: number; messages: ChatEntry[] }) => void;
  startGame: (payload: '') => void;
  phase: (payload: PhasePayload) => void;
  startQuizTime: (payload: QuestionPayload) => void;
  endQuizTime: (payload: RevealPayload) => void;
  endGame: (payload: ResultsPayload) => void;
  notice: (payload: { code: NoticeCode }) => void;
  /** To compact clients: all that a flush tells them, in one frame. */
  flush: (payload: CompactFlush) => void;
  exception: (payload: { event: string; code: ErrorCode; message: string }) => void;
}

export type ServerEvent = keyof ServerToClientEvents;
export type ServerPayload<E extends ServerEvent> = Parameters<ServerToClientEvents[E]>[0];

/** An event with its payload, as data. */
export type EventFrame = { [E in ServerEvent]: [event: E, payload: ServerPayload<E>] }[ServerEvent];
/** What a flush may consist of. */
export type FlushEvent = Exclude<EventFrame, ['flush', unknown]>;

/** Of a `Mark`; `slot` is -1 and the player named where the slot has another holder by now. */
export type CompactMark = [
  slot: number,
  score: number,
  rank: number,
  /** 1 if the answer was right, plus 2 if alive, plus 4 if the question counted. */
  outcome: number,
  playerId?: string,
];
/** Of a `ResultRow`; the player is named where the slot has another holder or name by now. */
export type CompactResult = [
  slot: number,
  score: number,
  rank: number,
  who?: { playerId: string; playerName: string },
];
export type CompactReveal = [answer: number, marks: CompactMark[]];
export type CompactResults = [hostId: string, results: CompactResult[]];

/** An event in a compact frame: what tells of everybody names them by slot. */
export type CompactEvent =
  | Exclude<FlushEvent, ['endQuizTime' | 'endGame', unknown]>
  | ['endQuizTime', CompactReveal]
  | ['endGame', CompactResults];

/** `slot` is -1 and the sender named where the slot has another holder or name by now; `age` in ms. */
export type CompactMessage = [
  slot: number,
  message: string,
  age: number,
  said?: { playerId: string; playerName: string },
];

/** Ids follow each other up to `lastId`; ages count back from `lastTimestamp` (server epoch ms). */
export type CompactChat = [lastId: number, lastTimestamp: number, messages: CompactMessage[]];

/**
 * One flush (`decodeFlush` reads it). `moves` is base64 of three 16-bit big-endian values a move: slot,
 * x and y in steps. `before` happened before moves and chat, `after` after them.
 */
export type CompactFlush = [
  seq: number,
  moves: string,
  chat?: CompactChat | null,
  before?: CompactEvent[] | null,
  after?: CompactEvent[],
];

export type AckResult<T = object> =
  ({ ok: true } & T) | { ok: false; error: { code: ErrorCode; message: string } };

type Command<P, A = object> = (payload: P, ack?: (result: AckResult<A>) => void) => void;
type InRoom = { gameId?: string };
/** With the `version` of the phase that it means, a command cannot hit the next one by accident. */
type OnPhase = InRoom & { version?: number };

export interface JoinAck {
  gameId: string;
  /** Null for a spectator, who has no seat. */
  playerId: string | null;
  slot: number | null;
  resumed: boolean;
  /** Whether the host role came back with the seat, to the owner after an absence. */
  becameHost: boolean;
  /** There for a cockpit: what it may do, and the player whose person it is, where they have a seat, too. */
  cockpit?: { role: CockpitRole; playerId: string | null };
}

export interface ClientToServerEvents {
  /**
   * `hostPassword` where the server asks for one (`ServerInfo`). Without `hostPlays` this connection gets no
   * seat and becomes a cockpit (R3.5); it comes back with `role: 'cockpit'` and `joinRoom`.
   */
  createRoom: Command<
    Partial<RoomOptions> & { playerName?: string; hostPassword?: string; hostPlays?: boolean },
    { gameId: string }
  >;
  joinRoom: Command<{ gameId: string; playerName?: string }, JoinAck>;
  setPlayerName: Command<InRoom & { playerName: string }, { playerName: string }>;
  /** `flush` as in `syncTime`, which who moves can spare. */
  updatePosition: Command<InRoom & { newPosition: WirePosition; flush?: number }>;
  /** Answered when it is stored. With STORE_AWAY it may be stored all the same, and then it is told. */
  chatMessage: Command<InRoom & { message: string }>;
  updateRoomOption: Command<InRoom & Partial<RoomOptions>>;
  updateRoomQuizset: Command<InRoom & { quizSetId: string; quizCount?: number }>;
  updateScreen: Command<InRoom & Partial<ScreenOptions>>;
  /** Ends all projectors but the host's own. */
  dismissScreens: Command<InRoom, { count: number }>;
  lockRoom: Command<InRoom & { locked: boolean }>;
  startGame: Command<InRoom>;
  /** Drops a question that was not on screen for `MIN_SHOWN_MS`, else ends the phase (R4.7). */
  skipPhase: Command<OnPhase, { endTime: number }>;
  pauseGame: Command<OnPhase, { endTime: number }>;
  resumeGame: Command<OnPhase, { endTime: number }>;
  extendTime: Command<OnPhase, { endTime: number }>;
  endGame: Command<OnPhase, { endTime: number }>;
  /** The host gives the role to a connected player; its owner gets it back with `takeBackHost` only. */
  handOverHost: Command<InRoom & { playerId: string }>;
  takeBackHost: Command<InRoom>;
  /** Owner only: makes a player co-host, or takes that back (R3.4). */
  setCoHost: Command<InRoom & { playerId: string; isCoHost: boolean }>;
  /** Owner only: whether a player stands in while the hosts are away (R3.2). */
  allowActingHost: Command<InRoom & { allowed: boolean }>;
  /**
   * Owner only: a secret by which another browser opens cockpits (R3.6, `HostLinkRequest`), told this once. The
   * one before works no more.
   */
  createHostLink: Command<InRoom, { secret: string }>;
  /** Owner only: ends the link, and what came by it; `count` cockpits were connected. */
  revokeHostLinks: Command<InRoom, { count: number }>;
  /** Owner, and who came by a host link: ends the room for everybody. */
  closeRoom: Command<InRoom>;
  kickRoom: Command<InRoom & { kickPlayerId: string }>;
  renamePlayer: Command<InRoom & { playerId: string; playerName: string }, { playerName: string }>;
  muteChat: Command<InRoom & { muted: boolean }>;
  exitRoom: Command<InRoom>;
  /** `t0` comes back untouched; `t1` is the server's epoch ms; `flush` is the last flush number seen. */
  syncTime: Command<{ t0: number; flush?: number }, { t0: number; t1: number }>;
}

export type CommandName = keyof ClientToServerEvents;

/** How a client gets what a flush tells it. */
export type Format = 'json' | 'compact';

/** `auth` of the Socket.IO handshake; every field may be missing. */
export interface HandshakeAuth {
  token?: string;
  /** Ask for a token in `session` (clients without cookies). */
  wantToken?: boolean;
  /** `cockpit`: in the room without a seat, with the commands of the role that its person has (R3.5). */
  role?: 'player' | 'screen' | 'cockpit';
  /** As in `createRoom`, for who opens a room by the query. */
  hostPassword?: string;
  /** `compact`: what a flush tells comes as one `flush` event; echo its number once a second (`syncTime`). */
  format?: Format;
  /** The last chat id seen, and in which audience: the history then holds only what was missed. */
  lastChatId?: number;
  lastChatAudience?: Audience;
  /** `incarnation` of the roster that came before that message; with another one, all that is kept comes anew. */
  lastChatIncarnation?: string;
}
