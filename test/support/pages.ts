import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '../../src/i18n/made/languages.js';

/** All that the server demands of a build: a page in each language, and a folder of files. */
export function writePages(dir: string): void {
  mkdirSync(join(dir, 'assets'));
  for (const language of LANGUAGES)
    writeFileSync(join(dir, `index.${language}.html`), '<!doctype html><title>Madang</title>\n');
}

let shared: string | undefined;

/** A folder with such pages for all tests of this process that look at none of them. */
export function sharedPages(): string {
  if (shared !== undefined) return shared;
  const dir = mkdtempSync(join(tmpdir(), 'madang-pages-'));
  writePages(dir);
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return (shared = dir);
}
