/** How a journal lies on the disk: lines with a check sum each, and snapshots of whole rooms. */
import { crc32 } from 'node:zlib';
import type { StoredChat } from '../../../../../game/chat-log.js';
import { ROOM_SCHEMA, type RoomChange } from '../../../../../game/room-change.js';
import { newRoomState, type Entry, type RoomState } from '../../../../../game/room-state.js';
import type { QuizSet } from '../../../../../game/shared/quiz-set.js';
import type { Position } from '../../../../../game/shared/zones.js';
import { TakenNames } from '../../../../../game/taken-names.js';
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

/** Places, entries and chat since the line before, which are no append. */
export interface ShareLine extends LineHead {
  kind: 'share';
  places: [slot: number, position: Position, entered: Entry | null][];
  walked: number;
  chats: StoredChat[];
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

const sumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');

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
 * Large values that never change in place are made texts once: a game has up to 200 questions with an answer of
 * each player, and a snapshot of all that from the beginning would hold the event loop for too long.
 */
const texts = new WeakMap<object, string>();

function textOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** The text of a snapshot, with its check sum before it. */
export function formatSnapshot(room: MemoryRoom, number: number, at: number): string {
  const { game, judged, seats, slots: _slots, names: _names, ...rest } = room.state;
  const state = [
    ...Object.entries(rest).map(([name, value]) => `${JSON.stringify(name)}:${plain(value)}`),
    `"game":${game === null ? 'null' : textOf(game)}`,
    `"judged":[${judged.map(textOf).join(',')}]`,
    `"seats":${JSON.stringify([...seats.values()])}`,
  ];
  const head = {
    schema: ROOM_SCHEMA,
    number,
    at,
    openedFrom: room.openedFrom,
    openedAt: room.openedAt,
    addresses: [...room.addresses],
    chat: room.chat.all(),
  };
  const set = room.quizSet === undefined ? '' : `,"quizSet":${textOf(room.quizSet)}`;
  const json = `${JSON.stringify(head).slice(0, -1)}${set},"state":{${state.join(',')}}}`;
  return `${sumOf(json)} ${json}`;
}

const plain = (value: unknown): string =>
  JSON.stringify(value instanceof Map || value instanceof Set ? [...value] : value);

/** Throws where the text is torn or damaged; only `schema` and `state.pin` mean something in one of another schema. */
export function parseSnapshot(text: string): WrittenRoom {
  const json = text.slice(9);
  if (text.slice(0, 9) !== `${sumOf(json)} `) throw new Error('the snapshot is damaged');
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
  const { banned, resting, screens, watchers } = read;
  Object.assign(state, read, {
    banned: new Map(banned),
    resting: new Map(resting),
    screens: new Map(screens),
    watchers: new Set(watchers),
    seats: new Map(seats.map((seat) => [seat.slot, seat])),
    slots: new Map(seats.map(({ identityId, slot }) => [identityId, slot])),
    names: TakenNames.from(seats.map(({ playerName }) => playerName)),
  });
  return { ...written, state };
}
