/** What the contract suites need of an implementation, and how they speak to it. */
import type { Transition } from '../../src/game/transitions.js';
import type { RoomState } from '../../src/game/room-state.js';
import type { Phase } from '../../src/game/phase.js';
import type {
  NewRoom,
  RoomBus,
  RoomStore,
  RoomTimer,
  SeatGrant,
  SeatRequest,
} from '../../src/store/contract.js';
import type { RoomFact } from '../../src/store/facts.js';
import { aGame, someOptions } from '../support/game-data.js';
import { Heard } from '../support/heard.js';

export interface StoreParts {
  store: RoomStore;
  bus: RoomBus;
  timer: RoomTimer;
  /** How long a closed room's PIN and a freed slot rest here; a store on a real clock makes it short. */
  pinRestMs: number;
  slotRestMs: number;
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
    identityId: 'opener',
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

export function request(n: number, changes: Partial<SeatRequest> = {}): SeatRequest {
  return {
    identityId: `identity-${n}`,
    address: `192.0.2.${n}`,
    connectionId: `c${n}`,
    playerId: `p${n}`,
    playerName: `Player ${n}`,
    position: [n, n],
    ...changes,
  };
}

/** Seats players 0 to `count` - 1 one after the other; the first is host. */
export async function seatAll(
  store: RoomStore,
  roomId: string,
  count: number,
): Promise<SeatGrant[]> {
  const grants: SeatGrant[] = [];
  for (let n = 0; n < count; n++) grants.push(await store.seatPlayer(roomId, request(n)));
  return grants;
}

export async function read(store: RoomStore, roomId: string): Promise<RoomState> {
  const state = await store.readRoom(roomId);
  if (state === undefined) throw new Error(`there is no room ${roomId}`);
  return state;
}

/** Everything that the bus tells of a room from now on. */
export async function listen({ bus }: StoreParts, roomId: string): Promise<Heard<RoomFact>> {
  const heard = new Heard<RoomFact>();
  await bus.subscribe(roomId, heard.note);
  return heard;
}

export async function heardUpTo(heard: Heard<RoomFact>, seq: number): Promise<RoomFact[]> {
  await heard.wait((fact) => fact.seq >= seq);
  return [...heard.all];
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
  return { phase, game: aGame(), seatMarks: [], everyone: null, ...rest };
}

/** Starts a game whose countdown ends at `endTime`. */
export async function start(store: RoomStore, roomId: string, endTime: number): Promise<void> {
  const state = await read(store, roomId);
  const transition = countdownFrom(state, endTime, { everyone: 'reset' });
  const { version: fromVersion } = state.phase;
  const outcome = await store.claimPhase(roomId, { fromVersion, deadline: 'any', transition });
  if (outcome !== 'claimed') throw new Error(outcome);
}
