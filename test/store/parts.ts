/** What the contract suites need of an implementation, and how they speak to it. */
import type { StoredChat } from '../../src/game/chat-log.js';
import type { Phase, QuestionPhase } from '../../src/game/phase.js';
import type { Transition } from '../../src/game/room-change.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
import type { SeatGrant } from '../../src/game/seat-commands.js';
import type {
  NewRoom,
  RoomBus,
  RoomStore,
  RoomTimer,
} from '../../src/server/live/store/contract.js';
import type { Position } from '../../src/game/shared/zones.js';
import type { RoomUpdate } from '../../src/server/live/store/room-update.js';
import type { RoomWriter } from '../../src/server/live/store/room-writer.js';
import { aGame, request, someOptions } from '../support/game-data.js';
import { Heard } from '../support/heard.js';
import { claim, seatPlayer, type Writing } from '../support/store-verbs.js';

export interface StoreParts {
  store: RoomStore;
  writer: RoomWriter;
  bus: RoomBus;
  timer: RoomTimer;
  /** How long a closed room's PIN rests here; a store on a real clock makes it short. */
  pinRestMs: number;
  /** Lets at least so much of the store's time pass. */
  passTime(ms: number): Promise<void>;
  /** Ends timers, subscriptions and connections, and removes what was stored. */
  close(): Promise<void>;
}

export type UseParts = () => StoreParts;

/** Short enough to be waited for on a real clock, in ms. */
export const SOON_MS = 60;

/** By how much a process may misjudge the time of a store elsewhere, in ms. */
export const CLOCK_ERROR_MS = 3;

const NO_LIMITS = { rooms: 1_000, perIdentity: 1_000, perAddress: 1_000 };
let rooms = 0;

export function newRoom(changes: Partial<NewRoom> = {}): NewRoom {
  rooms += 1;
  return {
    pin: String(rooms).padStart(6, '0'),
    options: someOptions(),
    quizSet: { quizSetId: 'test-set', quizCount: 3, title: 'Test set' },
    identityId: 'identity-0',
    address: '192.0.2.1',
    limits: NO_LIMITS,
    ...changes,
  };
}

/** Opens a room and returns it with its id. */
export async function open(
  store: RoomStore,
  changes: Partial<NewRoom> = {},
): Promise<NewRoom & { roomId: string }> {
  const room = newRoom(changes);
  const roomId = await store.openRoom(room);
  if (roomId === undefined) throw new Error(`the PIN ${room.pin} is taken`);
  return { ...room, roomId };
}

/** Seats players 0 to `count` - 1 one after the other; the first is host. */
export async function seatAll(parts: Writing, roomId: string, count: number): Promise<SeatGrant[]> {
  const grants: SeatGrant[] = [];
  for (let n = 0; n < count; n++) grants.push(await seatPlayer(parts, roomId, request(n)));
  return grants;
}

export async function read(store: RoomStore, roomId: string): Promise<RoomState> {
  const state = await store.readRoom(roomId);
  if (state === undefined) throw new Error(`there is no room ${roomId}`);
  return state;
}

/** Who sits, in order of slots. */
export async function seatsOf(store: RoomStore, roomId: string): Promise<Seat[]> {
  return sorted((await read(store, roomId)).seats);
}

export function sorted(seats: ReadonlyMap<number, Seat>): Seat[] {
  return [...seats.values()].sort((a, b) => a.slot - b.slot);
}

/** All of a room as plain data that can be compared, whatever its maps are made of. */
export function plain(room: RoomState): Record<string, unknown> {
  const { seats, slots, names, banned, resting, screens, watchers, ...rest } = room;
  const byKey = <K, V>(map: ReadonlyMap<K, V>): [K, V][] =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return structuredClone({
    ...rest,
    seats: byKey(seats),
    slots: byKey(slots),
    // What else it remembers is for speed.
    names: byKey(names['counts']),
    banned: byKey(banned),
    resting: byKey(resting),
    // These stand in the order in which they came.
    screens: [...screens],
    watchers: [...watchers].sort(),
  });
}

/** Everything that the bus tells of a room from now on. */
export async function listen(
  { bus }: { bus: RoomBus },
  roomId: string,
): Promise<Heard<RoomUpdate>> {
  const heard = new Heard<RoomUpdate>();
  await bus.subscribe(roomId, heard.note);
  return heard;
}

export async function heardUpTo(heard: Heard<RoomUpdate>, seq: number): Promise<RoomUpdate[]> {
  await heard.wait((update) => update.seq >= seq);
  return [...heard.all];
}

/** What the appends among some updates changed, in order. */
export function changesOf(updates: readonly RoomUpdate[]): object[] {
  return updates.flatMap((update) => (update.kind === 'appended' ? update.changes : []));
}

/** A transition into a countdown of the next version that ends at `endTime`. */
export function countdownFrom(
  { phase: { version } }: Pick<RoomState, 'phase'>,
  endTime: number,
  changes: Partial<Transition> & { pausedAt?: number } = {},
): Transition {
  const { pausedAt = null, ...rest } = changes;
  const clock = { startTime: endTime - 1_000, endTime, pausedAt };
  const phase: Phase = { kind: 'countdown', version: version + 1, count: 3, clock };
  return { phase, game: aGame(), ...rest };
}

/** A question of a minute in which people have written since `startTime`. */
export function writingFrom(
  { phase: { version } }: Pick<RoomState, 'phase'>,
  startTime: number,
): QuestionPhase {
  return {
    kind: 'question',
    version: version + 1,
    index: 0,
    count: 1,
    first: 0,
    drops: 0,
    readyAt: startTime,
    places: null,
    revived: [],
    act: 1,
    question: { kind: 'typed', quiz: 'Which?', choiceList: [] },
    clock: { startTime, endTime: startTime + 60_000, pausedAt: null },
  };
}

/** Back to the lobby. */
export function lobbyFrom({ phase, tally }: Pick<RoomState, 'phase' | 'tally'>): Transition {
  return {
    phase: { kind: 'lobby', version: phase.version + 1, results: [] },
    game: null,
    tally: { game: tally.game + 1, marks: [] },
  };
}

/** Starts a game whose countdown ends at `endTime`. */
export async function start(parts: Writing, roomId: string, endTime: number): Promise<void> {
  const state = await read(parts.store, roomId);
  const tally = { game: state.tally.game + 1, marks: [] };
  const outcome = await claim(parts, state, countdownFrom(state, endTime, { tally }));
  if (outcome.kind !== 'done') throw new Error(outcome.kind);
}

export async function chatOf(store: RoomStore, roomId: string): Promise<StoredChat[]> {
  return (await store.snapshot(roomId))?.chat ?? [];
}

/** What a connection of the first `seatAll` sends: its seat has the generation behind its slot. */
export const from = (slot: number): { slot: number; generation: number } => ({
  slot,
  generation: slot + 1,
});

/** Makes the player in `slot` a ghost, by a judgement of the game that runs. */
export async function fell(
  parts: Writing,
  roomId: string,
  slot: number,
  fellAt: Position,
): Promise<void> {
  const room = await read(parts.store, roomId);
  const marks = Array.from(room.seats.values(), (seat) => ({
    playerId: seat.playerId,
    score: seat.score,
    isAnswer: false,
    played: true,
    rank: 1,
    gain: 0,
    fellAt: seat.slot === slot ? fellAt : seat.fellAt,
  }));
  const tally = { game: room.tally.game, marks };
  await claim(parts, room, countdownFrom(room, parts.store.now() + 60_000, { tally }));
}
