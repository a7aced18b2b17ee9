import { expect, it } from 'vitest';
import { emotes } from '../../load-test/bench/emotes.js';
import type { PieceOptions } from '../../load-test/bench/piece.js';

it('R22.1 emotes of everybody, every second, are at most a tenth of the bytes of a hall', async () => {
  const [outcome] = await emotes.run({ quick: true } as PieceOptions);
  const [without = NaN, all = NaN] = outcome?.figures.map(({ bytes }) => bytes) ?? [];
  expect(all).toBeGreaterThan(without + 2 * 200);
  expect(all / without).toBeLessThan(1.1);
});
