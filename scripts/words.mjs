/** `npm run words`: makes the functions of the catalogues, and names what is wrong in one. */
import { makeWords, WordsFault } from './lib/words.mjs';

try {
  makeWords();
} catch (error) {
  if (!(error instanceof WordsFault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
