import { i18n } from '../i18n/language.svelte.js';
import { toasts } from '../ui/toasts.svelte.js';

/** Something that has changed in the room, in a toast. */
export async function tellNews(
  say: (words: typeof i18n.game.news) => string,
  tone?: 'good',
): Promise<void> {
  try {
    await i18n.need('game');
  } catch {
    return;
  }
  toasts.show(say(i18n.game.news), tone);
}
