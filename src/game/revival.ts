/** Ghosts that come back, once in a game of survival (R14.2). */
import { named, type JudgedName } from '../protocol/judged-name.js';
import { withJudged } from './apply-change.js';
import type { Transition } from './room-change.js';
import { isAlive, isConnected, type Game, type RoomState, type Seat } from './room-state.js';
import { marksOf, standingsOf } from './scoring.js';

/** The part of a room that decides a revival. */
type Fallen = Pick<RoomState, 'rules' | 'judged' | 'seats' | 'tally'> & {
  game: Pick<Game, 'starters'> | null;
};

/** The hall is empty where a fifth or fewer of those live who began, or so few. */
const EMPTY_SHARE = 1 / 5;
const EMPTY_COUNT = 3;
/** So many live then, of those who began. */
const FULL_SHARE = 2 / 5;
const LEAST_LEFT = 4;

/**
 * The changes with the question after this reveal, when so many are `left` that count (R6.9): the best ghosts of
 * the league are back, with one life each. Whom it brings back is kept with the question that was judged last, so
 * that no correction chooses others.
 */
export function revival(
  room: Fallen,
  { name, left }: { name: JudgedName; left: number },
): Pick<Transition, 'tally' | 'judged'> {
  const { rules, game, judged, tally } = room;
  const last = named(judged, name);
  if (game === null || last === undefined || !isDue(room, left)) return {};
  const seats = [...room.seats.values()];
  const places = Math.floor(game.starters * FULL_SHARE) - seats.filter(isAlive).length;
  const revives = bestGhosts(room, seats).slice(0, Math.max(places, 0));
  if (revives.length === 0) return {};
  const question = { ...last, revives };
  const marks = marksOf(seats, withJudged(judged, [question]), rules, 'asked');
  return { tally: { ...tally, marks }, judged: [question] };
}

function isDue({ rules, game, judged, seats }: Fallen, left: number): boolean {
  if (!rules.revival || rules.gameMode !== 'SURVIVAL' || left < LEAST_LEFT) return false;
  if (judged.some(({ revives }) => revives !== undefined)) return false;
  const living = [...seats.values()].filter(isAlive).length;
  return living <= Math.max(Math.floor((game?.starters ?? 0) * EMPTY_SHARE), EMPTY_COUNT);
}

/** Ids of the ghosts who are here and have lived, in order of their league, the same everywhere. */
function bestGhosts({ judged, rules }: Fallen, seats: readonly Seat[]): string[] {
  const standings = standingsOf(judged, rules);
  return seats
    .flatMap((seat) => {
      const standing = standings.get(seat.playerId);
      if (isAlive(seat) || !isConnected(seat) || !standing?.hasLived) return [];
      const { rights, rightMs } = standing.league ?? { rights: 0, rightMs: 0 };
      return [{ seat, rights, rightMs }];
    })
    .sort((a, b) => b.rights - a.rights || a.rightMs - b.rightMs || a.seat.slot - b.seat.slot)
    .map(({ seat }) => seat.playerId);
}
