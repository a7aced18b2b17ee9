/** The state that a newcomer is sent, in this order, at the flush that admits it. */
import { chatPayload, deletedIds, type Audience, type ChatCursor } from '../../../game/chat-log.js';
import {
  isCurtained,
  isWriting,
  itemOn,
  phasePayload,
  questionPayload,
  resultsPayload,
  revealPayload,
  type LobbyPhase,
  type Phase,
} from '../../../game/phase.js';
import { toldGiven } from '../../../game/given-points.js';
import { areRanksTold, roundPayload } from '../../../game/programme.js';
import { unmaskedPayload } from '../../../game/unmasked.js';
import type { Transition } from '../../../game/room-change.js';
import type { RoomState, Seat, Tally } from '../../../game/room-state.js';
import { leagueRows, toldScores } from '../../../game/tally.js';
import { isSameName, nameKey, nameOf } from '../../../protocol/judged-name.js';
import { encodeEvent, limits, type FlushEvent, type Format } from '../../../protocol/index.js';
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
  /** How many changes (`RoomSender`) the client was told before it was set aside here; missing where it starts anew. */
  toldChanges?: number;
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
    const fresh = group.filter(({ cursor }) => cursor === null);
    const back = group.filter(({ cursor }) => cursor !== null);
    emit(fresh, allSettingsEvents(view.settings, false));
    emit(back, allSettingsEvents(view.settings, true));
    for (const newcomer of group) {
      const seat = newcomer.slot === null ? undefined : view.seats.get(newcomer.slot);
      if (seat !== undefined) emit([newcomer], [['getSelfId', { playerId: seat.playerId }]]);
    }
    const { incarnation } = view;
    const players = view.roster(audience);
    const roster: FlushEvent = ['joinRoom', { players, everyone: true, incarnation }];
    const now = [
      ...catchUpEvents(view),
      ...(audience === 'ghosts' ? leagueEvents(view.tally) : []),
    ];
    // The roster of a blind room tells where everybody was before, and each their own place after it.
    const { isBlind } = view;
    emit(fresh, [roster, ...history(view, audience), ...(isBlind ? [] : now)]);
    // A client that was away did not hear whose messages were taken back.
    const kicked = view.kicked.map((playerId): FlushEvent => ['kickRoom', { playerId }]);
    emit(back, [...kicked, roster]);
    for (const [first, ...others] of sameHistory(view, back)) {
      const told = isForeign(view, first.cursor) ? [] : deletions(view, audience);
      emit([first, ...others], [...told, ...history(view, audience, first)]);
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
export function isForeign(view: RoomView, cursor: ChatCursor | null): boolean {
  return (cursor?.incarnation ?? view.incarnation) !== view.incarnation;
}

/** What was deleted, and unmasked, of what somebody who comes back may have seen; the rest is empty in the history. */
export function deletions({ state, chat, hasGhosts }: RoomView, audience: Audience): FlushEvent[] {
  const { deleted } = state;
  const events: FlushEvent[] = [];
  if (deleted.length > 0) events.push(['deleteMessages', deletedIds(deleted, audience, hasGhosts)]);
  const shown = unmaskedPayload(chat, state.unmasked, audience, hasGhosts);
  if (shown.messages.length > 0) events.push(['unmaskMessages', shown]);
  return events;
}

/** Those who get the same chat, together: it may be 300 kB. */
function sameHistory(view: RoomView, newcomers: readonly Newcomer[]): [Newcomer, ...Newcomer[]][] {
  const groups = new Map<string, [Newcomer, ...Newcomer[]]>();
  for (const newcomer of newcomers) {
    const { audience = '', id = 0 } = knownTo(view, newcomer) ?? {};
    const name = `${isForeign(view, newcomer.cursor)} ${audience} ${id}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [newcomer]);
    else group.push(newcomer);
  }
  return [...groups.values()];
}

/**
 * Up to where somebody has the chat: nowhere where it is another store's, or where a client says that it has none.
 * What the server noted of a client is true.
 */
function knownTo(
  view: RoomView,
  { cursor, toldChanges }: Pick<Newcomer, 'cursor' | 'toldChanges'>,
): ChatCursor | null {
  if (cursor === null || isForeign(view, cursor)) return null;
  return cursor.id === 0 && toldChanges === undefined ? null : cursor;
}

/** The chat that somebody gets: what was missed, or of who has none at most the newest `most` messages (R8.1). */
export function history(
  view: RoomView,
  audience: Audience,
  newcomer: Pick<Newcomer, 'cursor' | 'toldChanges'> = { cursor: null },
  most = limits.CHAT_ON_JOIN,
): FlushEvent[] {
  const cursor = knownTo(view, newcomer);
  const kept = view.chat.history(audience, cursor);
  const chats = cursor === null ? kept.slice(-most) : kept;
  return chats.length === 0 ? [] : [['chatMessage', chatPayload(chats, audience)]];
}

/** Whether a transition changes the results of a game that is over. */
export function isCorrectionAfterGame(
  before: Phase,
  { phase, judged = [], given }: Transition,
): boolean {
  const isOver = before.kind === 'lobby' && before.results !== null;
  return (
    isOver &&
    phase.kind === 'lobby' &&
    phase.results !== null &&
    (judged.length > 0 || given !== undefined)
  );
}

type Told = Pick<RoomState, 'phase' | 'hostId' | 'tally' | 'programme' | 'rules' | 'seats'>;

/** The events for everybody at a transition into this phase; those before it may have been missed. */
export function transitionEvents(room: Told, change: Transition): FlushEvent[] {
  return [...phaseEvents(room, change), ...givenEvents(room, change)];
}

/** Points by hand (R27.10). */
export function givenEvents(room: Told, { given }: Transition): FlushEvent[] {
  if (given === undefined) return [];
  if ('add' in given) return [['pointsGiven', toldGiven(room, given.add)]];
  const taken = room.rules.given?.find(({ id }) => id === given.takeBack);
  if (taken === undefined) return [];
  return [['pointsGiven', { ...toldGiven(room, taken), isTakenBack: true }]];
}

function phaseEvents(
  { phase: before, hostId, tally: known, programme }: Omit<Told, 'rules' | 'seats'>,
  change: Transition,
): FlushEvent[] {
  const { phase: after, tally, judged = [] } = change;
  const phase: FlushEvent = ['phase', phasePayload(after, (tally ?? known).game)];
  // A pause, a resumption or an extension changes the clock only.
  const isSame = before.kind === after.kind && instanceOf(before) === instanceOf(after);
  // A client that came behind the curtain was not told the question.
  const isRaised = isCurtained(before) && !isCurtained(after) && after.kind !== 'countdown';
  if (isSame && tally === undefined && !isRaised)
    return isSameShown(before, after) ? [phase] : [phase, ...itemEvents(after)];
  // The table stands as it was told.
  if (isFinalOver(after) && !isFinalOver(before)) return [phase];
  const shown = { phase: after, programme: change.programme ?? programme };
  const areTold = areRanksTold(shown);
  const made = toldScores(tally ?? known, areTold);
  // A correction, which everybody's scores follow.
  const isShown = isRaised || (after.kind === 'reveal' && !isCurtained(after));
  const scores: FlushEvent = ['updateScores', made];
  // The question and its right answer stay as they were told.
  if (isSame && (!isShown || change.given)) return [phase, scores];
  const began: FlushEvent[] = before.kind === 'lobby' ? [['startGame', '']] : [];
  switch (after.kind) {
    case 'lobby': {
      // A pause of the item that is on changes its clock only.
      const isSameItem = itemOn(before)?.id === after.item?.id && isSameShown(before, after);
      const item = isSameItem ? [] : itemEvents(after);
      return after.results === null || (tally === undefined && isSameEnd(before, after))
        ? [phase, ...item]
        : [phase, ['endGame', resultsPayload(after, after.results, hostId)], ...item];
    }
    case 'countdown': {
      // An evening that goes on tells its scores.
      const told = made.players.length > 0 ? [scores] : [];
      return [...began, phase, ...roundEvents(shown), ...told];
    }
    case 'item': {
      // Standings end what a round held back, and nobody has heard the ranks before.
      const isNews = areTold && !areRanksTold({ phase: before, programme });
      return [...began, phase, ...(isNews ? [scores] : []), ...itemEvents(after)];
    }
    case 'question': {
      const playerIds = judged.flatMap(({ revives = [] }) => revives);
      const revived: FlushEvent[] = [scores, ['revival', { playerIds }]];
      const told = playerIds.length > 0 ? revived : [];
      return [...began, phase, ...told, ['startQuizTime', questionPayload(after)]];
    }
    case 'reveal': {
      const wasAsked =
        isSame ||
        (before.kind === 'question' &&
          isSameName(nameOf(before), nameOf(after)) &&
          // Its zones were not told while people wrote.
          !isWriting(before));
      const isKnown = wasAsked && !isRaised;
      const asked: FlushEvent[] = isKnown ? [] : [['startQuizTime', questionPayload(after)]];
      const reveal = revealPayload(after, made.players, made.teams);
      // The reveal of a poll tells no marks, so what a correction makes of them has to be told beside it.
      const corrected = isSame && tally !== undefined && after.solution === null ? [scores] : [];
      return [...began, phase, ...asked, ['endQuizTime', reveal], ...corrected];
    }
  }
}

/** The events for ghosts alone at a transition, behind the reveal that it tells, too. */
export function ghostEvents(
  { phase: before, tally: known }: Pick<RoomState, 'phase' | 'tally'>,
  { phase: after, tally }: Transition,
): FlushEvent[] {
  const isRaised = isCurtained(before) && !isCurtained(after);
  return leagueEvents(tally ?? (isRaised ? known : undefined));
}

/** The events that tell ghosts of their league (R14.1). */
export function leagueEvents(tally: Tally | undefined): FlushEvent[] {
  const players = tally === undefined ? [] : leagueRows(tally);
  return players.length === 0 ? [] : [['ghostLeague', { players }]];
}

function isFinalOver(phase: Phase): boolean {
  return phase.kind === 'lobby' && phase.isFinalOver === true;
}

/** Tells phases of one kind apart: the question, or the game that has ended. */
function instanceOf(phase: Phase): string {
  if (phase.kind === 'lobby') return String(phase.version);
  if (phase.kind === 'item') return phase.id;
  if (phase.kind === 'countdown') return '';
  // Each act is told as a question of its own.
  return `${nameKey(nameOf(phase))}.${phase.kind === 'question' ? (phase.act ?? 0) : 0}`;
}

/** Whether the same end of a game is shown, from the same moment. */
function isSameEnd(before: Phase, after: LobbyPhase): boolean {
  if (before.kind !== 'lobby' || before.results === null) return false;
  return before.final?.startTime === after.final?.startTime;
}

/** Whether the item that is on looks as it did; a copy of a room may have read it anew. */
function isSameShown(before: Phase, after: Phase): boolean {
  const [was, is] = [itemOn(before), itemOn(after)];
  return is === undefined || JSON.stringify(was?.shown) === JSON.stringify(is.shown);
}

/** The item of the programme that is on. */
function itemEvents(phase: Phase): FlushEvent[] {
  const item = itemOn(phase);
  return item === undefined ? [] : [['showItem', item.shown]];
}

/** The round that is played. */
function roundEvents(room: Pick<RoomState, 'programme'>): FlushEvent[] {
  const round = roundPayload(room);
  return round === undefined ? [] : [['round', round]];
}

/** The same for somebody who comes into the middle of it. */
export function catchUpEvents(view: RoomView): FlushEvent[] {
  const { phase, hostId, tally, state } = view;
  const round = roundEvents(state);
  const current: FlushEvent = ['phase', phasePayload(phase, tally.game)];
  const scores = toldScores(tally, areRanksTold(state));
  // A roster tells the rest to somebody who has not heard a reveal.
  const teams: FlushEvent[] =
    phase.kind === 'item' && scores.teams !== undefined
      ? [['updateScores', { players: [], teams: scores.teams }]]
      : [];
  // It was told before, and says whether ranks are for everybody (R27.4).
  if (isCurtained(phase)) return [['startGame', ''], current, ...round, ...teams];
  switch (phase.kind) {
    case 'lobby':
      return phase.results === null
        ? [current, ...itemEvents(phase)]
        : [
            current,
            ['endGame', resultsPayload(phase, phase.results, hostId)],
            ...itemEvents(phase),
          ];
    case 'countdown':
      return [['startGame', ''], current, ...round];
    case 'item':
      return [['startGame', ''], current, ...round, ...teams, ...itemEvents(phase)];
    case 'question':
      return [['startGame', ''], current, ...round, ['startQuizTime', questionPayload(phase)]];
    case 'reveal':
      return [
        ['startGame', ''],
        current,
        ...round,
        ['startQuizTime', questionPayload(phase)],
        ['endQuizTime', revealPayload(phase, scores.players, scores.teams)],
      ];
  }
}
