/**
 * A made-up hall: who knows how much, who reads slowly, who follows the crowd. Its constants were set before the
 * first run and are not fitted to any result.
 */

import type { Random } from '../../src/game/shared/random.js';
import { stillMs, type GameRules, type JudgedQuestion } from '../../src/game/shared/judged.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import { isAlive, type PlayerMark, type Seat } from '../../src/game/room-state.js';
import { revival } from '../../src/game/revival.js';
import { answersOf, marksOf } from '../../src/game/scoring.js';

export const PLAYERS = 200;
export const QUESTIONS = 10;
const CHOICES = 4;
const LIMIT_MS = 15_000;

/** Shares of the hall. */
const FOLLOWERS = 0.1;
const SLOW_READERS = 0.2;
/** Probability of knowing an answer: drawn evenly from here to there. */
const LEAST_SKILL = 0.2;
const MOST_SKILL = 0.9;
/** Reading takes so long, in ms, and a slow reader needs that much more. */
const READ_MS = 2_000;
const SLOW_MS = 3_000;
/** Mean of what thinking takes besides; who does not know thinks for longer. */
const THINK_MS = 2_500;
const DOUBT_MS = 4_000;
/** Until a step has reached the server, drawn evenly from 0 to this. */
const MOST_LAG_MS = 250;
/** A follower looks so long before the end. */
const LOOK_MS = 2_000;

export interface Person {
  skill: number;
  isSlow: boolean;
  isFollower: boolean;
}

export interface Given {
  zone: number;
  /** When the zone was entered, question ms; half of the limit where the person stood there before, as nobody moves on the spot. */
  ms: number;
}

function drawHall(random: Random): Person[] {
  return Array.from({ length: PLAYERS }, () => ({
    skill: LEAST_SKILL + (MOST_SKILL - LEAST_SKILL) * random(),
    isSlow: random() < SLOW_READERS,
    isFollower: random() < FOLLOWERS,
  }));
}

/**
 * How everybody answers a question: `standing` is where they stand before it. In a visible hall, followers who
 * do not know go where most of the others are shortly before the end.
 */
function answer(
  people: readonly Person[],
  standing: readonly number[],
  { right, isVisible, random }: { right: number; isVisible: boolean; random: Random },
): Given[] {
  const exponential = (mean: number): number => -mean * Math.log(1 - random());
  const drawn = people.map((person): Given & { knows: boolean } => {
    const knows = random() < person.skill;
    const zone = knows ? right : 1 + Math.floor(random() * CHOICES);
    const readMs = READ_MS + (person.isSlow ? SLOW_MS : 0);
    const ms = readMs + exponential(knows ? THINK_MS : DOUBT_MS) + random() * MOST_LAG_MS;
    return { knows, zone, ms };
  });
  const lookedAt = LIMIT_MS - LOOK_MS;
  const placeAt = (i: number, at: number): number => {
    const { zone, ms } = drawn[i] as Given;
    return ms <= at ? zone : (standing[i] as number);
  };
  const crowd = Array.from({ length: CHOICES + 1 }, () => 0);
  for (const [i, person] of people.entries()) {
    const zone = placeAt(i, lookedAt);
    if (!person.isFollower) crowd[zone] = (crowd[zone] ?? 0) + 1;
  }
  const fullest = crowd.indexOf(Math.max(...crowd));
  return people.map((person, i): Given => {
    const own = drawn[i] as (typeof drawn)[number];
    const follows = isVisible && person.isFollower && !own.knows;
    const zone = follows ? fullest : placeAt(i, LIMIT_MS);
    const ms = Math.round(follows ? lookedAt + random() * MOST_LAG_MS : own.ms);
    return { zone, ms: zone === standing[i] ? stillMs(LIMIT_MS) : Math.min(ms, LIMIT_MS) };
  });
}

export interface Played {
  people: readonly Person[];
  /** After the last question, in the order of the people. */
  marks: readonly PlayerMark[];
  /** How many were alive after each question. */
  living: readonly number[];
}

export function play(rules: GameRules, random: Random): Played {
  const people = drawHall(random);
  let seats = people.map((_, slot) => seatOf(slot));
  let standing = people.map(() => 1 + Math.floor(random() * CHOICES));
  const judged: JudgedQuestion[] = [];
  const living: number[] = [];
  let marks: PlayerMark[] = [];
  for (let index = 0; index < QUESTIONS; index++) {
    const right = 1 + Math.floor(random() * CHOICES);
    const isVisible = rules.crowd === 'visible';
    const given = answer(people, standing, { right, isVisible, random });
    standing = given.map(({ zone }) => zone);
    const answers = answersOf(seats, {
      ordinal: index,
      valueOf: ({ slot }) => standing[slot] as number,
      msOf: ({ slot }) => given[slot]?.ms ?? 0,
    });
    const solution = { kind: 'choice', rights: [right] } as const;
    const floor = { kind: 'choice', choices: CHOICES } as const;
    const known = { floor, setSolution: solution, solution, limitMs: LIMIT_MS };
    const blind = isVisible ? {} : ({ blind: true } as const);
    judged.push({ ...nameOf({ index }), ...known, ...blind, isVoid: false, answers });
    marks = marksOf(seats, judged, rules, 'judged');
    seats = settled(seats, marks);
    living.push(seats.filter(isAlive).length);
    const bySlot = new Map(seats.map((seat) => [seat.slot, seat]));
    const room = { rules, judged, seats: bySlot, tally: { game: 1, marks } };
    const back = revival(
      { ...room, game: { starters: PLAYERS } },
      { name: nameOf({ index }), left: QUESTIONS - index - 1 },
    );
    judged.splice(index, 1, ...(back.judged ?? judged.slice(index)));
    if (back.tally !== undefined) seats = settled(seats, back.tally.marks);
  }
  return { people, marks, living };
}

function settled(seats: readonly Seat[], marks: readonly PlayerMark[]): Seat[] {
  return seats.map((seat, i) => ({ ...seat, fellAt: marks[i]?.fellAt ?? null }));
}

function seatOf(slot: number): Seat {
  return {
    slot,
    identityId: `i${slot}`,
    playerId: `p${slot}`,
    playerName: `p${slot}`,
    position: [0, 0],
    entered: null,
    start: [0, 0],
    joinedAt: 0,
    generation: 1,
    connectionId: null,
    process: null,
    droppedAt: null,
    joinedGame: 0,
    score: 0,
    fellAt: null,
    team: null,
    playsFrom: 0,
  };
}

export interface Figures {
  /** Share of games in which one person alone is first, 0..1. */
  oneFirst: number;
  /** How many share the first rank on average. */
  firsts: number;
  /** Correlation of rank and skill (Spearman), 1 where whoever knows more is always ahead. */
  skill: number;
  /** Places of a hundred that a follower is ahead of others, and a slow reader behind. */
  following: number;
  slowness: number;
}

export function figuresOf(games: readonly Played[]): Figures {
  const firsts = games.map(({ marks }) => marks.filter(({ rank }) => rank === 1).length);
  return {
    oneFirst: mean(firsts.map((count) => (count === 1 ? 1 : 0))),
    firsts: mean(firsts),
    skill: mean(games.map(skillOf)),
    following: mean(games.map((game) => aheadOf(game, ({ isFollower }) => isFollower))),
    slowness: -mean(games.map((game) => aheadOf(game, ({ isSlow }) => isSlow))),
  };
}

/** Survivors after each question, averaged over the games. */
export function survivorsOf(games: readonly Played[]): number[] {
  const questions = games[0]?.living.length ?? 0;
  return Array.from({ length: questions }, (_, i) =>
    mean(games.map(({ living }) => living[i] ?? 0)),
  );
}

/** Where each player stands, 0 (last) to 100 (first); ties stand in their middle. */
function placesOf({ marks }: Played): number[] {
  const ranks = marks.map(({ rank }) => rank);
  const middle = midRanks(ranks.map((rank) => -rank));
  return middle.map((place) => (100 * place) / Math.max(1, marks.length - 1));
}

function aheadOf(game: Played, is: (person: Played['people'][number]) => boolean): number {
  const places = placesOf(game);
  const of = (wanted: boolean): number[] =>
    places.filter((_, i) => is(game.people[i] as Played['people'][number]) === wanted);
  return mean(of(true)) - mean(of(false));
}

function skillOf(game: Played): number {
  return correlation(placesOf(game), midRanks(game.people.map(({ skill }) => skill)));
}

/** Rank of each value from 0, least first; equal ones get the middle of theirs. */
export function midRanks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = values.map(() => 0);
  for (let from = 0; from < order.length;) {
    let to = from;
    const value = values[order[from] as number];
    while (to + 1 < order.length && values[order[to + 1] as number] === value) to++;
    for (let i = from; i <= to; i++) ranks[order[i] as number] = (from + to) / 2;
    from = to + 1;
  }
  return ranks;
}

/** Pearson's, of two rows of one length. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squareA, squareB] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[i] as number) - meanB];
    both += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return both / Math.sqrt(squareA * squareB);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
