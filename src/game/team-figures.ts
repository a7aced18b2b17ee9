/** What teams have made, from the same answers as everybody's scores (R13.5). */
import type { TeamFigure, TeamResult } from '../protocol/teams.js';
import type { GameRules, JudgedQuestion } from './shared/judged.js';
import { madeOf } from './scoring.js';
import type { TeamSum } from './team-sums.js';

/** Figures of a game that is played in teams, best first; nothing for another game. */
export function teamsIn(
  judged: readonly JudgedQuestion[],
  rules: GameRules,
): { teams?: TeamFigure[] } {
  return rules.teamNames === undefined ? {} : { teams: rankTeams(madeOf(judged, rules).sums) };
}

/** The same with the names of the teams. */
export function teamResultsIn(
  judged: readonly JudgedQuestion[],
  rules: GameRules,
): { teams?: TeamResult[] } {
  return rules.teamNames === undefined ? {} : teamResultsFrom(madeOf(judged, rules).sums, rules);
}

/** The same of what was added up already. */
export function teamResultsFrom(
  sums: readonly TeamSum[],
  { teamNames: names }: GameRules,
): { teams?: TeamResult[] } {
  if (names === undefined) return {};
  const teams = rankTeams(sums);
  return { teams: teams.map((figure) => ({ ...figure, name: names[figure.team] ?? '' })) };
}

/**
 * Ranks teams by points over questions, with half of the questions of the median team as the least divisor.
 * Compares integers, so that equal figures are equal.
 */
export function rankTeams(sums: readonly TeamSum[]): TeamFigure[] {
  const played = sums.filter(({ questions }) => questions > 0);
  const least = twiceMedian(played.map(({ questions }) => questions));
  // Four times the divisor, as half of the median may be a quarter of a whole number.
  const fractions = played.map(({ team, points, questions }) => {
    return { team, points, divisor: Math.max(4 * questions, least) };
  });
  return fractions
    .map(({ team, points, divisor }): TeamFigure => {
      const better = fractions.filter((other) => other.points * divisor > points * other.divisor);
      const figure = Math.round((400 * points) / divisor) / 100;
      return { team, figure, rank: better.length + 1 };
    })
    .sort((a, b) => a.rank - b.rank || a.team - b.team);
}

/** Twice the median, which is a whole number for an even count as well. */
function twiceMedian(counts: readonly number[]): number {
  const sorted = [...counts].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0);
}
