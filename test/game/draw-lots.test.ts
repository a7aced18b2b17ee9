import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawLots, hashOfSeed } from '../../src/game/shared/draw-lots.js';
import { seeded } from '../../load-test/swarm/seeded.js';

const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const slotsTo = (count: number): number[] => Array.from({ length: count }, (_, slot) => slot);

/** Written down anew from docs/draws.md, with the SHA-256 of Node.js. */
function drawnAgain(seed: string, slots: number[], count: number): number[] {
  const list = [...slots].sort((a, b) => a - b);
  let bytes = Buffer.alloc(0);
  let counter = 0;
  const next = (): number => {
    if (bytes.length === 0) {
      const number = Buffer.alloc(4);
      number.writeUInt32BE(counter++);
      bytes = createHash('sha256')
        .update(Buffer.concat([Buffer.from(seed, 'hex'), number]))
        .digest();
    }
    const word = bytes.readUInt32BE(0);
    bytes = bytes.subarray(4);
    return word;
  };
  for (let i = 0; i < Math.min(count, list.length); i++) {
    const left = list.length - i;
    let word = next();
    while (word >= Math.floor(2 ** 32 / left) * left) word = next();
    const at = i + (word % left);
    const [one, other] = [list[i]!, list[at]!];
    list[i] = other;
    list[at] = one;
  }
  return list.slice(0, count);
}

describe('R27.8 lots', () => {
  it('are drawn as docs/draws.md says: test vectors', () => {
    expect(hashOfSeed(SEED)).toBe(
      '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
    );
    expect(drawLots(SEED, [3, 5, 8, 13, 21, 34, 55, 89], 3)).toEqual([34, 21, 13]);
    expect(drawLots(SEED, slotsTo(2_000), 5)).toEqual([1037, 1634, 1131, 1366, 32]);
    expect(hashOfSeed('ff'.repeat(32))).toBe(
      createHash('sha256').update(Buffer.alloc(32, 0xff)).digest('hex'),
    );
    expect(drawLots('ff'.repeat(32), [7], 10)).toEqual([7]);
    expect(drawLots(SEED, [], 3)).toEqual([]);
  });

  it('are the same when somebody else computes them', () => {
    const random = seeded(7);
    for (let run = 0; run < 200; run++) {
      const seed = Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join(
        '',
      );
      const slots = slotsTo(1 + Math.floor(random() * 300)).filter(() => random() < 0.7);
      const count = 1 + Math.floor(random() * 10);
      expect(drawLots(seed, slots, count)).toEqual(drawnAgain(seed, slots, count));
      const all = drawLots(seed, slots, slots.length);
      expect(all.slice(0, count)).toEqual(drawLots(seed, slots, count));
      expect(all.toSorted((a, b) => a - b)).toEqual(slots);
      // Whatever order they are given in.
      expect(drawLots(seed, slots.toReversed(), count)).toEqual(drawLots(seed, slots, count));
    }
  });

  it('100,000 draws are uniform, by chi-square', () => {
    const DRAWS = 100_000;
    const PLAYERS = 25;
    const slots = slotsTo(PLAYERS);
    const first = slots.map(() => 0);
    const second = slots.map(() => 0);
    for (let run = 0; run < DRAWS; run++) {
      const [one = 0, two = 0] = drawLots(run.toString(16).padStart(64, '0'), slots, 2);
      first[one] = (first[one] ?? 0) + 1;
      second[two] = (second[two] ?? 0) + 1;
    }
    const expected = DRAWS / PLAYERS;
    for (const counts of [first, second]) {
      const chiSquare = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      // With 24 degrees of freedom it is above 51.2 once in a thousand times, and below 8.1 as often.
      expect(chiSquare).toBeLessThan(51.2);
      expect(chiSquare).toBeGreaterThan(8.1);
    }
  });
});
