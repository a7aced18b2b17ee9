import { describe, expect, it } from 'vitest';
import { encodeBits } from '../../src/protocol/crowd.js';
import type { DrawnLots } from '../../src/protocol/programme.js';
import { drawLots, hashOfSeed } from '../../src/game/shared/draw-lots.js';
import { checkDraw } from '../../src/web/stage/item/check-draw.js';

const SEED = '0123456789abcdef'.repeat(4);
const SLOTS = [3, 5, 8, 13, 21, 34, 55, 89];
const HASH = hashOfSeed(SEED);

function drawn(changes: Partial<DrawnLots> = {}): DrawnLots {
  const winners = drawLots(SEED, SLOTS, 3).map((slot) => {
    return { slot, playerId: `p${slot}`, playerName: `Player ${slot}` };
  });
  const told = { seed: SEED, among: encodeBits(SLOTS), count: SLOTS.length, winners };
  return { ...told, ms: 0, nextHash: 'f'.repeat(64), ...changes };
}
const winner = (slot: number) => ({ slot, playerId: 'p', playerName: 'P' });

describe('R27.8 checking a draw on the page', () => {
  it('R27.8 finds a draw right that went as it was told, and says what a late page cannot know', () => {
    expect(checkDraw({ hash: HASH, drawn: drawn() }, HASH)).toEqual({
      isRight: true,
      says: 'right',
    });
    expect(checkDraw({ hash: HASH, drawn: drawn() }, '')).toEqual({ isRight: true, says: 'late' });
    const nobody = drawn({ among: '', count: 0, winners: [] });
    expect(checkDraw({ hash: HASH, drawn: nobody }, HASH)).toMatchObject({ isRight: true });
    expect(checkDraw({ hash: HASH }, HASH)).toBeUndefined();
  });

  it('R27.8 finds another hash, seed, list or winner', () => {
    const says = (hash: string, told: DrawnLots, before = hash) =>
      checkDraw({ hash, drawn: told }, before);
    const wrong = (says: string) => ({ isRight: false, says });
    const other = 'ab'.repeat(32);
    expect(says(HASH, drawn(), hashOfSeed(other))).toEqual(wrong('otherHash'));
    for (const seed of [other, SEED.slice(2), 'zz'.repeat(32), 'no seed', ''])
      expect([seed, says(HASH, drawn({ seed }))]).toEqual([seed, wrong('otherSeed')]);
    const { winners } = drawn();
    for (const changed of [
      { winners: winners.toReversed() },
      { winners: [...winners.slice(0, 2), winner(2)] },
      { winners: [...winners, winner(89)].slice(1) },
      { among: encodeBits(SLOTS.slice(1)) },
      { among: '' },
    ])
      expect([changed, says(HASH, drawn(changed))]).toEqual([changed, wrong('otherWinners')]);
  });
});
