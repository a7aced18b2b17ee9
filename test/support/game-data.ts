import type { ChoiceQuestion, QuizSet } from '../../src/game/shared/quiz-set.js';
import { applyChange } from '../../src/game/apply-change.js';
import {
  newRoomState,
  rulesOf,
  type Game,
  type Helpers,
  type RoomSettings,
  type RoomState,
  type RoomTicket,
  type RoomTickets,
  type Seat,
} from '../../src/game/room-state.js';
import type { SeatRequest } from '../../src/game/seat-commands.js';
import type { Position } from '../../src/game/shared/zones.js';
import {
  DEFAULT_OPTIONS,
  RoomError,
  STEPS,
  type ErrorCode,
  type RoomOptions,
} from '../../src/protocol/index.js';
import { standIn } from './arena.js';

/** The right choice of every made-up question is the one with this text. */
export const RIGHT = 'right';
/** Where fake clocks begin; a multiple of every flush interval in use. */
export const EPOCH = 1_700_000_000_000;
export const LENGTHS = {
  countdownMs: 3_000,
  getReadyMs: 3_000,
  pictureReadyMs: 5_000,
  revealMs: 10_000,
  show: 'off' as const,
  hostGraceMs: 30_000,
  skipMs: 0,
  minShownMs: 3_000,
};

export function someQuestions(
  count: number,
  { choices = 2, limitTime = 15 } = {},
): ChoiceQuestion[] {
  return Array.from({ length: count }, (_, n) => ({
    kind: 'choice',
    quiz: `Question ${n}?`,
    choices: [RIGHT, ...Array.from({ length: choices - 1 }, (_each, i) => `wrong ${i}`)],
    answers: [0],
    limitTime,
  }));
}

export function aSet(count = 5, shape = {}): QuizSet {
  return {
    id: 'test-set',
    title: 'Test set',
    language: 'en',
    questions: someQuestions(count, shape),
  };
}

export function someOptions(changes: Partial<RoomOptions> = {}): RoomOptions {
  return { ...DEFAULT_OPTIONS, title: 'Hall', maxPlayerCount: 200, ...changes };
}

/** The middle of a zone in steps. */
export function inZone(zone: number, choices = 2): Position {
  const [x, y] = standIn(zone, choices);
  return [Math.round(x * STEPS), Math.round(y * STEPS)];
}

/** A connected, living player in slot `slot`, called `p<slot>`. */
export function aSeat(slot: number, changes: Partial<Seat> = {}): Seat {
  return {
    slot,
    identityId: `identity-${slot}`,
    playerId: `p${slot}`,
    playerName: `Player ${slot}`,
    position: inZone(1),
    start: inZone(0),
    entered: null,
    fellAt: null,
    team: null,
    score: 0,
    playsFrom: 0,
    joinedAt: EPOCH + slot,
    joinedGame: 0,
    generation: slot + 1,
    connectionId: `c${slot}`,
    process: 'process',
    droppedAt: null,
    ...changes,
  };
}

/** Player `n` asks for a seat. */
export function request(n: number, changes: Partial<SeatRequest> = {}): SeatRequest {
  return {
    identityId: `identity-${n}`,
    address: `192.0.2.${n}`,
    connectionId: `c${n}`,
    process: 'process',
    playerId: `p${n}`,
    playerName: `Player ${n}`,
    position: [n, n],
    isStoreFull: false,
    ...changes,
  };
}

/** A list of so many tickets, with the identities `ticket-1` and so on, and codes with the digests `code-1`. */
export function someTickets(
  count: number,
  of: (number: number) => Partial<RoomTicket> = () => ({}),
  teamNames: readonly string[] = [],
): RoomTickets {
  const tickets = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const named = { playerName: `Guest ${number}`, ...of(number) };
    return { identityId: `ticket-${number}`, digest: `code-${number}`, ...named };
  });
  return { id: 'list', title: 'Guests', teamNames, tickets };
}

/** Somebody who shows a ticket of these. */
export function withTicket(number: number, changes: Partial<SeatRequest> = {}): SeatRequest {
  return request(100 + number, {
    identityId: `ticket-${number}`,
    ticket: { digest: `code-${number}`, browserId: `browser-${number}` },
    ...changes,
  });
}

export interface RoomShape extends Partial<Omit<RoomState, 'seats' | 'settings' | 'helpers'>> {
  seats?: readonly Seat[];
  helpers?: Partial<Helpers>;
  settings?: Partial<RoomSettings>;
}

/** A lobby with three players of whom `p0` is the host. */
export function aRoom({ seats, settings, helpers, ...changes }: RoomShape = {}): RoomState {
  const opened = newRoomState(
    {
      roomId: 'room',
      pin: '123456',
      ownerIdentityId: 'identity-0',
      options: someOptions(),
      quizSet: { quizSetId: 'test-set', quizCount: 3, title: 'Test set' },
    },
    EPOCH,
  );
  const room: RoomState = {
    ...opened,
    hostId: 'p0',
    phase: { kind: 'lobby', version: 7, results: null },
    settings: { ...opened.settings, ...settings },
    rules: rulesOf({ ...opened.settings, ...settings }),
    helpers: { ...opened.helpers, ...helpers },
    ...changes,
  };
  for (const seat of seats ?? [aSeat(0), aSeat(1), aSeat(2)])
    applyChange(room, { kind: 'seated', seat, address: '192.0.2.1' });
  return room;
}

/** A drawn game whose right choice is always the first of two. */
export function aGame(count = 3, starters = 3): Game {
  const questions = Array.from({ length: count }, (_, n) => ({
    shown: {
      kind: 'choice' as const,
      quiz: `Question ${n}?`,
      choiceList: [
        { order: 1, content: RIGHT },
        { order: 2, content: 'wrong 0' },
      ],
    },
    solution: { kind: 'choice' as const, rights: [1] },
    limitTime: 15,
  }));
  return { questions, spares: [], starters, asked: [], drops: 0 };
}

/** The code of the RoomError that `act` throws or rejects with; 'ok' where it does neither. */
export async function codeOf(act: () => unknown): Promise<ErrorCode | 'ok'> {
  try {
    await act();
    return 'ok';
  } catch (error) {
    if (error instanceof RoomError) return error.code;
    throw error;
  }
}
