/**
 * Scores (R6). Everything follows from how the questions of a game were answered, so it can be
 * computed again when a question is voided or corrected, and is then as if it had been so from the start.
 */
import type { Crowd } from '../protocol/room-options.js';
import type { Answer, GameRules, JudgedQuestion, Played } from './shared/judged.js';
import {
  meanTime,
  outcomesOf,
  questionsIn,
  type Outcome,
  type Outcomes,
  type PartCredit,
} from './kinds/outcomes.js';
import { leaguePlaces, type LeagueStanding } from './league.js';
import { ranksOf, sharedPoints } from './shared/ranks.js';
import { isAlive, type PlayerMark, type Seat } from './room-state.js';
import { finished, type Steps } from './steps.js';
import { TeamSums, type TeamSum } from './team-sums.js';
import type { Position } from './shared/zones.js';

/** The score, streak and lives of one player after the questions so far. */
export interface Standing {
  score: number;
  /** How many answers were right, and the sum of their times in ms. */
  rights: number;
  rightMs: number;
  /** The same of what the player answered as a ghost, in the whole game. */
  ghostRights: number;
  ghostRightMs: number;
  /** Since the last fall; null for who has answered nothing as a ghost since. */
  league: LeagueStanding | null;
  /** Whether any question counted for the player, who else came as a ghost. */
  hasLived: boolean;
  /** Right answers in a row. */
  streak: number;
  lives: number;
  /** The question that took the last life, and where; null while there is one. */
  fellIn: number | null;
  fellAt: Position | null;
  /** The result of the last question. */
  last: { isAnswer: boolean; played: boolean; gain: number };
}

const FLAT_POINTS = 100;
const MOST_POINTS = 1000;
/** For so long an answer loses nothing, in ms, but a quarter of the limit at most. */
const GRACE_MS = 3000;
/** By so many points the last moment is worth less than the first. In a visible room waiting shows what others choose. */
const FALL = { visible: 500, blind: 200 } as const;
const STREAK_FROM = 3;
const STREAK_POINTS = 50;
const SURVIVAL_POINT = 1;
/** The result of a question that the player has not played. */
const NOT_PLAYED = { isAnswer: false, played: false, gain: 0 };
/** The standing of a player who has played nothing. Players who joined as ghosts rank below all who fell. */
const NOBODY: Standing = {
  score: 0,
  rights: 0,
  rightMs: 0,
  ghostRights: 0,
  ghostRightMs: 0,
  league: null,
  hasLived: false,
  streak: 0,
  lives: 0,
  fellIn: -1,
  fellAt: null,
  last: NOT_PLAYED,
};

/** The moment for which marks are made: a judgement, a question that is open, or the end. */
type Moment = 'judged' | 'asked' | 'over';

/** Points of a right answer that was entered after `ms` of `limitMs` (R6.4). */
export function earlyPoints(ms: number, limitMs: number, crowd: Crowd): number {
  const grace = Math.min(GRACE_MS, Math.floor(limitMs / 4));
  const span = limitMs - grace;
  const late = Math.min(Math.max(ms - grace, 0), span);
  return MOST_POINTS - Math.floor((FALL[crowd] * late) / span);
}

/** Each of the parts of a question is worth an equal part of it, and the sum is rounded down once (R16.20). */
function pointsOf(
  { scoring, crowd }: GameRules,
  { points, blind }: JudgedQuestion,
  { credits, of, streak }: { credits: readonly PartCredit[]; of: number; streak: number },
): number {
  const times = points ?? 1;
  // All of one question count their worth alike.
  const [{ whole } = { whole: 1 }] = credits;
  const part = (pointsFor: (credit: PartCredit) => number): number =>
    Math.floor(
      credits.reduce((sum, credit) => sum + pointsFor(credit) * credit.own, 0) / (whole * of),
    );
  switch (scoring) {
    case 'shared':
      return times * sharedPoints(credits.map(({ own, winners }) => [own, winners * of]));
    case 'flat':
      return times * part(() => FLAT_POINTS);
    case 'early': {
      const extra = crowd === 'blind' && streak >= STREAK_FROM ? STREAK_POINTS : 0;
      const sees = blind ? 'blind' : 'visible';
      return times * part(({ ms, limitMs }) => earlyPoints(ms, limitMs, sees)) + extra;
    }
  }
}

export type Standings = ReadonlyMap<string, Standing>;

interface Visits {
  /** Everybody for whom a question counts, with their answer to its last part and their points. */
  answer?: (answer: Answer, gain: number) => void;
  /** After each question, what everybody has made of the questions so far; with its parts. */
  question?: (standings: Standings, parts: readonly JudgedQuestion[]) => void;
}

/** The standings of all players for whom any of these questions counts, by player id. */
export function standingsOf(judged: readonly JudgedQuestion[], rules: GameRules): Standings {
  return madeOf(judged, rules).standings;
}

/** It is what everybody has made of the questions of a game so far, and what that makes of teams. */
export interface Made {
  standings: Standings;
  sums: readonly TeamSum[];
}

export function madeOf(judged: readonly JudgedQuestion[], rules: GameRules): Made {
  return finished(madeSteps(judged, rules));
}

/** It is made without points by hand; beside it is what came of the last of those. */
interface Remembered extends Made {
  judged: readonly JudgedQuestion[];
  rules: string;
  withGiven?: { given: GameRules['given']; made: Made };
}

/** By the last part of their last question; these are replaced and never changed. */
const remembered = new WeakMap<JudgedQuestion, Remembered>();
/** A game has two: up to the last question, and to the one before. */
const REMEMBERED = 2;

/**
 * The same, with a place to stop after each question. It goes on from what is remembered of the questions before, so
 * that a reveal costs the answers to one question, also when it is the two hundredth (R10.11).
 */
export function* madeSteps(judged: readonly JudgedQuestion[], rules: GameRules): Steps<Made> {
  const made = yield* ungivenSteps(judged, rules);
  const { given } = rules;
  if (given === undefined) return made;
  if (made.withGiven?.given !== given) {
    const standings = copied(made.standings);
    addGiven(standings, rules);
    const sums = new TeamSums(made.sums);
    sums.addGiven(rules);
    made.withGiven = { given, made: { standings, sums: sums.all() } };
  }
  return made.withGiven.made;
}

function* ungivenSteps(judged: readonly JudgedQuestion[], rules: GameRules): Steps<Remembered> {
  const { gameMode, scoring, crowd, lives, tieFromMs } = rules;
  const key = [gameMode, scoring, crowd, lives, tieFromMs].join();
  const known = longestKnown(judged, key);
  if (known !== undefined && known.judged.length === judged.length) return known;
  const standings = copied(known?.standings ?? new Map<string, Standing>());
  const sums = new TeamSums(known?.sums);
  const visits: Visits = { answer: (answer, gain) => sums.add(answer, gain) };
  let last: Remembered = { judged: [], rules: key, standings, sums: [] };
  let count = known?.judged.length ?? 0;
  const questions = questionsIn(judged.slice(count));
  for (const [n, parts] of questions.entries()) {
    judgeAll(standings, parts, rules, visits);
    count += parts.length;
    const left = questions.length - n - 1;
    if (left < REMEMBERED) {
      // It stays as it is from now on; the last one is changed no more anyway.
      const made = { standings: left > 0 ? copied(standings) : standings, sums: sums.all() };
      last = { judged: judged.slice(0, count), rules: key, ...made };
      remembered.set(parts.at(-1) as JudgedQuestion, last);
    }
    yield;
  }
  for (const parts of questionsIn(judged).slice(0, -REMEMBERED))
    for (const question of parts) remembered.delete(question);
  return last;
}

/** It is of as many of these questions as possible, from the first one on. */
function longestKnown(judged: readonly JudgedQuestion[], rules: string): Remembered | undefined {
  for (let count = judged.length; count > 0; count--) {
    const known = remembered.get(judged[count - 1] as JudgedQuestion);
    if (known === undefined || known.rules !== rules || known.judged.length !== count) continue;
    if (known.judged.every((question, i) => question === judged[i])) return known;
  }
  return undefined;
}

function copied(standings: Standings): Map<string, Standing> {
  return new Map(Array.from(standings, ([playerId, standing]) => [playerId, { ...standing }]));
}

/** Points by hand are no answer and have no time, so that nothing follows from when they were given. */
function addGiven(standings: Map<string, Standing>, { given = [] }: GameRules): void {
  for (const { points, playerIds } of given)
    for (const playerId of playerIds) {
      const standing = standings.get(playerId) ?? { ...NOBODY };
      standing.score += points;
      standings.set(playerId, standing);
    }
}

/** The standings after all questions, with visits on the way, and a place to stop after each question. */
export function* standingSteps(
  judged: readonly JudgedQuestion[],
  rules: GameRules,
  visits: Visits = {},
): Steps<Standings> {
  const standings = new Map<string, Standing>();
  addGiven(standings, rules);
  for (const parts of questionsIn(judged)) {
    judgeAll(standings, parts, rules, visits);
    yield;
  }
  return standings;
}

/** These are the parts of one question. */
function judgeAll(
  standings: Map<string, Standing>,
  parts: readonly JudgedQuestion[],
  rules: GameRules,
  visits: Visits,
): void {
  for (const standing of standings.values()) standing.last = NOT_PLAYED;
  const outcomes = outcomesOf(parts, rules.gameMode);
  const { last, isVoid, all } = outcomes;
  const judgement: Judgement = {
    of: outcomes.of,
    isAnySaved: all.some((one) => one.answer[3] === 1 && one.isThere && one.isSaved),
  };
  // Nothing comes of how a poll or a scale is answered.
  for (const outcome of last === undefined ? [] : all) {
    const [playerId, , , played] = outcome.answer;
    const standing = standings.get(playerId) ?? { ...NOBODY };
    standings.set(playerId, standing);
    if (played === 1 && !standing.hasLived)
      Object.assign(standing, { hasLived: true, lives: rules.lives, fellIn: null });
    if (isVoid || last === undefined) continue;
    if (played === 2) {
      judgeGhost(standing, last, rules, outcome);
      continue;
    }
    judgeOne(standing, last, rules, outcome, judgement);
    if (last.points !== 0) visits.answer?.(outcome.answer, standing.last.gain);
  }
  for (const playerId of parts.flatMap(({ revives = [] }) => revives)) {
    const standing = standings.get(playerId);
    // By a correction, somebody may have lived all along.
    if (standing !== undefined && standing.fellIn !== null)
      Object.assign(standing, { lives: 1, fellIn: null, fellAt: null, league: null });
  }
  visits.question?.(standings, parts);
}

interface Judgement extends Pick<Outcomes, 'of'> {
  /** Whether anybody who plays has saved a life by it. */
  isAnySaved: boolean;
}

function judgeGhost(
  standing: Standing,
  { points }: JudgedQuestion,
  rules: GameRules,
  { isRight: isAnswer, credits }: Outcome,
): void {
  const { rights, rightMs } = standing.league ?? { rights: 0, rightMs: 0 };
  const [right, timeMs] = isAnswer && points !== 0 ? [1, meanTime(credits, rules)] : [0, 0];
  standing.ghostRights += right;
  standing.ghostRightMs += timeMs;
  standing.league = { rights: rights + right, rightMs: rightMs + timeMs, isAnswer };
}

function judgeOne(
  standing: Standing,
  question: JudgedQuestion,
  rules: GameRules,
  { answer, credits, isRight: isAnswer, isSaved }: Outcome,
  { of, isAnySaved }: Judgement,
): void {
  // Just for fun: everybody is told whether they were right, and nothing comes of it (R6.9).
  standing.last = { isAnswer, played: true, gain: 0 };
  if (question.points === 0) return;
  standing.streak = isAnswer ? standing.streak + 1 : 0;
  if (isAnswer) {
    standing.rights++;
    standing.rightMs += meanTime(credits, rules);
  }
  let gain = 0;
  if (rules.gameMode === 'RANKING') {
    if (credits.length > 0)
      gain = pointsOf(rules, question, { credits, of, streak: standing.streak });
  } else if (isSaved || !isAnySaved) {
    // Nobody loses a life when all who play are wrong.
    gain = SURVIVAL_POINT;
  } else if (standing.fellIn === null) {
    // By a correction the last life may have gone before a question that was still played (R4.9).
    standing.lives--;
    const [, , , , x, y] = answer;
    if (standing.lives === 0)
      Object.assign(standing, { fellIn: question.question, fellAt: [x, y], league: null });
  }
  standing.score += gain;
  standing.last = { isAnswer, played: true, gain };
}

/**
 * By what players are ranked, what counts most first; higher is better (R6.6). What ghosts answer counts when the
 * game is over, as ranks would tell the living of it before (R7.1).
 */
function orderOf(
  { score, rights, rightMs, ghostRights, ghostRightMs, lives, fellIn }: Standing,
  { gameMode, scoring }: GameRules,
  isOver: boolean,
): number[] {
  if (scoring === 'shared') return [score];
  if (gameMode === 'RANKING') return [score, rights, -rightMs];
  const ofGhost = isOver ? [ghostRights, ghostRightMs] : [0, 0];
  const [moreRights = 0, moreMs = 0] = ofGhost;
  return [fellIn ?? Infinity, lives, rights + moreRights, -(rightMs + moreMs)];
}

/** The standings of these players after the questions, with their ranks. */
export function rankedBy(
  standings: Standings,
  players: readonly Pick<Seat, 'playerId'>[],
  rules: GameRules,
  isOver: boolean,
): { found: Standing[]; ranks: number[] } {
  const found = players.map(({ playerId }) => standings.get(playerId) ?? NOBODY);
  const orders = found.map((standing) => orderOf(standing, rules, isOver));
  return { found, ranks: ranksOf(orders) };
}

/** The number of rows whose tie-breaking time is told: as many as a projector lists. */
const TIES_TOLD = 10;

/** For the first rows, by index: the time that alone tells a row from others with the same score (R6.6). */
function tieTimes(
  found: readonly Standing[],
  ranks: readonly number[],
  slotOf: (index: number) => number,
  { gameMode, scoring }: GameRules,
): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  if (gameMode !== 'RANKING' || scoring === 'shared') return times;
  const first = ranks
    .map((rank, index) => ({ rank, index, ...(found[index] as Standing) }))
    .filter(({ rank, score }) => rank <= TIES_TOLD && score > 0)
    .sort((a, b) => a.rank - b.rank || slotOf(a.index) - slotOf(b.index))
    .slice(0, TIES_TOLD);
  for (const { index, score, rights, rank, rightMs } of first) {
    const isTied = first.some(
      (other) => other.score === score && other.rights === rights && other.rank !== rank,
    );
    if (isTied) times.set(index, rightMs);
  }
  return times;
}

/**
 * Everybody's mark after these questions; the last one is what they tell of. While one is `asked`, who has no life
 * left by a correction falls at the next judgement.
 */
export function marksOf(
  seats: readonly Seat[],
  judged: readonly JudgedQuestion[],
  rules: GameRules,
  moment: Moment,
): PlayerMark[] {
  return marksIn(standingsOf(judged, rules), seats, rules, moment);
}

/** The same of what everybody has made of them. */
export function marksIn(
  standings: Standings,
  seats: readonly Seat[],
  rules: GameRules,
  moment: Moment,
): PlayerMark[] {
  const { found, ranks } = rankedBy(standings, seats, rules, moment === 'over');
  const ties = tieTimes(found, ranks, (i) => seats[i]?.slot ?? 0, rules);
  const falls = seats.map((seat, i) => fallOf(seat, found[i] as Standing, rules, moment));
  const places = leaguePlaces(found.map(({ league }, i) => (falls[i] === null ? null : league)));
  return seats.map(({ playerId }, i): PlayerMark => {
    const { score, last } = found[i] as Standing;
    const league = places[i];
    return {
      playerId,
      score,
      rank: ranks[i] as number,
      fellAt: falls[i] ?? null,
      ...last,
      ...(league ? { league } : {}),
      ...(ties.has(i) && { tieMs: ties.get(i) as number }),
    };
  });
}

function fallOf(
  seat: Seat,
  { hasLived, fellAt }: Standing,
  { gameMode }: GameRules,
  moment: Moment,
): Seat['fellAt'] {
  // A player who has not lived just came, or came too late for this game and watches it.
  if (gameMode === 'RANKING' || !hasLived) return seat.fellAt;
  return isAlive(seat) && moment !== 'judged' ? null : fellAt;
}

/** How everybody who has a seat answers a question now: by where they stand (R5.3). */
export function answersOf(
  seats: readonly Seat[],
  question: {
    /** As `ordinalIn` counts. */
    ordinal: number;
    valueOf: (seat: Seat) => number;
    msOf: (seat: Seat) => number;
    /** Whether it does not count for somebody who is alive. */
    isOut?: (seat: Seat) => boolean;
  },
): Answer[] {
  const { ordinal, valueOf, msOf, isOut } = question;
  return seats.map((seat): Answer => {
    const as: Played = isAlive(seat) ? (isOut?.(seat) ? 0 : 1) : 2;
    const played = seat.playsFrom <= ordinal ? as : 0;
    const { playerId, position, team } = seat;
    const answer = [playerId, valueOf(seat), msOf(seat), played, ...position] as const;
    return team === null ? answer : [...answer, team];
  });
}
