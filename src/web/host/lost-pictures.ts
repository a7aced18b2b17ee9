import { imageWords } from '../i18n/host-images.js';
import { i18n } from '../i18n/language.svelte.js';
import type { CommandAnswer } from '../room/connection.js';
import { toasts } from '../ui/toasts.svelte.js';

/** Tells who has started a game that it goes on without some of its pictures (R18.4). */
export function tellLost(answer: CommandAnswer<'startGame'>): CommandAnswer<'startGame'> {
  if (answer.ok && answer.lostPictures !== undefined)
    toasts.show(imageWords[i18n.current].lost(answer.lostPictures), 'bad');
  return answer;
}
