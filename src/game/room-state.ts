/** Everything that a store knows about a room, as plain data. */
import type { QuizSetChoice, RoomOptions, ScreenOptions } from '../protocol/events.js';
import type { Phase, RevealedChoice } from './phase.js';
import type { Position } from './zones.js';

export interface Seat {
  slot: number;
  /** Counts the owners that the slot has had, so that results of one never reach the next. */
  serial: number;
  /** Never leaves the servers. */
  identityId: string;
  /** What others see; useless for acting as this player (R2.1). */
  playerId: string;
  playerName: string;
  position: Position;
  /** Where a ghost fell and where the living go on seeing it (R7.1); null while alive. */
  fellAt: Position | null;
  score: number;
  /** Index of the first question that counts for this player (R7.3). */
  playsFrom: number;
  joinedAt: number;
  /** Bumped by each attach; what an older connection still sends is void (R2.3). */
  epoch: number;
  /** The connection that holds the seat; null while dropped. */
  connectionId: string | null;
  /** When the connection was lost, store epoch ms; null while connected. */
  droppedAt: number | null;
}

/** Stays in the store until the reveal, as it holds the answer (R4.2). */
export interface DrawnChoice extends RevealedChoice {
  /** Seconds. */
  limitTime: number;
}

export type DrawnQuestion = DrawnChoice;

/** A game as it was drawn once at its start (R4.4). */
export interface Game {
  questions: DrawnQuestion[];
  /** How many were alive at the start (R6.2). */
  starters: number;
}

export interface RoomState {
  roomId: string;
  pin: string;
  /** Number of the last fact that the room published. */
  seq: number;
  options: RoomOptions;
  isLocked: boolean;
  isMuted: boolean;
  screen: ScreenOptions;
  quizSet: QuizSetChoice;
  /** Who opened the room (R3.1). Never leaves the servers. */
  ownerIdentityId: string;
  /** `playerId` of the host; empty until the first player sits, and when nobody could inherit. */
  hostId: string;
  /** Whether the owner gave the role away, and gets it back on request only (R3.2). */
  isHandedOver: boolean;
  phase: Phase;
  game: Game | null;
  /** Ids of players who were kicked, oldest first; the newest `KICKED_KEPT`. */
  kicked: string[];
  /** In order of slots. */
  seats: Seat[];
  lastActivityAt: number;
  /** When somebody was last connected, as far as drops and exits told. */
  lastPresentAt: number;
}

export const isAlive = (seat: Pick<Seat, 'fellAt'>): boolean => seat.fellAt === null;
export const isConnected = (seat: Pick<Seat, 'droppedAt'>): boolean => seat.droppedAt === null;
