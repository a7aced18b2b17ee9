import type { Language } from '../../src/protocol/index.js';
import type { Words, WordsPart } from '../../src/web/i18n/words.js';

const made = async <P extends WordsPart>(tag: string, part: P): Promise<Words[P]> =>
  ((await import(`../../src/i18n/made/${tag}/${part}.js`)) as { words: Words[P] }).words;

/** All that `i18n` says of a language with all of its words loaded, for modules that are tested without a page. */
export async function pageWords(current: Language) {
  return {
    current,
    number: (count: number) => count.toLocaleString(current),
    t: await made(current, 'player'),
    game: await made(current, 'game'),
    host: await made(current, 'host'),
    desk: await made(current, 'desk'),
    results: await made(current, 'results'),
    faults: await made(current, 'faults'),
  };
}
