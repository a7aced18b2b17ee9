/** Adds up what the members of each team have made. */
import type { Answer, GameRules } from './shared/judged.js';

export interface TeamSum {
  team: number;
  points: number;
  /** Those that counted for members, once for each. */
  questions: number;
}

/** Adds up what members of teams have made, answer by answer. */
export class TeamSums {
  private readonly sums = new Map<number, TeamSum>();

  /** Goes on from what was added up before, which stays as it is. */
  constructor(before: readonly TeamSum[] = []) {
    for (const sum of before) this.sums.set(sum.team, { ...sum });
  }

  add([, , , , , , team]: Answer, gain: number): void {
    if (team !== undefined) this.addTo(team, gain, 1);
  }

  /** Points by hand are a member's as others are, and no question (R27.10). */
  addGiven({ given = [] }: GameRules): void {
    for (const { team, points, playerIds } of given)
      if (team !== undefined) this.addTo(team, points * playerIds.length, 0);
  }

  private addTo(team: number, points: number, questions: number): void {
    const sum = this.sums.get(team) ?? { team, points: 0, questions: 0 };
    sum.points += points;
    sum.questions += questions;
    this.sums.set(team, sum);
  }

  /** As it is now; what is added later changes nothing of it. */
  all(): TeamSum[] {
    return Array.from(this.sums.values(), (sum) => ({ ...sum }));
  }
}
