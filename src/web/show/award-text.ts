import type { Award } from '../../protocol/show.js';
import type { GameWords } from '../../i18n/made/types.js';

/** What somebody gets an award for; of a question, how many were right. */
export function awardText(award: Award, t: GameWords['final']): string {
  switch (award.kind) {
    case 'hardest':
      return t.rightOf({ right: award.right, played: award.played });
    case 'comeback':
      return t.ranksUp({ ranks: award.ranks });
    case 'fastest':
      return t.seconds({ seconds: award.ms / 1000 });
    case 'streak':
      return t.inARow({ rights: award.rights });
    case 'lastStanding':
      return t.nobodyElse;
    case 'ghost':
      return t.asGhost({ rights: award.rights });
  }
}
