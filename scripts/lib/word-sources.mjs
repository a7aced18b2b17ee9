/**
 * Remembers which English text each translation was made of: where the English has changed since, and the translation
 * has not, the entry is stale. `src/i18n/.sources.json` has a line for each language and part: for each entry a short
 * hash of the translation and one of its English text, both with the key.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUES, PARTS, SOURCE } from './words.mjs';

const FILE = join(CATALOGUES, '.sources.json');
/** Letters of one hash: 24 bits, for at most a thousand entries of a part. */
const LENGTH = 4;

const hashOf = (key, { text }) =>
  createHash('sha256').update(`${key}\0${text}`).digest('base64url').slice(0, LENGTH);

/** Reads what was written last; nothing where there is no file. */
export function readSources() {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
}

/**
 * Compares the catalogues with what was written last: the entries that are stale, those that are new or changed, and
 * what to write next. `kept` are stale entries that are right as they are.
 */
export function compareSources({ tags, parts }, before, kept = []) {
  const stale = [];
  const changed = [];
  const next = {};
  for (const tag of tags.filter((one) => one !== SOURCE))
    for (const part of PARTS) {
      const last = new Map(
        (before[`${tag}/${part}`] ?? '')
          .match(/.{8}/g)
          ?.map((pair) => [pair.slice(0, LENGTH), pair.slice(LENGTH)]),
      );
      let line = '';
      for (const [key, source] of parts[part][SOURCE]) {
        const own = parts[part][tag].get(key);
        if (own === undefined) continue;
        const entry = { tag, part, key };
        const [is, meant] = [hashOf(key, own), hashOf(key, source)];
        const was = last.get(is);
        const isStale = was !== undefined && was !== meant;
        const isKept = isStale && kept.some((one) => one.tag === tag && one.key === key);
        if (isStale && !isKept) stale.push(entry);
        if (was === undefined || isKept) changed.push(entry);
        line += is + (isStale && !isKept ? was : meant);
      }
      if (line !== '') next[`${tag}/${part}`] = line;
    }
  return { stale, changed, next };
}

export function writeSources(next) {
  writeFileSync(FILE, `${JSON.stringify(next, undefined, 2)}\n`);
}
