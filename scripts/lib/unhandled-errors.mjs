/** A reporter for vitest that writes how many errors there were outside the tests: its JSON report does not tell. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

export const UNHANDLED = join(root, 'test-results/unhandled.json');

export default class UnhandledErrors {
  onTestRunEnd(_files, errors) {
    mkdirSync(dirname(UNHANDLED), { recursive: true });
    writeFileSync(UNHANDLED, JSON.stringify(errors.length));
  }
}
