/** Finds faults of the catalogues as a whole; those of a single text are named where they are read. */
import { compareSources } from './word-sources.mjs';
import { unusedKeys } from './used-words.mjs';
import { PARTS, SOURCE } from './words.mjs';

/** Besides English, which the others are compared with, the project itself writes in this; the others may wait for a speaker. */
const WHOLE = 'ko';

/** `texts` are the sources of the program, `sources` what was written last. Problems fail a check, notes are told. */
export function checkWords(catalogues, texts, sources) {
  const { tags, parts } = catalogues;
  const total = PARTS.reduce((sum, part) => sum + parts[part][SOURCE].size, 0);
  const { stale, changed } = compareSources(catalogues, sources);
  const problems = unusedKeys(parts, texts).map(
    (path) => `src/i18n/${SOURCE}: nothing uses "${path}"; take it out of all languages`,
  );
  const notes = [];
  for (const tag of tags.filter((one) => one !== SOURCE)) {
    const missing = PARTS.flatMap((part) =>
      [...parts[part][SOURCE]]
        .filter(([key, { text }]) => text !== '' && !parts[part][tag].has(key))
        .map(([key]) => `src/i18n/${tag}/${part}.json: "${key}" is missing`),
    );
    const old = stale
      .filter((one) => one.tag === tag)
      .map(
        ({ part, key }) =>
          `src/i18n/${tag}/${part}.json: "${key}" is older than its English text; change it, or run: npm run words -- --keep ${tag} ${key}`,
      );
    if (tag === WHOLE) problems.push(...missing, ...old);
    else {
      if (missing.length > 0) notes.push(`${tag} ${of(missing, total)} missing`);
      if (old.length > 0) notes.push(`${tag} ${of(old, total)} older than the English text`);
    }
  }
  if (changed.length > 0) {
    const [{ tag, part, key }] = changed;
    problems.push(
      `src/i18n/.sources.json: ${changed.length} entries are new or changed, such as "${key}" in ${tag}/${part}.json; run: npm run words`,
    );
  }
  return { problems, notes };
}

const of = (some, total) => `${some.length.toLocaleString('en')} of ${total.toLocaleString('en')}`;
