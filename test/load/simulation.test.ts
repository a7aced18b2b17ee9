import { describe, expect, it } from 'vitest';
import {
  correlation,
  figuresOf,
  midRanks,
  survivorsOf,
  PLAYERS,
  QUESTIONS,
  play,
  type Played,
} from '../../load-test/simulation/hall.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import type { GameRules } from '../../src/game/shared/judged.js';

const GAMES = 20;
const RULES: GameRules = {
  gameMode: 'RANKING',
  scoring: 'early',
  crowd: 'visible',
  lives: 1,
  revival: false,
};

const played = new Map<string, Played[]>();

/** Many games by these rules, each kind of which is played once for all tests. */
function games(rules: Partial<GameRules>): Played[] {
  const all = { ...RULES, ...rules };
  const key = JSON.stringify(all);
  const random = seeded(7);
  const known = played.get(key) ?? Array.from({ length: GAMES }, () => play(all, random));
  played.set(key, known);
  return known;
}

describe('the simulation of a hall', () => {
  it('is the same for the same seed, and has everybody in it', () => {
    const one = play(RULES, seeded(7));
    expect(one).toEqual(play(RULES, seeded(7)));
    expect(one.marks).toHaveLength(PLAYERS);
    expect(one.living).toEqual(Array.from({ length: QUESTIONS }, () => PLAYERS));
  });

  it('lets following the crowd pay where it is seen, and not where the room is blind', () => {
    expect(figuresOf(games({ crowd: 'visible' })).following).toBeGreaterThan(10);
    expect(Math.abs(figuresOf(games({ crowd: 'blind' })).following)).toBeLessThan(5);
  });

  it('has one first where early answers count, and many where points are shared', () => {
    for (const crowd of ['visible', 'blind'] as const)
      expect(figuresOf(games({ crowd })).oneFirst).toBeGreaterThan(0.9);
    expect(figuresOf(games({ scoring: 'shared' })).oneFirst).toBeLessThan(0.5);
  });

  it('keeps more people in a game of survival the more lives they have', () => {
    const [one, two] = [1, 2].map((lives) => survivorsOf(games({ gameMode: 'SURVIVAL', lives })));
    for (let i = 0; i < QUESTIONS; i++) expect(two![i]).toBeGreaterThanOrEqual(one![i]!);
    expect(one!.toSorted((a, b) => b - a)).toEqual(one);
  });

  it('measures ranks and their correlation', () => {
    expect(midRanks([5, 1, 5, 9])).toEqual([1.5, 0, 1.5, 3]);
    expect(correlation([1, 2, 3], [2, 4, 6])).toBeCloseTo(1);
    expect(correlation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
  });
});
