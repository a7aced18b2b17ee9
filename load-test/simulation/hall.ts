/**
 * A made-up hall: who knows how much, who reads slowly, who follows the crowd. Its constants were set before the
 * first run and are not fitted to any result.
 */
import type { Random } from '../../src/game/random.js';

export const PLAYERS = 200;
export const QUESTIONS = 10;
export const CHOICES = 4;
export const LIMIT_MS = 15_000;

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
  /** When the zone was entered, question ms; 0 where the person stood there before. */
  ms: number;
}

export function drawHall(random: Random): Person[] {
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
export function answer(
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
    return { zone, ms: zone === standing[i] ? 0 : Math.min(ms, LIMIT_MS) };
  });
}
