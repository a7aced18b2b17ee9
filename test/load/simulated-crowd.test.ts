import { describe, expect, it } from 'vitest';
import { simulateCrowd } from '../../load-test/bench/crowd-model.js';
import { limits } from '../../src/protocol/index.js';

const SHORT = { intervalMs: 80, seconds: 4 };

describe('R23.1 in a simulated big room', () => {
  it('all moves are told with the next frame where all walk about', () => {
    const figures = simulateCrowd({ ...SHORT, players: 2_000, part: 1 });
    expect(figures.cells).toBe(11);
    expect(figures.toldAtOnce).toBeGreaterThan(0.999);
    expect(figures.movesPerFrame).toBeLessThan(limits.CELL_MOVES);
    expect(figures.near).toBeGreaterThan(100);
    expect(figures.near).toBeLessThan(200);
  });

  it('nobody waits longer than those before them take, where all stand in one zone', () => {
    for (const players of [2_000, 6_000]) {
      const figures = simulateCrowd({ ...SHORT, players, part: 0.5 });
      expect(figures.longestWait).toBeLessThanOrEqual(figures.waitBound);
      expect(figures.toldAtOnce).toBeLessThan(1);
    }
  });
});
