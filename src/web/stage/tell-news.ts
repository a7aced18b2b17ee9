import { i18n } from '../i18n/language.svelte.js';
import type { newsWords } from '../i18n/news-words.js';
import { toasts } from '../ui/toasts.svelte.js';

type Words = (typeof newsWords)['ko'];

/** Something that has changed in the room, in a toast. */
export async function tellNews(say: (words: Words) => string, tone?: 'good'): Promise<void> {
  const part = await import('../i18n/news-words.js').catch(() => undefined);
  if (part !== undefined) toasts.show(say(part.newsWords[i18n.current]), tone);
}
