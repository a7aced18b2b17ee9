import { EXTRA_TIME_KEPT, KICKED_KEPT, MUTED_KEPT } from '../protocol/limits.js';
import { compareNames, isSameQuestion, nameKey, nameOf } from '../protocol/judged-name.js';
import { keptDeletions } from './chat-log.js';
import { informedNow, tellsSecrets } from './informed.js';
import { isWriting, type Phase } from './phase.js';
import { revisionOf, type GivenChange, type RoomChange } from './room-change.js';
import type { RoomState, Seat } from './room-state.js';
import type { GameRules, JudgedQuestion } from './shared/judged.js';
import { settleSeats } from './tally.js';
import { countSeatsNeeded, indexOf, ticketOf } from './ticket-index.js';

/**
 * Does to a room what a change says: the only place that knows. Stores, copies and drafts all use it, so
 * they are equal after the same changes. Seats are replaced, never changed, as a draft shares them.
 */
export function applyChange(room: RoomState, change: RoomChange): void {
  switch (change.kind) {
    case 'seated': {
      const { seat } = change;
      const { slot } = seat;
      room.seats.set(slot, { ...seat });
      room.slots.set(seat.identityId, slot);
      room.names.add(seat.playerName);
      if (!seat.isBot && ticketOf(room, seat.identityId) === undefined) room.seatsNeeded += 1;
      room.resting.delete(slot);
      room.slotCount = Math.max(room.slotCount, slot + 1);
      room.generation = seat.generation;
      return;
    }
    case 'attached': {
      const { slot, generation, connectionId, process } = change;
      patch(room, slot, { generation, connectionId, process, droppedAt: null });
      room.generation = generation;
      return;
    }
    case 'dropped': {
      const { slot, droppedAt } = change;
      patch(room, slot, { connectionId: null, process: null, droppedAt });
      room.lastPresentAt = droppedAt;
      return;
    }
    case 'left': {
      const { slot, playerId, reason, at, restsUntil } = change;
      const seat = room.seats.get(slot);
      if (seat === undefined) return;
      noteTicketGone(room, seat);
      // The seat of a ticket is needed further, unless its person may not come any more.
      const isKept = reason !== 'kicked' && ticketOf(room, seat.identityId) !== undefined;
      if (!seat.isBot && !isKept) room.seatsNeeded -= 1;
      room.seats.delete(slot);
      room.texts.delete(slot);
      room.slots.delete(seat.identityId);
      room.names.remove(seat.playerName);
      room.resting.set(slot, restsUntil);
      if (seat.droppedAt === null && !seat.isBot) room.lastPresentAt = at;
      if (reason !== 'kicked') return;
      room.banned.set(seat.identityId, playerId);
      room.kicked = [...room.kicked, playerId].slice(-KICKED_KEPT);
      return;
    }
    case 'renamed': {
      const seat = room.seats.get(change.slot);
      if (seat === undefined) return;
      const { kind: _kind, ...names } = change;
      const { wanted: _wanted, ...rest } = seat;
      room.names.remove(seat.playerName);
      room.names.add(change.playerName);
      room.seats.set(change.slot, { ...rest, ...names });
      return;
    }
    case 'dealt':
      for (const [slot, team] of change.seats) patch(room, slot, { team });
      return;
    case 'muted': {
      const { identityId, muted } = change;
      const others = room.muted.filter((one) => one !== identityId);
      room.muted = muted ? [...others, identityId].slice(-MUTED_KEPT) : others;
      return;
    }
    case 'extraTime': {
      const { identityId, extra } = change;
      const isOnTicket = ticketOf(room, identityId)?.extra === true;
      const others = room.extraTimed.filter(([one]) => one !== identityId);
      room.extraTimed =
        extra === isOnTicket
          ? others
          : [...others, [identityId, extra] as const].slice(-EXTRA_TIME_KEPT);
      return;
    }
    case 'host':
      room.hostId = change.hostId;
      room.isHandedOver = change.isHandedOver;
      return;
    case 'helpers':
      room.helpers = { ...room.helpers, ...change.helpers };
      return;
    case 'acting':
      room.actingId = change.actingId;
      return;
    case 'settings':
      room.settings = { ...room.settings, ...change.settings };
      return;
    case 'nameList':
      room.nameList = change.more ? [...room.nameList, ...change.names] : change.names;
      return;
    case 'teamList':
      room.teamList = change.more ? [...room.teamList, ...change.entries] : change.entries;
      return;
    case 'tickets':
      if (!change.isSame) {
        room.extraTimed = withTicketed(room);
        room.ticketsGone = [];
      }
      room.tickets = change.list;
      room.seatsNeeded = countSeatsNeeded(room, change.list, room.seats.values());
      return;
    case 'ticketReissued': {
      const { tickets } = room;
      const ticket = tickets?.tickets[change.number - 1];
      if (tickets === null || ticket === undefined) return;
      const anew = { ...ticket, digest: change.digest };
      room.tickets = { ...tickets, tickets: tickets.tickets.with(change.number - 1, anew) };
      return;
    }
    case 'messagesDeleted':
      room.deleted = keptDeletions([...room.deleted, ...change.messages]);
      return;
    case 'messagesUnmasked':
      room.unmasked = keptDeletions([...room.unmasked, ...change.messages]);
      return;
    case 'screenAdded': {
      const { connectionId, screen } = change;
      room.screens.set(connectionId, screen);
      room.screenCount = screen.number;
      if (!screen.isCockpit) room.watchers.add(screen.identityId);
      else if (tellsSecrets(room)) room.informed = informedNow(room);
      return;
    }
    case 'screensRemoved':
      for (const connectionId of change.connectionIds) room.screens.delete(connectionId);
      if (change.reason === 'dismissed') room.watchers.clear();
      if (change.at !== undefined)
        Object.assign(room, { cockpitLeftAt: change.at, lastPresentAt: change.at });
      return;
    case 'restored':
      room.restoredAt = change.at;
      room.lastPresentAt = change.at;
      return;
    case 'programme':
      room.programme = change.programme;
      return;
    case 'phase': {
      const { phase, game, tally, rules, judged, part, given, rounds, programme } = change;
      const wereTold = tellsSecrets(room);
      const before = room.phase;
      room.phase = phase;
      if (!isSameOpen(before, phase) && room.parts.length > 0) room.parts = [];
      if (part !== undefined) room.parts = [...room.parts, part];
      const goesOn = isWriting(before) && isWriting(phase) && isSameOpen(before, phase);
      if (!goesOn) room.texts.clear();
      if (game !== undefined) room.game = game;
      if (programme !== undefined) room.programme = programme;
      const areTold = tellsSecrets({ ...room, tally: tally ?? room.tally });
      if (areTold && !wereTold) room.informed = informedNow(room);
      if (!areTold) room.informed = [];
      if (rules !== undefined)
        Object.assign(room, { rules, gameSince: phase.version, walked: 0, judged: [] });
      if (judged !== undefined) room.judged = withJudged(room.judged, judged);
      if (rounds !== undefined) room.rules = { ...room.rules, rounds };
      if (given !== undefined) room.rules = withGiven(room.rules, given);
      if (tally === undefined) return;
      room.tally = tally;
      settleSeats(room);
    }
  }
}

/** Whether the same question is open in both phases. */
function isSameOpen(before: Phase, after: Phase): boolean {
  const areOpen = before.kind === 'question' && after.kind === 'question';
  return areOpen && isSameQuestion(nameOf(before), nameOf(after));
}

/** The questions in order, those of `anew` in place of what was known of them. */
export function withJudged(
  known: readonly JudgedQuestion[],
  anew: readonly JudgedQuestion[],
): JudgedQuestion[] {
  const byName = new Map([...known, ...anew].map((question) => [nameKey(question), question]));
  return [...byName.values()].sort(compareNames);
}

/** The rules with points that are given by hand, or without those that are taken back. */
export function withGiven({ given = [], ...rules }: GameRules, change: GivenChange): GameRules {
  const known =
    'add' in change ? [...given, change.add] : given.filter(({ id }) => id !== change.takeBack);
  return known.length === 0 ? rules : { ...rules, given: known };
}

/** A ticket that has come stays so for those who run the room (R28.7). */
function noteTicketGone(room: RoomState, { identityId }: Seat): void {
  const ticket = ticketOf(room, identityId);
  if (ticket === undefined || room.tickets === null) return;
  const number = indexOf(room.tickets).numbers.get(ticket) ?? 0;
  if (!room.ticketsGone.includes(number)) room.ticketsGone = [...room.ticketsGone, number];
}

/** Somebody who sits here by a ticket keeps its extra time, as if a host had given it, when the list goes. */
function withTicketed(room: RoomState): RoomState['extraTimed'] {
  const byHand = new Set(room.extraTimed.map(([identityId]) => identityId));
  const kept = [...room.extraTimed];
  for (const { identityId } of room.seats.values())
    if (!byHand.has(identityId) && ticketOf(room, identityId)?.extra) kept.push([identityId, true]);
  return kept.slice(-EXTRA_TIME_KEPT);
}

function patch({ seats }: RoomState, slot: number, changes: Partial<Seat>): void {
  const seat = seats.get(slot);
  if (seat !== undefined) seats.set(slot, { ...seat, ...changes });
}

/** Applies an append to a room: its changes, and the room's note of it. */
export function applyAppend(
  room: RoomState,
  { id, seq, changes }: { id: string; seq: number; changes: readonly RoomChange[] },
): void {
  for (const change of changes) applyChange(room, change);
  noteAppend(room, { id, seq, changes });
}

/** The same for whoever has applied the changes one by one. */
export function noteAppend(
  room: RoomState,
  { id, seq, changes }: { id: string; seq: number; changes: readonly RoomChange[] },
): void {
  const revisions = { ...room.revisions };
  for (const change of changes) revisions[revisionOf(change)] = id;
  Object.assign(room, { revisions, lastAppend: { id, seq }, seq });
}
