import { checkWords } from './lib/check-words.mjs';
import { readLine, refuse } from './lib/command-line.mjs';
import { programTexts } from './lib/used-words.mjs';
import { compareSources, readSources, writeSources } from './lib/word-sources.mjs';
import { makeWords, readAll, WordsFault } from './lib/words.mjs';

const USAGE = {
  name: 'words',
  words: '[LANGUAGE KEY | make | check]',
  most: 2,
  flags: { '--keep': 'LANGUAGE KEY is right though its English text has changed' },
  about: `Makes the functions of the catalogues, and remembers which English texts the translations were
made of. make only makes them; check is the step of npm run check. What is wrong in a catalogue
is named.`,
};
const { words, flags } = readLine(USAGE);
const [tag, key] = words;
const command = flags.has('--keep') ? '--keep' : (words[0] ?? 'remember');

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

const WORDS_OF = { make: 1, remember: 0, '--keep': 2, check: 1 };

try {
  if (!Object.hasOwn(COMMANDS, command) || words.length !== WORDS_OF[command])
    refuse(USAGE, `npm run words takes no "${words.join(' ')}"`);
  makeWords();
  COMMANDS[command]();
} catch (error) {
  if (!(error instanceof WordsFault)) throw error;
  fail(error.message);
}
