import { i18n } from '../i18n/language.svelte.js';
import type { CommandAnswer } from '../room/connection.js';
import { toasts } from '../ui/toasts.svelte.js';

type Showing = 'startGame' | 'nextPhase' | 'backToItem' | 'goToItem';

/** Tells who has started a game, or shown a slide, that it goes on without some of its pictures (R18.4). */
export function tellLost<C extends Showing>(answer: CommandAnswer<C>): CommandAnswer<C> {
  if (answer.ok && answer.lostPictures !== undefined)
    toasts.show(i18n.host.image.lost({ count: answer.lostPictures }), 'bad');
  return answer;
}
