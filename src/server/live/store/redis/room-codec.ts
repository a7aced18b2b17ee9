/** How rooms, seats, chat and updates lie in Redis, and back. */
import {
  emptied,
  isAmong,
  isBy,
  unmasked,
  type DeletedMessage,
  type StoredChat,
} from '../../../../game/chat-log.js';
import type { OpenRoom } from '../../../../game/give-way.js';
import { TakenNames } from '../../../../game/taken-names.js';
import { deadlineOf } from '../../../../game/phase.js';
import { ROOM_SCHEMA, type CloseReason } from '../../../../game/room-change.js';
import {
  isAttended,
  isInhabited,
  newRoomState,
  ROOM_FIELDS,
  TEXT_FIELDS,
  type RoomSettings,
  type RoomState,
  type RoomText,
  type Screen,
  type Seat,
  type TextField,
  type TextFormat,
} from '../../../../game/room-state.js';
import type { JudgedQuestion } from '../../../../game/shared/judged.js';
import { settleSeats } from '../../../../game/tally.js';
import { writingKey } from '../../../../game/writing.js';
import { countSeatsNeeded } from '../../../../game/ticket-index.js';
import {
  BOT_PERSON,
  RoomError,
  type PublicRoom,
  type SlotEmote,
} from '../../../../protocol/index.js';
import { compareNames } from '../../../../protocol/judged-name.js';
import type { FieldName } from '../contract.js';
import type { AppendUpdate, HeardNear, RoomUpdate, SharedText } from '../room-update.js';
import type { RoomPart } from './keys.js';
import { parseMoves, placeOf } from './places.js';
import { formatTally, parseChanges, parseTally } from './packed.js';

export const formatFlag = (value: boolean): string => (value ? '1' : '0');

export function formatSeat({ position: _position, entered: _entered, ...seat }: Seat): string {
  return JSON.stringify(seat);
}

/** How a text of the room's hash is made of a field's value, and back. */
const FORMATS = {
  text: { write: (value: string) => value, read: (text) => text },
  number: { write: (value: number) => String(value), read: Number },
  flag: { write: formatFlag, read: (text) => text === '1' },
  json: {
    write: (value: object) => JSON.stringify(value),
    read: (text) => JSON.parse(text) as unknown,
  },
  'json or null': {
    write: (value: object | null) => (value === null ? '' : JSON.stringify(value)),
    read: (text) => (text === '' ? null : (JSON.parse(text) as unknown)),
  },
  ids: {
    write: (value: readonly string[]) => value.join(','),
    read: (text) => (text === '' ? [] : text.split(',')),
  },
  messages: { write: formatDeleted, read: parseDeleted },
  tally: { write: formatTally, read: parseTally },
} satisfies Record<TextFormat, Format>;

interface Format {
  write: (value: never) => string;
  read: (text: string) => unknown;
}

const formatOf = (name: TextField): Format => FORMATS[ROOM_FIELDS[name]];

/** Fields and values of the room's hash, in turn; `phase` comes with what scripts need to know of it. */
export function formatFields(room: RoomState, names: readonly TextField[]): string[] {
  const written: string[] = [];
  for (const name of names) {
    written.push(name, formatOf(name).write(room[name] as never));
    if (name !== 'phase') continue;
    const endsAt = String(deadlineOf(room.phase) ?? '');
    written.push('version', String(room.phase.version), 'endsAt', endsAt);
    written.push('writing', writingKey(room) ?? '');
  }
  return written;
}

export function readField<Name extends TextField>(name: Name, text: string): RoomState[Name] {
  return formatOf(name).read(text) as RoomState[Name];
}

/** The whole hash of a room that is being opened. */
export function formatRoom(room: RoomState): string[] {
  const { roomId, pin, ownerIdentityId } = room;
  const fixed = { id: roomId, pin, openedBy: ownerIdentityId, schema: String(ROOM_SCHEMA) };
  const counters = {
    seq: '0',
    rosterRevision: '',
    phaseRevision: '',
    appendId: '',
    appendSeq: '0',
  };
  return [...Object.entries({ ...fixed, ...counters }).flat(), ...formatFields(room, TEXT_FIELDS)];
}

/** What tells who opened a room and how much it is used, in this order. */
export const USE_FIELDS = [
  'openedBy',
  'openedFrom',
  'seq',
  'lastActivityAt',
  'lastPresentAt',
  'openedAt',
  'settings',
] as const;

/** Of `USE_FIELDS`, how many seats and screens there are, and the opener's seat as JSON, where they have one. */
export function parseUse(use: {
  roomId: string;
  fields: readonly (string | null)[];
  seats: number;
  screens: number;
  opener: string | null;
}): OpenRoom {
  const [identityId, address, ...rest] = use.fields.map((field) => field ?? '');
  const [seq, lastActivityAt, lastPresentAt, openedAt] = rest.map(Number);
  const { keeper } = readField('settings', rest[4] ?? '');
  const opener = use.opener === null ? undefined : (JSON.parse(use.opener) as Seat);
  return {
    roomId: use.roomId,
    identityId: identityId ?? '',
    address: address ?? '',
    others: use.seats - (opener === undefined ? 0 : 1),
    lastActivityAt: lastActivityAt ?? 0,
    lastPresentAt: lastPresentAt ?? 0,
    openedAt: openedAt ?? 0,
    isAttended: isAttended({ opener, screens: use.screens, keeper }),
    seq: seq ?? 0,
  };
}

export type Hash = Record<string, string>;

/** What `parseRoom` is made of, in this order: hashes, texts or null, and sets as lists. */
export const STATE_PARTS = [
  'room',
  'seats',
  'positions',
  'entered',
  'judged',
  'banned',
  'resting',
  'screens',
  'watchers',
  'texts',
] as const satisfies RoomPart[];

/** Of the schema and the fields in turn; as `parseRoom` otherwise. */
export function parseFields<Name extends FieldName>(
  names: readonly Name[],
  [schema, ...texts]: (string | null)[],
): Pick<RoomState, Name> | undefined {
  if (schema == null) return undefined;
  checkSchema(schema);
  const read = names.map((name, i) => [name, readField(name, texts[i] ?? '')] as const);
  return Object.fromEntries(read) as Pick<RoomState, Name>;
}

function checkSchema(schema: string | undefined): void {
  if (schema !== String(ROOM_SCHEMA))
    throw new RoomError('UPDATING', 'another version of the server keeps this room');
}

/** Undefined where there is no such room. Throws UPDATING for one of another schema. */
export function parseRoom(parts: unknown[]): RoomState | undefined {
  const [room, seats, positions, entered, judged, banned, resting, screens, watchers, texts] =
    parts as [Hash, Hash, string | null, string | null, Hash, Hash, Hash, Hash, string[], Hash];
  if (room['id'] === undefined) return undefined;
  checkSchema(room['schema']);
  const text = (name: string): string => room[name] ?? '';
  const places = { positions: positions ?? '', entered: entered ?? '' };
  const seated = Object.values(seats)
    .map((json): Seat => {
      const seat = JSON.parse(json) as Omit<Seat, 'position' | 'entered'>;
      return { ...seat, ...placeOf(seat.slot, places) };
    })
    .sort((a, b) => a.slot - b.slot);
  const [roomId, pin, ownerIdentityId] = [text('id'), text('pin'), text('openedBy')];
  const settings = readField('settings', text('settings'));
  const { quizSet } = settings;
  // All copies have one shape then, as each of these fields is there already.
  const state = newRoomState({ roomId, pin, ownerIdentityId, options: settings, quizSet }, 0);
  for (const name of TEXT_FIELDS) Object.assign(state, { [name]: readField(name, text(name)) });
  Object.assign(state, {
    seq: Number(text('seq')),
    revisions: { roster: text('rosterRevision'), phase: text('phaseRevision') },
    lastAppend: { id: text('appendId'), seq: Number(text('appendSeq')) },
    judged: Object.values(judged)
      .map((json) => JSON.parse(json) as JudgedQuestion)
      .sort(compareNames),
    banned: new Map(Object.entries(banned)),
    seats: new Map(seated.map((seat) => [seat.slot, seat])),
    slots: new Map(seated.map(({ identityId, slot }) => [identityId, slot])),
    names: TakenNames.from(seated.map(({ playerName }) => playerName)),
    resting: new Map(Object.entries(resting).map(([slot, until]) => [Number(slot), Number(until)])),
    screens: new Map(
      Object.entries(screens)
        .map(([connectionId, json]) => [connectionId, JSON.parse(json) as Screen] as const)
        .sort(([, a], [, b]) => a.number - b.number),
    ),
    watchers: new Set(watchers),
    texts: parseTexts(texts),
    lastActivityAt: Number(text('lastActivityAt')),
  } satisfies Partial<RoomState>);
  state.seatsNeeded = countSeatsNeeded(state, state.tickets, seated);
  settleSeats(state);
  return state;
}

/** The texts in the hash that `share.lua` writes. */
export function parseTexts(texts: Hash): Map<number, RoomText> {
  return new Map(
    Object.entries(texts).map(([slot, text]) => {
      const space = text.indexOf(' ');
      const written = JSON.parse(text.slice(space + 1)) as Omit<RoomText, 'ms'>;
      return [Number(slot), { ...written, ms: Number(text.slice(0, space)) }];
    }),
  );
}

/** The fields of a room that the public list shows, in this order. */
export const LISTED_FIELDS = ['pin', 'settings'] as const;

/** Undefined where there is no such room any more, or nobody in it. `screens` are those of the room as JSON. */
export function parseListed(
  [pin, json]: (string | null | undefined)[],
  playerCount: number,
  screens: readonly string[],
): PublicRoom | undefined {
  if (pin == null || json == null) return undefined;
  const watching = screens.map((screen) => JSON.parse(screen) as Screen);
  if (!isInhabited(playerCount, watching)) return undefined;
  const { title, gameMode, maxPlayerCount } = JSON.parse(json) as RoomSettings;
  return { gameId: pin, title, gameMode, playerCount, maxPlayerCount };
}

/** What is kept for either audience, oldest first; what the living may read is in both lists. */
export function parseChat(living: string[], ghosts: string[]): StoredChat[] {
  const kept = new Map<number, StoredChat>();
  for (const json of [...living, ...ghosts]) {
    const chat = JSON.parse(json) as StoredChat;
    kept.set(chat.ghostId, chat);
  }
  return [...kept.values()].sort((a, b) => a.ghostId - b.ghostId);
}

/**
 * The messages without those that were deleted (R8.3), and what those said who were kicked (R9.1), and bots
 * whose rehearsal is over (R12.4); those that the host has unmasked (R8.7) as they were said.
 */
export function takenBack(
  chats: readonly StoredChat[],
  {
    banned,
    deleted,
    unmasked: shown,
    settings,
  }: Pick<RoomState, 'banned' | 'deleted' | 'unmasked' | 'settings'>,
): StoredChat[] {
  const bots = settings.rehearsal === null ? [BOT_PERSON] : [];
  const isKicked = isBy(...banned.values(), ...bots);
  const isDeleted = isAmong(deleted);
  const isShown = isAmong(shown);
  return chats.map((chat) => {
    if (isKicked(chat) || isDeleted(chat)) return emptied(chat);
    return isShown(chat) ? unmasked(chat) : chat;
  });
}

/** `<id for ghosts>:<id for the living, or nothing>:<time>`, with commas between. */
function formatDeleted(deleted: readonly DeletedMessage[]): string {
  return deleted
    .map(({ ghostId, livingId, timestamp }) => `${ghostId}:${livingId ?? ''}:${timestamp}`)
    .join(',');
}

function parseDeleted(text: string): DeletedMessage[] {
  if (text === '') return [];
  return text.split(',').map((message) => {
    const [ghostId = '', livingId = '', timestamp = ''] = message.split(':');
    return {
      ghostId: Number(ghostId),
      livingId: livingId === '' ? null : Number(livingId),
      timestamp: Number(timestamp),
    };
  });
}

/**
 * A message of a room's channel: `<seq> a <append id> <process that is next, or -> <changes as JSON>`,
 * `<seq> s <moves> <emotes> <chat and texts as JSON, or nothing>` with moves as `encodeMove` has them and emotes as
 * `<slot>,<emote>` with semicolons between, or `<seq> c <reason>`.
 */
export function parseUpdate(message: string): RoomUpdate {
  const afterSeq = message.indexOf(' ');
  const seq = Number(message.slice(0, afterSeq));
  const rest = message.slice(afterSeq + 3);
  const space = rest.indexOf(' ');
  const [head, tail] = space < 0 ? [rest, ''] : [rest.slice(0, space), rest.slice(space + 1)];
  switch (message[afterSeq + 1]) {
    case 'a': {
      const end = tail.indexOf(' ');
      const next = tail.slice(0, end);
      const append = parseAppend(seq, head, tail.slice(end + 1));
      return next === '-' ? append : { ...append, next };
    }
    case 's': {
      const end = tail.indexOf(' ');
      const emotes = tail.slice(0, end);
      const json = tail.slice(end + 1);
      const said = json === '' ? [] : (JSON.parse(json) as (StoredChat | HeardNear | SharedText)[]);
      const texts = said.filter((one) => 'texts' in one);
      const written = texts.length === 0 ? {} : { texts };
      const heard = said.filter((one) => 'byGhost' in one);
      const chats = said.filter((one) => 'ghostId' in one);
      const near = heard.length === 0 ? {} : { near: heard };
      const shown = emotes === '' ? {} : { emotes: parseEmotes(emotes) };
      return { kind: 'shared', seq, moves: parseMoves(head), ...shown, ...written, chats, ...near };
    }
    default:
      return { kind: 'closed', seq, reason: head as CloseReason };
  }
}

function parseAppend(seq: number, id: string, json: string): AppendUpdate {
  return { kind: 'appended', seq, id, changes: parseChanges(json) };
}

function parseEmotes(emotes: string): SlotEmote[] {
  return emotes.split(';').map((shown) => {
    const [slot = 0, emote = 0] = shown.split(',').map(Number);
    return { slot, emote };
  });
}
