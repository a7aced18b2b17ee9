/**
 * What a room's channel tells: every change that others must hear, published by the store verb that
 * made it, numbered without gaps per room. Facts stay between servers; clients get what the room
 * layer makes of them.
 */
import type { StoredChat } from '../game/chat-log.js';
import type { Phase } from '../game/phase.js';
import type { Seat } from '../game/room-state.js';
import type { SeatMark } from '../game/scoring.js';
import type { Transition } from '../game/transitions.js';
import type { Position } from '../game/zones.js';
import type { OptionsPayload, QuizSetChoice, ScreenOptions } from '../protocol/index.js';

export type LeaveReason = 'left' | 'kicked' | 'freed';
export type CloseReason = 'empty' | 'idle' | 'paused' | 'lost';

export type RoomChange =
  | { kind: 'seated'; seat: Seat }
  | { kind: 'attached'; slot: number; epoch: number; connectionId: string }
  | { kind: 'dropped'; slot: number; droppedAt: number }
  | { kind: 'left'; slot: number; playerId: string; reason: LeaveReason }
  | { kind: 'renamed'; slot: number; playerName: string }
  | { kind: 'host'; hostId: string }
  | { kind: 'options'; options: OptionsPayload }
  | { kind: 'quizSet'; quizSet: QuizSetChoice }
  | { kind: 'screen'; screen: ScreenOptions }
  | { kind: 'muted'; muted: boolean }
  | { kind: 'shared'; moves: { slot: number; position: Position }[]; chats: StoredChat[] }
  | { kind: 'phase'; phase: Phase; seatMarks: SeatMark[]; everyone: Transition['everyone'] }
  /** Projectors lost their slots, as the process that they are on seemed dead. */
  | { kind: 'screensFreed'; connectionIds: string[] }
  | { kind: 'closed'; reason: CloseReason };

export type RoomFact = RoomChange & { seq: number };
