import { describe, expect, it } from 'vitest';
import { marksFaults } from '../../load-test/oracle/compare.js';
import { STEPS, valueOf } from '../../load-test/oracle/floor.js';
import { standingsOf, type Given, type Judged } from '../../load-test/oracle/judge.js';
import { runOracle } from '../../load-test/oracle/run.js';
import type { Mark } from '../../src/protocol/index.js';
import { report } from './fleet.js';

/** More games, longer ones and other seeds: `npm run simulate -- oracle`. */
const SHORT = {
  seed: 2,
  rooms: 4,
  questions: 2,
  players: 6,
  processes: 2,
  store: 'single',
} as const;
const LIMIT_MS = 15_000;

const RULES = { gameMode: 'RANKING', scoring: 'shared', isBlindRoom: false, lives: 1 } as const;

function aQuestion(values: readonly number[]): Judged {
  const given = values.map((value, n): Given => {
    return { player: `p${n}`, value, ms: [0, 0], as: 'plays', team: undefined };
  });
  const right = { kind: 'choice', rights: [1] } as const;
  return { right, points: 1, isBlind: false, limitMs: LIMIT_MS, isVoid: false, given, revives: [] };
}

describe('the oracle of the rules', () => {
  it('finds a mark that is wrong in any of its parts', () => {
    const judged = [aQuestion([1, 1, 1, 2])];
    const people = [0, 1, 2, 3].map((n) => ({ id: `p${n}`, isAlive: true }));
    const standings = standingsOf(judged, RULES);
    const marks = people.map(({ id }, n): Mark => {
      const { isAnswer, gain } = standings.get(id)!.last;
      const [score] = standings.get(id)!.score;
      const rank = n < 3 ? 1 : 4;
      return { playerId: id, score, isAnswer, isAlive: true, played: true, rank, gain: gain[0] };
    });
    expect(marks.map(({ score }) => score)).toEqual([333, 333, 333, 0]);
    const faultsOf = (told: readonly Mark[]): string[] =>
      marksFaults(judged, people, RULES, told, 'judged');
    expect(faultsOf(marks)).toEqual([]);
    expect(faultsOf(marks.slice(1))).not.toEqual([]);
    const [first, ...others] = marks as [Mark, ...Mark[]];
    for (const wrong of [
      { score: 250 },
      { isAnswer: false },
      { isAlive: false },
      { played: false },
      { rank: 2 },
      { gain: 250 },
    ])
      expect(faultsOf([{ ...first, ...wrong }, ...others])).toHaveLength(1);
  });

  it('R5.2, R16.5 tells values of places by itself', () => {
    const [left, right] = [STEPS / 4, (3 * STEPS) / 4];
    expect(valueOf([STEPS / 2, 0], { kind: 'ox' })).toBe(2);
    expect(valueOf([right, left], { kind: 'choice', choices: 3 })).toBe(2);
    expect(valueOf([right, right], { kind: 'choice', choices: 3 })).toBe(3);
    expect(valueOf([0, STEPS - 1], { kind: 'poll', choices: 3 })).toBe(4);
    const ruler = { kind: 'number', min: 0, max: 10, step: 1 } as const;
    expect([0, STEPS / 2, STEPS].map((x) => valueOf([x, 0], ruler))).toEqual([0, 5, 10]);
  });

  it('R5.3, R6 finds every mark right while Redis is killed and a process is stopped across bells', async () => {
    // The first befalls every run, so it is the one that is both.
    const faults = ['both', 'redis', 'stop'] as const;
    const { mismatches, troubles, marks, questions, ...figures } = await runOracle({
      ...SHORT,
      faults,
    });
    report(
      `oracle: ${marks} marks of ${questions} questions, ${figures.faults} faults, ${figures.unknown} moves under way`,
    );
    expect(mismatches).toEqual([]);
    expect(troubles).toEqual([]);
    expect(marks).toBeGreaterThan(0);
    expect(figures.faults).toBeGreaterThan(0);
  });
});
