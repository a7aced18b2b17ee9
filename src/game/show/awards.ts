/** What is given away when a game is over, from how its questions were answered (R19.6). */
import { isSeries } from '../../protocol/question.js';
import { inEach } from '../../protocol/set-languages.js';
import { askedSoFar } from '../draw-question.js';
import { STEPS } from '../../protocol/position.js';
import type { ResultRow } from '../../protocol/scores.js';
import type { Award, FinalTotals } from '../../protocol/show.js';
import type { GameRules, JudgedQuestion } from '../shared/judged.js';
import { outcomesOf, questionsIn, rightCount } from '../kinds/outcomes.js';
import { rankedBy, standingSteps, type Standings } from '../scoring.js';
import type { Steps } from '../steps.js';
import { isAlive, type RoomState } from '../room-state.js';
import { ahead, FEWEST_TO_NAME } from './moments.js';

const MOST_AWARDS = 5;
/** How wide the arena is said to be. */
const ARENA_METRES = 20;
const COMEBACK_FROM = 5;
const COMEBACK_FROM_PART = 0.1;
const FASTEST_FROM_RIGHTS = 3;
const STREAK_FROM = 4;

/** One player's way through the game. */
interface Course {
  slot: number;
  isOnPodium: boolean;
  rights: number;
  rightMs: number;
  longestStreak: number;
  /** Of all ranks after the second question. */
  lowestRank: number;
  rank: number;
}

interface Played {
  question: JudgedQuestion;
  /** `index` in the game. */
  right: number;
  played: number;
}

/** The end of a game tells this beside its table. */
export interface Closing {
  awards: Award[];
  totals: FinalTotals;
}

/** With places to stop: all answers are looked at, and everybody is ranked after each question. */
export function* closingSteps(
  room: RoomState,
  results: readonly ResultRow[],
  league: readonly { slot: number; rights: number }[],
): Steps<Closing> {
  const played = yield* playedSteps(room.judged, room.rules.gameMode);
  const courses = yield* courseSteps(room, results);
  return {
    awards: awardsOf(room, { played, courses, results, league }),
    totals: totalsOf(room, played, results.length),
  };
}

/** What is not scored (R6.9) is in no count of answers. */
function totalsOf(
  { judged, walked }: Pick<RoomState, 'judged' | 'walked'>,
  all: readonly Played[],
  players: number,
): FinalTotals {
  const sum = (of: (one: Played) => number): number => all.reduce((n, one) => n + of(one), 0);
  return {
    players,
    questions: questionsIn(judged).length,
    answers: sum(({ played }) => played),
    rights: sum(({ right }) => right),
    walked: Math.round((walked / STEPS) * ARENA_METRES),
  };
}

interface Told {
  played: readonly Played[];
  courses: readonly Course[];
  results: readonly ResultRow[];
  league: readonly { slot: number; rights: number }[];
}

function awardsOf(room: RoomState, { played, courses, results, league }: Told): Award[] {
  const named =
    results.length < FEWEST_TO_NAME
      ? []
      : [lastStanding(room), comeback(courses), fastest(courses), streak(courses), ghost(league)];
  const awards = [hardest(room, played), ...named];
  const slots = new Set<number>();
  return awards
    .flatMap((award): Award[] => {
      if (award === undefined) return [];
      if (!('slot' in award)) return [award];
      if (slots.has(award.slot)) return [];
      slots.add(award.slot);
      return [award];
    })
    .slice(0, MOST_AWARDS);
}

/** Questions that are scored (R6.9), with how many were right. */
function* playedSteps(
  judged: readonly JudgedQuestion[],
  gameMode: GameRules['gameMode'],
): Steps<Played[]> {
  const all: Played[] = [];
  for (const parts of questionsIn(judged)) {
    yield;
    const outcomes = outcomesOf(parts, gameMode);
    const { last: question, isVoid } = outcomes;
    if (question === undefined || isVoid || question.points === 0) continue;
    all.push({ question, ...rightCount(outcomes) });
  }
  return all;
}

function hardest({ game }: RoomState, all: readonly Played[]): Award | undefined {
  const share = ({ right, played }: Played): number => (played === 0 ? 1 : right / played);
  const asked = game === null ? [] : askedSoFar(game);
  const shownOf = ({ question }: Played) => asked[question.question]?.shown;
  // Two of three parts right is no right series, so that few have one right.
  const single = all.filter((one) => !isSeries(shownOf(one)?.kind ?? 'choice'));
  const worst = ahead(single, (one) => -share(one));
  const shown = worst && shownOf(worst);
  if (worst === undefined || shown === undefined || single.length < 2) return undefined;
  const { right, played } = worst;
  if (right === played) return undefined;
  return inEach(shown, ({ quiz }) => ({ kind: 'hardest', quiz, right, played }) as const);
}

function* courseSteps(
  { judged, rules, seats }: RoomState,
  results: readonly ResultRow[],
): Steps<Course[]> {
  const courses = new Map<string, Course>();
  for (const { playerId, slot, rank } of results)
    courses.set(playerId, {
      slot,
      rank,
      isOnPodium: rank <= 3,
      rights: 0,
      rightMs: 0,
      longestStreak: 0,
      lowestRank: rank,
    });
  const people = [...seats.values()];
  const afterEach = (standings: Standings, [question]: readonly JudgedQuestion[]): void => {
    for (const [playerId, { rights, rightMs, streak: inARow }] of standings) {
      const course = courses.get(playerId);
      if (course === undefined) continue;
      course.rights = rights;
      course.rightMs = rightMs;
      course.longestStreak = Math.max(course.longestStreak, inARow);
    }
    if (question === judged[0] || rules.gameMode === 'SURVIVAL') return;
    const { ranks } = rankedBy(standings, people, rules, false);
    people.forEach(({ playerId }, i) => {
      const course = courses.get(playerId);
      if (course !== undefined) course.lowestRank = Math.max(course.lowestRank, ranks[i] as number);
    });
  };
  yield* standingSteps(judged, rules, { question: afterEach });
  return [...courses.values()];
}

function lastStanding({ rules, seats }: RoomState): Award | undefined {
  if (rules.gameMode !== 'SURVIVAL') return undefined;
  const [last, ...others] = [...seats.values()].filter(isAlive);
  return last !== undefined && others.length === 0
    ? { kind: 'lastStanding', slot: last.slot }
    : undefined;
}

function comeback(courses: readonly Course[]): Award | undefined {
  const ranksOf = ({ lowestRank, rank }: Course): number => lowestRank - rank;
  const best = ahead(courses, ranksOf);
  const from = Math.max(COMEBACK_FROM, courses.length * COMEBACK_FROM_PART);
  return best && ranksOf(best) >= from
    ? { kind: 'comeback', slot: best.slot, ranks: ranksOf(best) }
    : undefined;
}

/** Those on the podium have their moment already. */
function fastest(courses: readonly Course[]): Award | undefined {
  const able = courses.filter(
    ({ isOnPodium, rights, rightMs }) =>
      !isOnPodium && rights >= FASTEST_FROM_RIGHTS && rightMs > 0,
  );
  const meanMs = ({ rights, rightMs }: Course): number => Math.round(rightMs / rights);
  const best = ahead(able, (course) => -meanMs(course));
  return best && { kind: 'fastest', slot: best.slot, ms: meanMs(best) };
}

function streak(courses: readonly Course[]): Award | undefined {
  const best = ahead(
    courses.filter(({ isOnPodium }) => !isOnPodium),
    ({ longestStreak }) => longestStreak,
  );
  return best && best.longestStreak >= STREAK_FROM
    ? { kind: 'streak', slot: best.slot, rights: best.longestStreak }
    : undefined;
}

function ghost(league: readonly { slot: number; rights: number }[]): Award | undefined {
  const best = ahead(league, ({ rights }) => rights);
  return best && { kind: 'ghost', slot: best.slot, rights: best.rights };
}
