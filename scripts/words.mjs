/**
 * `npm run words`: makes the functions of the catalogues, and remembers which English texts the translations were made
 * of; `-- --keep ko menu.leave` says that a translation is right though its English text has changed. `words.mjs make`
 * only makes them, `words.mjs check` is the step of `npm run check`. What is wrong in a catalogue is named.
 */
import { checkWords } from './lib/check-words.mjs';
import { programTexts } from './lib/used-words.mjs';
import { compareSources, readSources, writeSources } from './lib/word-sources.mjs';
import { makeWords, readAll, WordsFault } from './lib/words.mjs';

const [command = 'remember', tag, key] = process.argv.slice(2);
const USAGE =
  'npm run words, npm run words -- --keep LANGUAGE KEY, or node scripts/words.mjs make or check';

function fail(...lines) {
  for (const line of lines) console.error(line);
  process.exitCode = 1;
}

function remember(kept) {
  const { stale, changed, next } = compareSources(readAll(), readSources(), kept);
  if (kept.length > 0 && changed.length === 0)
    return fail(`no entry "${key}" of ${tag} is older than its English text`);
  writeSources(next);
  const old = stale.map((one) => `${one.tag}/${one.part}.json: "${one.key}"`);
  if (old.length > 0) console.log(`older than their English texts:\n${old.join('\n')}`);
}

const COMMANDS = {
  make: () => undefined,
  remember: () => remember([]),
  '--keep': () => remember([{ tag, key }]),
  check() {
    const { problems, notes } = checkWords(readAll(), programTexts(), readSources());
    for (const note of notes) console.log(`note: ${note}`);
    if (problems.length > 0) fail(...problems);
  },
};

try {
  const run = COMMANDS[command];
  if (run === undefined) fail(USAGE);
  else {
    makeWords();
    run();
  }
} catch (error) {
  if (!(error instanceof WordsFault)) throw error;
  fail(error.message);
}
