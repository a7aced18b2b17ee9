import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILTERED_LANGUAGES } from '../../../protocol/moderation.js';
import type { WordList } from './word-filter.js';

const OWN_DIR = join(import.meta.dirname, 'words');

/** The lists that come with the program, and the operator's own (`WORD_LIST_FILE`); throws where it cannot be read. */
export function readWordLists(file?: string): WordList {
  const own = FILTERED_LANGUAGES.map((language) => join(OWN_DIR, `${language}.txt`));
  const files = file === undefined ? own : [...own, file];
  return parseWordList(files.map((path) => readFileSync(path, 'utf8')).join('\n'));
}

/** One word a line; `!` before an innocent one, `#` before a comment. */
export function parseWordList(text: string): WordList {
  const lines = text
    .replace(/^\uFEFF/gm, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return {
    bad: lines.filter((line) => !line.startsWith('!')),
    good: lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1).trim()] : [])),
  };
}
