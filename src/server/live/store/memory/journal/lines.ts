/** How a journal lies on the disk: lines with a check sum each, and snapshots of whole rooms. */
import { crc32 } from 'node:zlib';
import type { StoredChat } from '../../../../../game/chat-log.js';
import { ROOM_SCHEMA, type RoomChange } from '../../../../../game/room-change.js';
import {
  newRoomState,
  type Entry,
  type RoomState,
  type RoomText,
} from '../../../../../game/room-state.js';
import type { QuizSet } from '../../../../../game/shared/quiz-set.js';
import type { Position } from '../../../../../game/shared/zones.js';
import { TakenNames } from '../../../../../game/taken-names.js';
import { countSeatsNeeded } from '../../../../../game/ticket-index.js';
import type { MemoryRoom } from '../memory-room.js';

/** `number` counts the lines of a room without gaps; `at` is store epoch ms, and `seq` the room's after it. */
interface LineHead {
  number: number;
  seq: number;
  at: number;
}

export interface AppendLine extends LineHead {
  kind: 'append';
  id: string;
  changes: readonly RoomChange[];
  quizSet?: QuizSet;
}

/** Places, entries, texts and chat since the line before, which are no append. */
export interface ShareLine extends LineHead {
  kind: 'share';
  places: [slot: number, position: Position, entered: Entry | null][];
  walked: number;
  chats: StoredChat[];
  /** There where somebody has written something. */
  texts?: [slot: number, text: RoomText][];
}

export type Line = AppendLine | ShareLine;

export function formatLine(line: Line): string {
  const json = JSON.stringify(line);
  return `${sumOf(json)} ${json}\n`;
}

/** Undefined where the line is torn or damaged. */
export function parseLine(text: string): Line | undefined {
  const json = text.slice(9);
  if (json === '' || text.slice(0, 9) !== `${sumOf(json)} `) return undefined;
  return JSON.parse(json) as Line;
}

const hex = (sum: number): string => sum.toString(16).padStart(8, '0');
const sumOf = (text: string): string => hex(crc32(text));

/** About so much of a snapshot is made and written at once, in characters. */
const TEXT_UNITS = 128 * 1024;

/** A room as a snapshot holds it. */
export interface WrittenRoom {
  schema: number;
  /** The last line that the snapshot contains. */
  number: number;
  at: number;
  openedFrom: string;
  openedAt: number;
  addresses: string[];
  chat: StoredChat[];
  quizSet?: QuizSet | undefined;
  state: RoomState;
}

/**
 * A part of a snapshot: a text of this moment, or a large value that never changes in place, which may become a text
 * later. A game has up to 200 questions with an answer of each player, and as one text they would hold the event loop.
 */
export type SnapshotPart = string | object;

/** The room as it is now, to be written in turn. */
export function snapshotParts(room: MemoryRoom, number: number, at: number): SnapshotPart[] {
  const {
    game,
    judged,
    seats,
    slots: _slots,
    names: _names,
    seatsNeeded: _seatsNeeded,
    ...rest
  } = room.state;
  const head = {
    schema: ROOM_SCHEMA,
    number,
    at,
    openedFrom: room.openedFrom,
    openedAt: room.openedAt,
    addresses: [...room.addresses],
    chat: room.chat.all(),
  };
  const fields = Object.entries(rest).map(([name, value]) => `"${name}":${plain(value)},`);
  return [
    JSON.stringify(head).slice(0, -1),
    ...(room.quizSet === undefined ? [] : [',"quizSet":', room.quizSet]),
    `,"state":{${fields.join('')}"seats":${JSON.stringify([...seats.values()])},"game":`,
    game ?? 'null',
    ',"judged":[',
    ...judged.flatMap((question, n) => (n === 0 ? [question] : [',', question])),
    ']}}',
  ];
}

/** Puts parts into texts of some size, each to be taken in a turn of its own; the last one has the check sum. */
export function* snapshotTexts(parts: readonly SnapshotPart[]): Generator<string, void> {
  let sum = 0;
  let text = '';
  for (const part of parts) {
    text += typeof part === 'string' ? part : JSON.stringify(part);
    if (text.length < TEXT_UNITS) continue;
    sum = crc32(text, sum);
    yield text;
    text = '';
  }
  sum = crc32(text, sum);
  yield `${text}\n${hex(sum)}`;
}

const plain = (value: unknown): string =>
  JSON.stringify(value instanceof Map || value instanceof Set ? [...value] : value);

/** Throws where the text is torn or damaged; only `schema` and `state.pin` mean something in one of another schema. */
export function parseSnapshot(text: string): WrittenRoom {
  const json = text.slice(0, -9);
  if (text.slice(-9) !== `\n${sumOf(json)}`) throw new Error('the snapshot is damaged');
  const written = JSON.parse(json) as WrittenRoom;
  if (written.schema !== ROOM_SCHEMA) return written;
  const read = written.state as unknown as Record<string, never> & { seats: RoomState['seats'] };
  const seats = [
    ...(read.seats as unknown as Iterable<
      RoomState['seats'] extends Map<number, infer S> ? S : never
    >),
  ];
  const { roomId, pin, ownerIdentityId, settings } = written.state;
  // Rooms that come back have the shape of those that are opened.
  const state = newRoomState(
    { roomId, pin, ownerIdentityId, options: settings, quizSet: settings.quizSet },
    0,
  );
  const { banned, resting, screens, watchers, texts } = read;
  Object.assign(state, read, {
    banned: new Map(banned),
    resting: new Map(resting),
    screens: new Map(screens),
    watchers: new Set(watchers),
    texts: new Map(texts),
    seats: new Map(seats.map((seat) => [seat.slot, seat])),
    slots: new Map(seats.map(({ identityId, slot }) => [identityId, slot])),
    names: TakenNames.from(seats.map(({ playerName }) => playerName)),
  });
  state.seatsNeeded = countSeatsNeeded(state, state.tickets, seats);
  return { ...written, state };
}
