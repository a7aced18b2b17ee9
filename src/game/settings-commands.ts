/** Settings of the host (R1.2, R4.4, R9). */
import { RoomError } from '../protocol/errors.js';
import { MOST_IN_HALL } from '../protocol/limits.js';
import { mayAlways } from '../protocol/room-options.js';
import type { QuizSet } from './shared/quiz-set.js';
import { hashOfSeed } from './shared/draw-lots.js';
import { isBig } from './big-room.js';
import { BOTH, done, PHASE, type RoomCommand } from './room-command.js';
import type { RoomChange } from './room-change.js';
import type {
  HeldChoice,
  Programme,
  RoomSettings,
  RoomState,
  WalledOptions,
} from './room-state.js';
import { teamsBy } from './teams.js';
import { checkSeatsOfTickets } from './tickets.js';

/** What may change at any time. */
export type LiveSettings = Omit<
  RoomSettings,
  keyof WalledOptions | 'quizSet' | 'teamNames' | 'tickets'
>;

export function changeSettings(settings: Partial<LiveSettings>): RoomCommand<void> {
  return { reads: PHASE, decide: () => done({ kind: 'settings', settings }) };
}

/**
 * Changes options. Refuses with WRONG_PHASE outside the lobby, but for those that may always change and for more
 * seats; BAD_REQUEST where too many sit, or a hall would become a big room.
 */
export function changeOptions(options: Partial<WalledOptions>): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room) {
      const { maxPlayerCount } = options;
      const isFewer = (maxPlayerCount ?? Infinity) < room.settings.maxPlayerCount;
      if (!Object.keys(options).every(mayAlways) || isFewer) checkLobby(room);
      const { size } = room.seats;
      if (maxPlayerCount !== undefined && maxPlayerCount < size)
        throw new RoomError('BAD_REQUEST', `${size} players sit already`);
      if (maxPlayerCount !== undefined && isFewer) checkSeatsOfTickets(room, maxPlayerCount);
      // Its clients would have to learn another wire.
      if (isBig({ ...room.settings, ...options }) !== isBig(room.settings))
        throw new RoomError('BAD_REQUEST', `maxPlayerCount: not over ${MOST_IN_HALL}, or back`);
      return done({ kind: 'settings', settings: options }, ...teamsBy(room, options.teams));
    },
  };
}

/** Chooses the set that is played next. Refuses with WRONG_PHASE outside the lobby. */
export function chooseQuizSet(quizSet: HeldChoice): RoomCommand<void> {
  return {
    reads: PHASE,
    decide(room) {
      checkLobby(room);
      return done({ kind: 'settings', settings: { quizSet } }, ...programmeChange(room, null));
    },
  };
}

/**
 * Gives the room a set of its own and chooses it, with its programme where it has one. Refuses with WRONG_PHASE outside
 * the lobby.
 */
export function bringQuizSet(
  set: QuizSet,
  quizSet: HeldChoice,
  programme: Programme | null = null,
): RoomCommand<void> {
  return {
    reads: PHASE,
    decide(room) {
      checkLobby(room);
      // Told before anybody knows who will take part (R27.8).
      const drawHash = programme && { drawHash: hashOfSeed(programme.seed) };
      const settings = { quizSet: { ...quizSet, ...drawHash } };
      // An edit that was made on an evening before is too late, also where a plain set came between.
      const revision = Math.max(room.seq, (room.programme?.revision ?? -1) + 1);
      const chosen = programme && { ...programme, revision };
      return {
        ...done({ kind: 'settings', settings }, ...programmeChange(room, chosen)),
        quizSet: set,
      };
    },
  };
}

/** The item that is on in the lobby goes with the programme that it is of. */
function programmeChange(room: RoomState, programme: Programme | null): RoomChange[] {
  if (programme === null && room.programme === null) return [];
  const { phase } = room;
  if (phase.kind !== 'lobby' || phase.item === undefined) return [{ kind: 'programme', programme }];
  const { item: _item, ...rest } = phase;
  const lobby = { ...rest, version: phase.version + 1 };
  return [
    { kind: 'programme', programme },
    { kind: 'phase', phase: lobby },
  ];
}

function checkLobby({ phase }: RoomState): void {
  if (phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE', 'a game is running');
}
