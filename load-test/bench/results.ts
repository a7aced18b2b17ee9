/** Figures that are kept in the repository: a file for each major version of Node, whose engines differ. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conditions } from './conditions.js';
import type { Outcome } from './piece.js';

/** By piece; each was measured by itself. */
type Results = Record<string, { conditions: Conditions; outcomes: Outcome[] }>;

/** Replaces what is kept of this piece; returns the file. */
export function saveOutcomes(
  dir: string,
  piece: string,
  conditions: Conditions,
  outcomes: Outcome[],
): string {
  mkdirSync(dir, { recursive: true });
  const major = process.versions.node.split('.')[0] ?? '';
  const file = join(dir, `${major}.json`);
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};
  const results: Results = { ...kept, [piece]: { conditions, outcomes } };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
