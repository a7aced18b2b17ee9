import { decodeBits } from '../../../protocol/crowd.js';
import type { ShownDraw } from '../../../protocol/programme.js';
import { drawLots, hashOfSeed } from '../../../game/shared/draw-lots.js';

/** Whether a draw went as it was told, and in which words (`verdict` of the catalogue). */
export interface DrawVerdict {
  isRight: boolean;
  says: 'right' | 'late' | 'otherHash' | 'otherSeed' | 'otherWinners';
}

/**
 * Computes a draw that was held from its seed and its list (docs/draws.md); `hashBefore` is the hash that this page was
 * told before it, or empty. Undefined where none was held.
 */
export function checkDraw(
  { hash, drawn }: Pick<ShownDraw, 'hash' | 'drawn'>,
  hashBefore: string,
): DrawVerdict | undefined {
  if (drawn === undefined) return undefined;
  if (hashBefore !== '' && hashBefore !== hash) return { isRight: false, says: 'otherHash' };
  if (hashOfSeed(drawn.seed) !== hash) return { isRight: false, says: 'otherSeed' };
  const { winners } = drawn;
  const lots = drawLots(drawn.seed, decodeBits(drawn.among), winners.length);
  const isSame = lots.length === winners.length && winners.every(({ slot }, n) => slot === lots[n]);
  if (!isSame) return { isRight: false, says: 'otherWinners' };
  return { isRight: true, says: hashBefore === '' ? 'late' : 'right' };
}
