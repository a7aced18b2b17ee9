import type { Words, WordsPart } from './words.js';

/** Where the made words lie, and how a file of them is named, with `TAG` and `PART` in it; put in by the build. */
declare const __WORDS__: string;

/** Rejects where nobody has the language, or the words do not arrive. */
export async function loadWords<P extends WordsPart>(tag: string, part: P): Promise<Words[P]> {
  const path = __WORDS__.replace('TAG', tag).replace('PART', part);
  try {
    const loaded = (await import(/* @vite-ignore */ path)) as { words: Words[P] };
    return loaded.words;
  } catch (error) {
    // As of every part of a build that is no more: then the page is loaded anew.
    dispatchEvent(new Event('vite:preloadError'));
    throw error;
  }
}
