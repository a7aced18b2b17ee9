import type { Award } from '../../protocol/show.js';
import type { finalWords } from '../i18n/final-words.js';

type Words = (typeof finalWords)['ko'];

/** What somebody gets an award for; of a question, how many were right. */
export function awardText(award: Award, t: Words): string {
  switch (award.kind) {
    case 'hardest':
      return t.rightOf(award.right, award.played);
    case 'comeback':
      return t.ranksUp(award.ranks);
    case 'fastest':
      return t.seconds((award.ms / 1000).toFixed(1));
    case 'streak':
      return t.inARow(award.rights);
    case 'lastStanding':
      return t.nobodyElse;
    case 'ghost':
      return t.asGhost(award.rights);
  }
}
