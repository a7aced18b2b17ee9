import { describe, expect, it } from 'vitest';
import { drawInt, drawPin, drawPosition, sample } from '../../src/game/shared/random.js';
import { STEPS } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';

/** Chi-squared over how often each outcome came; small when all come equally often. */
function unevenness(counts: Iterable<number>): number {
  const all = [...counts];
  const mean = all.reduce((sum, count) => sum + count, 0) / all.length;
  return all.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}

function tally(draws: number, outcomes: number, draw: () => unknown): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i < draws; i++) {
    const outcome = String(draw());
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  expect(counts.size).toBe(outcomes);
  return counts;
}

describe('draws', () => {
  it('R1.1 a PIN has six digits, leading zeros included', () => {
    expect(drawPin(() => 0)).toBe('000000');
    expect(drawPin(() => 0.000_042_5)).toBe('000042');
    expect(drawPin(() => 1 - 2 ** -47)).toBe('999999');
  });

  it('R1.1 every digit of a PIN is as likely as any other', () => {
    const random = seeded(1);
    const pins = Array.from({ length: 20_000 }, () => drawPin(random));
    for (let place = 0; place < 6; place++) {
      const left = pins.values();
      const counts = tally(pins.length, 10, () => left.next().value?.[place]);
      // 99.9 % of 9 degrees of freedom.
      expect(unevenness(counts.values())).toBeLessThan(27.9);
    }
  });

  it('R5.1 a position is drawn from the whole arena, both ends included', () => {
    const draws = [0, 1 - 2 ** -47];
    expect(drawPosition(() => draws.shift() as number)).toEqual([0, STEPS]);
    const random = seeded(2);
    const cells = tally(16_000, 16, () => {
      const [x, y] = drawPosition(random);
      expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
      return [Math.floor((x * 4) / (STEPS + 1)), Math.floor((y * 4) / (STEPS + 1))];
    });
    expect(unevenness(cells.values())).toBeLessThan(37.7);
  });

  it('a whole number stays below its bound', () => {
    expect(drawInt(() => 1 - 2 ** -53, 3)).toBe(2);
    expect(drawInt(() => 0, 3)).toBe(0);
  });
});

describe('R4.4 samples', () => {
  it('repeat nothing and leave the source as it was', () => {
    const random = seeded(3);
    const source = Array.from({ length: 30 }, (_, n) => n);
    for (let count = 0; count <= 30; count++) {
      const drawn = sample(random, source, count);
      expect(drawn).toHaveLength(count);
      expect(new Set(drawn).size).toBe(count);
    }
    expect(source).toEqual([...source].sort((a, b) => a - b));
  });

  it('of 2 out of 4 come in all 12 orders equally often', () => {
    const random = seeded(4);
    const orders = tally(12_000, 12, () => sample(random, ['a', 'b', 'c', 'd'], 2));
    expect(unevenness(orders.values())).toBeLessThan(31.3);
  });

  it('of everything are uniform shuffles', () => {
    const random = seeded(5);
    const orders = tally(24_000, 24, () => sample(random, [1, 2, 3, 4]));
    expect(unevenness(orders.values())).toBeLessThan(49.8);
  });

  it('of nothing are empty', () => {
    expect(sample(seeded(6), [])).toEqual([]);
    expect(sample(seeded(6), [1, 2], 0)).toEqual([]);
  });
});
