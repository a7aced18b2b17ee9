import type { Moment } from '../../protocol/show.js';
import { i18n } from '../i18n/language.svelte.js';

/** A moment in words (R19). */
export function momentText(moment: Moment): string {
  const words = i18n.game.show.moment;
  switch (moment.kind) {
    case 'lone':
      return words.lone;
    case 'climb':
      return words.climb(moment);
    case 'fastest':
      return words.fastest({ seconds: moment.ms / 1000 });
    case 'streak':
      return words.streak(moment);
    case 'fell':
      return words.fell(moment);
    case 'unhurt':
      return words.unhurt(moment);
    case 'late':
      return words.late(moment);
  }
}
