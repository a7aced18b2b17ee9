import type { claim as ko } from './ko-claim.js';

export const claim: typeof ko = {
  yourCode: 'Your prize code',
  codeHint: 'Show it to the host when you collect a prize.',
};
