/** What a newcomer is told, in this order, at the flush that admits it. */
import { chatPayload, type Audience, type ChatCursor } from '../game/chat-log.js';
import { phasePayload, questionPayload, revealPayload, type Phase } from '../game/phase.js';
import type { Seat } from '../game/room-state.js';
import { encodeFact, type FlushFact, type Format } from '../protocol/index.js';
import type { Outlet } from './outlet.js';
import type { RoomView } from './room-view.js';

export interface Newcomer {
  connectionId: string;
  /** Null for a spectator. */
  slot: number | null;
  /** Which owner of the slot it is, and which connection of that one; null for a spectator. */
  grant: Pick<Seat, 'serial' | 'epoch'> | null;
  format: Format;
  /** Whether this connection opened the room. */
  isCreator: boolean;
  /** The last chat message that the client has already. */
  cursor: ChatCursor | null;
  /** Called when the newcomer has got everything and hears what the room hears. */
  admitted: () => void;
}

/** Whether a seat is known to have gone on to somebody else, or to nobody, since the newcomer got it. */
export function isOvertaken(
  { connectionId, grant }: Pick<Newcomer, 'connectionId' | 'grant'>,
  seat: Seat,
): boolean {
  if (grant === null || seat.connectionId === connectionId) return false;
  if (seat.serial !== grant.serial) return seat.serial > grant.serial;
  if (seat.connectionId === null) return seat.epoch >= grant.epoch;
  // With the same epoch, the other connection is one that the store has lost before it gave the seat anew.
  return seat.epoch > grant.epoch;
}

/** Sends the state of the room to newcomers of one audience, each frame encoded once for all of them. */
export function welcome(
  view: RoomView,
  outlet: Outlet,
  seq: number,
  audience: Audience,
  newcomers: readonly Newcomer[],
): void {
  for (const format of ['json', 'compact'] as const) {
    const group = newcomers.filter((one) => one.format === format);
    if (group.length === 0) continue;
    const tell = (to: readonly Newcomer[], facts: FlushFact[]): void => {
      const ids = to.map(({ connectionId }) => connectionId);
      if (facts.length === 0 || ids.length === 0) return;
      if (format === 'compact') {
        const told = facts.map((fact) => encodeFact(fact, (...who) => view.slotOf(...who)));
        outlet.emit(ids, 'flush', [seq, '', null, told]);
      } else for (const [event, payload] of facts) outlet.emit(ids, event, payload);
    };
    for (const newcomer of group)
      if (newcomer.isCreator) tell([newcomer], [['createRoom', { gameId: view.pin }]]);
    tell(group, [
      ['updateRoomOption', view.options],
      ['updateRoomQuizset', view.quizSet],
      ['updateScreen', view.screen],
      ['muteChat', { muted: view.isMuted }],
    ]);
    for (const newcomer of group) {
      const seat = newcomer.slot === null ? undefined : view.seats.get(newcomer.slot);
      if (seat !== undefined) tell([newcomer], [['getSelfId', { playerId: seat.playerId }]]);
    }
    const roster: FlushFact = ['joinRoom', { players: view.roster(audience), everyone: true }];
    const now = catchUpEvents(view.phase, view.hostId);
    const fresh = group.filter(({ cursor }) => cursor === null);
    tell(fresh, [roster, ...history(view, audience, null), ...now]);
    const back = group.filter(({ cursor }) => cursor !== null);
    // Who was away did not hear whose messages were taken back.
    const kicked = view.kicked.map((playerId): FlushFact => ['kickRoom', { playerId }]);
    tell(back, [...kicked, roster]);
    for (const newcomer of back) tell([newcomer], history(view, audience, newcomer.cursor));
    tell(back, now);
  }
}

function history(view: RoomView, audience: Audience, cursor: ChatCursor | null): FlushFact[] {
  const chats = view.chat.history(audience, cursor);
  return chats.length === 0 ? [] : [['chatMessage', chatPayload(chats, audience)]];
}

/** What a transition into this phase tells everybody; those before it may have been missed. */
export function transitionEvents(before: Phase, after: Phase, hostId: string): FlushFact[] {
  const phase: FlushFact = ['phase', phasePayload(after)];
  // A pause, a resumption or an extension changes the clock only.
  if (before.kind === after.kind && placeOf(before) === placeOf(after)) return [phase];
  const began: FlushFact[] = before.kind === 'lobby' ? [['startGame', '']] : [];
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
      const asked: FlushFact[] = wasAsked ? [] : [['startQuizTime', questionPayload(after)]];
      return [...began, phase, ...asked, ['endQuizTime', revealPayload(after)]];
    }
  }
}

/** Tells phases of one kind apart: the question, or the game that has ended. */
function placeOf(phase: Phase): number {
  if (phase.kind === 'lobby') return phase.version;
  return phase.kind === 'countdown' ? 0 : phase.index;
}

/** The same for somebody who comes into the middle of it. */
function catchUpEvents(phase: Phase, hostId: string): FlushFact[] {
  const current: FlushFact = ['phase', phasePayload(phase)];
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
        ['endQuizTime', revealPayload(phase)],
      ];
  }
}
