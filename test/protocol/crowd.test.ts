import { describe, expect, it } from 'vitest';
import {
  CellGrid,
  decodeCounts,
  encodeBits,
  encodeCounts,
  hasBit,
  STEPS,
} from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';

describe('counts of the crowd', () => {
  it('come back as they were, however many stand on a tile', () => {
    const random = seeded(5);
    for (let round = 0; round < 200; round++) {
      const counts = Array.from({ length: 1024 }, () => {
        const most = 10 ** Math.floor(random() * 5);
        return random() < 0.5 ? 0 : Math.floor(random() * Math.min(most, 65_536));
      });
      expect([...decodeCounts(encodeCounts(counts), counts.length)]).toEqual(counts);
    }
  });

  it('of another length or of other characters are no error', () => {
    expect([...decodeCounts('KK', 6)]).toEqual([1, 2, 1, 2, 0, 0]);
    expect([...decodeCounts('KKKK', 3)]).toEqual([1, 2, 1]);
    expect([...decodeCounts('한K', 4)]).toEqual([0, 0, 1, 2]);
  });
});

describe('bits by slot', () => {
  it('tell who is meant and nobody else', () => {
    const random = seeded(6);
    for (let round = 0; round < 100; round++) {
      const set = new Set(
        Array.from({ length: 50 }, () => Math.floor(random() * 10_000)).filter(
          () => random() < 0.9,
        ),
      );
      const text = encodeBits(set);
      const told = Array.from({ length: 10_100 }, (_, slot) => slot).filter((slot) =>
        hasBit(text, slot),
      );
      expect(told).toEqual([...set].sort((a, b) => a - b));
    }
    expect(encodeBits([])).toBe('');
    expect(hasBit('', 3)).toBe(false);
  });
});

describe('the cells of a big room', () => {
  it('grow in number with the players, and cover the arena', () => {
    expect(
      [501, 1_200, 1_201, 3_000, 3_001, 10_000].map((most) => CellGrid.for(most).size),
    ).toEqual([8, 8, 11, 11, 24, 24]);
    for (const size of [1, 8, 11, 24]) {
      const grid = new CellGrid(size);
      expect(grid.cellAt(0, 0)).toBe(0);
      expect(grid.cellAt(STEPS, STEPS)).toBe(size * size - 1);
      for (let cell = 0; cell < grid.count; cell++) {
        const around = grid.around(cell);
        expect(around).toContain(cell);
        for (const other of around) expect(grid.around(other)).toContain(cell);
      }
    }
  });

  it('tell by place who is in the three by three around one', () => {
    const random = seeded(8);
    const grid = new CellGrid(11);
    for (let round = 0; round < 5_000; round++) {
      const [x, y] = [Math.floor(random() * (STEPS + 1)), Math.floor(random() * (STEPS + 1))];
      const cell = Math.floor(random() * grid.count);
      expect(grid.isNear(cell, x, y)).toBe(grid.around(cell).includes(grid.cellAt(x, y)));
      // Whoever is held by a cell is near it.
      expect(grid.isNear(grid.settle(cell, x, y), x, y)).toBe(true);
    }
  });
});
