/** What a newcomer is told, in this order, at the flush that admits it. */
import { chatPayload, type Audience, type ChatCursor } from '../game/chat-log.js';
import { phasePayload, questionPayload, type Phase } from '../game/phase.js';
import type { ServerEvent, ServerPayload } from '../protocol/index.js';
import type { Outlet } from './outlet.js';
import type { RoomView } from './room-view.js';

export interface Newcomer {
  connectionId: string;
  /** Null for a spectator. */
  slot: number | null;
  /** Whether this connection opened the room. */
  isCreator: boolean;
  /** The last chat message that the client has already. */
  cursor: ChatCursor | null;
  /** Called when the newcomer has got everything and hears what the room hears. */
  admitted: () => void;
}

/** Sends the state of the room to newcomers of one audience, each frame encoded once for all of them. */
export function welcome(
  view: RoomView,
  outlet: Outlet,
  audience: Audience,
  newcomers: readonly Newcomer[],
): void {
  const ids = newcomers.map(({ connectionId }) => connectionId);
  for (const { connectionId, isCreator } of newcomers)
    if (isCreator) outlet.emit([connectionId], 'createRoom', { gameId: view.pin });
  outlet.emit(ids, 'updateRoomOption', view.options);
  outlet.emit(ids, 'updateRoomQuizset', view.quizSet);
  outlet.emit(ids, 'updateScreen', view.screen);
  outlet.emit(ids, 'muteChat', { muted: view.isMuted });
  for (const { connectionId, slot } of newcomers) {
    const seat = slot === null ? undefined : view.seats.get(slot);
    if (seat !== undefined) outlet.emit([connectionId], 'getSelfId', { playerId: seat.playerId });
  }
  outlet.emit(ids, 'joinRoom', { players: view.roster(audience) });
  sendHistory(view, outlet, audience, newcomers);
  for (const [event, payload] of catchUpEvents(view.phase, view.hostId))
    outlet.emit(ids, event, payload);
}

function sendHistory(
  view: RoomView,
  outlet: Outlet,
  audience: Audience,
  newcomers: readonly Newcomer[],
): void {
  const fresh = newcomers.filter(({ cursor }) => cursor === null);
  const groups = [
    { cursor: null, members: fresh },
    ...newcomers.flatMap((one) =>
      one.cursor === null ? [] : [{ cursor: one.cursor, members: [one] }],
    ),
  ];
  for (const { cursor, members } of groups) {
    const chats = members.length === 0 ? [] : view.chat.history(audience, cursor);
    if (chats.length === 0) continue;
    const ids = members.map(({ connectionId }) => connectionId);
    outlet.emit(ids, 'chatMessage', chatPayload(chats, audience));
  }
}

type FactFrame = { [E in ServerEvent]: [event: E, payload: ServerPayload<E>] }[ServerEvent];

/** What a transition into this phase tells everybody; those before it may have been missed. */
export function transitionEvents(before: Phase, after: Phase, hostId: string): FactFrame[] {
  const phase: FactFrame = ['phase', phasePayload(after)];
  // A pause, a resumption or an extension changes the clock only.
  if (before.kind === after.kind && placeOf(before) === placeOf(after)) return [phase];
  const began: FactFrame[] = before.kind === 'lobby' ? [['startGame', '']] : [];
  switch (after.kind) {
    case 'lobby':
      return after.results === null
        ? [phase]
        : [phase, ['endGame', { hostId, results: after.results }]];
    case 'countdown':
      return [['startGame', ''], phase];
    case 'question':
      return [...began, phase, ['startQuizTime', questionPayload(after)]];
    case 'reveal': {
      const wasAsked = before.kind === 'question' && before.index === after.index;
      const asked: FactFrame[] = wasAsked ? [] : [['startQuizTime', questionPayload(after)]];
      const { answer, marks: players } = after;
      return [...began, phase, ...asked, ['endQuizTime', { answer, players }]];
    }
  }
}

/** Tells phases of one kind apart: the question, or the game that has ended. */
function placeOf(phase: Phase): number {
  if (phase.kind === 'lobby') return phase.version;
  return phase.kind === 'countdown' ? 0 : phase.index;
}

/** The same for somebody who comes into the middle of it. */
function catchUpEvents(phase: Phase, hostId: string): FactFrame[] {
  const current: FactFrame = ['phase', phasePayload(phase)];
  switch (phase.kind) {
    case 'lobby':
      return phase.results === null
        ? [current]
        : [current, ['endGame', { hostId, results: phase.results }]];
    case 'countdown':
      return [['startGame', ''], current];
    case 'question':
      return [['startGame', ''], current, ['startQuizTime', questionPayload(phase)]];
    case 'reveal':
      return [
        ['startGame', ''],
        current,
        ['startQuizTime', questionPayload(phase)],
        ['endQuizTime', { answer: phase.answer, players: phase.marks }],
      ];
  }
}
