/** Event names and payloads of the `/game` namespace: the single source for server, pages and load tests. */
import type { ErrorCode, NoticeCode } from './errors.js';
import type { RehearsalPayload, RehearsalVerdict } from './rehearsal.js';
import type { DeletedIds, ModerationOptions } from './moderation.js';
import type { WirePosition } from './position.js';

export const NAMESPACE = '/game';

export type GameMode = 'RANKING' | 'SURVIVAL';
/** What a right answer is worth (R6.1, R6.4). */
export type Scoring = 'shared' | 'early' | 'flat';
/** Whether players see where the others stand while a question is open (R7.5). */
export type Crowd = 'visible' | 'blind';
/** Whether a reveal ends by itself or when the host says so (R4.10). */
export type Pacing = 'auto' | 'host';

export interface RoomOptions {
  title: string;
  gameMode: GameMode;
  maxPlayerCount: number;
  isPublic: boolean;
  scoring: Scoring;
  crowd: Crowd;
  pacing: Pacing;
  /** Of each player in a game of survival. */
  lives: number;
}

export interface PlayerPayload {
  playerId: string;
  playerName: string;
  playerPosition: WirePosition;
  isHost: boolean;
  /** There for who opened the room, and can have the host role back at any time (R3.2). */
  isOwner?: true;
  /** There for a bot of a rehearsal (R12). */
  isBot?: true;
  /** There for whom the owner has made co-host (R3.4). */
  isCoHost?: true;
  /** There for who stands in while owner, host and co-hosts are away (R3.2). */
  isActing?: true;
  slot: number;
  isAlive: boolean;
  score: number;
  /** As the last reveal told; missing for who has none. */
  rank?: number;
  connected: boolean;
  /** There for who may not write in the chat (R8.4). */
  isMuted?: true;
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
  /** Empty where it was taken back or deleted, as the name is then; only who comes back is told of those. */
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
  /** Present where the phase goes on when the host says so, and not at `endTime` (R4.10). */
  waits?: true;
  /** How many questions of the game were dropped so far, where any were (R4.8). */
  drops?: number;
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
  /** Points of the last question. */
  gain: number;
}

export interface RevealPayload {
  /** `order` of the right choice, as the set says. */
  answer: number;
  players: Mark[];
  /** `order` of the choices that are right, and whether the question counts for nothing, once the host has corrected it (R4.9). */
  rights?: number[];
  isVoid?: boolean;
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
  /** A newcomer hears of it only while one is going on. */
  updateRehearsal: (payload: RehearsalPayload) => void;
  /** To the host alone. */
  rehearsalEnded: (payload: RehearsalVerdict) => void;
  updateModeration: (payload: ModerationOptions) => void;
  /** One player; `muteChat` is for all. */
  mutePlayer: (payload: { playerId: string; muted: boolean }) => void;
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
  /**
   * Messages that the host has deleted (R8.3), by their ids in either audience: one that the living heard has
   * two. While there are ghosts, the living are not told any of `ghosts`. Who comes back is told all again.
   */
  deleteMessages: (payload: DeletedIds) => void;
  startGame: (payload: '') => void;
  phase: (payload: PhasePayload) => void;
  startQuizTime: (payload: QuestionPayload) => void;
  endQuizTime: (payload: RevealPayload) => void;
  /** Scores, ranks and lives after the host has corrected a question, outside its reveal (R4.9). */
  updateScores: (payload: { players: Mark[] }) => void;
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
  /** 1 if the answer was right, plus 2 if alive, plus 4 if the question counted, plus 8 times the gain. */
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
export type CompactReveal = [
  answer: number,
  marks: CompactMark[],
  corrected?: { rights: number[]; isVoid: boolean },
];
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
