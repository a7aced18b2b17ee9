import type { RevealPayload } from '../../protocol/scores.js';

/** For how many a question counted, and how many of them were right. */
export function figuresOf({ players, crowd }: RevealPayload): { played: number; right: number } {
  if (crowd) return crowd;
  const played = players.filter((mark) => mark.played);
  return { played: played.length, right: played.filter((mark) => mark.isAnswer).length };
}
