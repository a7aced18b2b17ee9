/** What a newcomer is sent, in this order, at the flush that admits it. */
import { chatPayload, deletedIds, type Audience, type ChatCursor } from '../game/chat-log.js';
import { phasePayload, questionPayload, revealPayload, type Phase } from '../game/phase.js';
import type { Transition } from '../game/room-change.js';
import type { Seat } from '../game/room-state.js';
import { markPayload } from '../game/tally.js';
import { encodeEvent, type FlushEvent, type Format } from '../protocol/index.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';
import { allSettingsEvents } from './settings-events.js';

export interface Newcomer {
  connectionId: string;
  /** Null for a spectator. */
  slot: number | null;
  /** Whose seat it is, and by which attach it is held; null for a spectator. */
  grant: Pick<Seat, 'playerId' | 'generation'> | null;
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
  const isDropped = seat.playerId === grant.playerId && seat.connectionId === null;
  // What the copy knows may also be older than the grant.
  return isDropped ? seat.generation >= grant.generation : seat.generation > grant.generation;
}

/** Sends the state of the room to newcomers of one audience, each frame encoded once for all of them. */
export function welcome(
  view: RoomView,
  broadcaster: Broadcaster,
  seq: number,
  audience: Audience,
  newcomers: readonly Newcomer[],
): void {
  for (const format of ['json', 'compact'] as const) {
    const group = newcomers.filter((one) => one.format === format);
    if (group.length === 0) continue;
    const emit = (to: readonly Newcomer[], events: FlushEvent[]): void => {
      const ids = to.map(({ connectionId }) => connectionId);
      if (events.length === 0 || ids.length === 0) return;
      if (format === 'compact') {
        const encoded = events.map((event) => encodeEvent(event, (...who) => view.slotOf(...who)));
        broadcaster.emit(ids, 'flush', [seq, '', null, encoded]);
      } else for (const [event, payload] of events) broadcaster.emit(ids, event, payload);
    };
    for (const newcomer of group)
      if (newcomer.isCreator) emit([newcomer], [['createRoom', { gameId: view.pin }]]);
    emit(group, allSettingsEvents(view.settings));
    for (const newcomer of group) {
      const seat = newcomer.slot === null ? undefined : view.seats.get(newcomer.slot);
      if (seat !== undefined) emit([newcomer], [['getSelfId', { playerId: seat.playerId }]]);
    }
    const { incarnation } = view;
    const players = view.roster(audience);
    const roster: FlushEvent = ['joinRoom', { players, everyone: true, incarnation }];
    const now = catchUpEvents(view);
    const fresh = group.filter(({ cursor }) => cursor === null);
    // The roster of a blind room tells where everybody was before, and each their own place after it.
    const { isBlind } = view;
    emit(fresh, [roster, ...history(view, audience, null), ...(isBlind ? [] : now)]);
    const back = group.filter(({ cursor }) => cursor !== null);
    // Who was away did not hear whose messages were taken back.
    const kicked = view.kicked.map((playerId): FlushEvent => ['kickRoom', { playerId }]);
    emit(back, [...kicked, roster]);
    for (const newcomer of back) {
      const { cursor } = newcomer;
      const told = isForeign(view, cursor) ? [] : deletions(view, audience);
      emit([newcomer], [...told, ...history(view, audience, cursor)]);
    }
    if (!isBlind) emit(back, now);
    else for (const newcomer of group) emit([newcomer], [...ownPlace(view, newcomer), ...now]);
  }
}

function ownPlace(view: RoomView, { slot }: Newcomer): FlushEvent[] {
  const seat = slot === null ? undefined : view.seats.get(slot);
  if (seat === undefined) return [];
  const self = view.player(seat, view.audienceOf(slot), seat.position);
  return [['joinRoom', { players: [self] }]];
}

/** Under another incarnation an id may mean another message. A client that names none is believed. */
function isForeign(view: RoomView, cursor: ChatCursor | null): boolean {
  return (cursor?.incarnation ?? view.incarnation) !== view.incarnation;
}

/** What was deleted of what somebody who comes back may have seen; the rest is empty in the history. */
function deletions({ state, hasGhosts }: RoomView, audience: Audience): FlushEvent[] {
  const { deleted } = state;
  return deleted.length === 0 ? [] : [['deleteMessages', deletedIds(deleted, audience, hasGhosts)]];
}

function history(view: RoomView, audience: Audience, cursor: ChatCursor | null): FlushEvent[] {
  const chats = view.chat.history(audience, isForeign(view, cursor) ? { audience, id: 0 } : cursor);
  return chats.length === 0 ? [] : [['chatMessage', chatPayload(chats, audience)]];
}

/** What everybody is sent at a transition into this phase; those before it may have been missed. */
export function transitionEvents(
  before: Phase,
  { phase: after, tally }: Transition,
  hostId: string,
): FlushEvent[] {
  const phase: FlushEvent = ['phase', phasePayload(after)];
  // A pause, a resumption or an extension changes the clock only.
  const isSame = before.kind === after.kind && instanceOf(before) === instanceOf(after);
  if (isSame && tally === undefined) return [phase];
  const marks = (tally?.marks ?? []).map(markPayload);
  // A correction, which everybody's scores follow.
  if (isSame && after.kind !== 'reveal') return [phase, ['updateScores', { players: marks }]];
  const began: FlushEvent[] = before.kind === 'lobby' ? [['startGame', '']] : [];
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
      const wasAsked = isSame || (before.kind === 'question' && before.index === after.index);
      const asked: FlushEvent[] = wasAsked ? [] : [['startQuizTime', questionPayload(after)]];
      const reveal = revealPayload(after, marks);
      return [...began, phase, ...asked, ['endQuizTime', reveal]];
    }
  }
}

/** Tells phases of one kind apart: the question, or the game that has ended. */
function instanceOf(phase: Phase): number {
  if (phase.kind === 'lobby') return phase.version;
  return phase.kind === 'countdown' ? 0 : phase.index + phase.drops;
}

/** The same for somebody who comes into the middle of it. */
function catchUpEvents({ phase, hostId, tally }: RoomView): FlushEvent[] {
  const current: FlushEvent = ['phase', phasePayload(phase)];
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
        ['endQuizTime', revealPayload(phase, tally.marks.map(markPayload))],
      ];
  }
}
