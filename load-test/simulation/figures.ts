/** What a host wants to know of a way to score. */
import type { Played } from './play.js';

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
