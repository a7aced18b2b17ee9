import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { makeWords, MADE } from './scripts/lib/words.mjs';
import { LongestFirst } from './test/support/longest-first.js';
import { PATIENCE_MS, PATIENT } from './test/support/patience.js';

/** A CI machine may be taken away for a moment; `npm test` names what passed only at a second try. */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** Files share what their worker has loaded: to load it anew for each took a quarter of all the time. */
const shared = { isolate: false, setupFiles: ['scripts/lib/leak-check.mjs'], retry };

makeWords();
const define = { __WORDS__: JSON.stringify(`${MADE}/TAG/PART.js`) };

/** The packages of load-test hold an older one, which the built program never sees. */
const resolve = { dedupe: ['ws'] };

/** Vitest looks for a second. A test has the time for two waits in vain, so that it is told which one it was. */
const patient = { poll: PATIENT };
const TEST_MS = 2 * PATIENCE_MS;

/** Of these a process has to be on time within tens of milliseconds, while others of theirs work: two at a time, and no others. */
const ALONE = [
  'test/faults/crowd.test.ts',
  'test/faults/games.test.ts',
  'test/faults/precedence.test.ts',
  'test/faults/series.test.ts',
  'test/desk/images.test.ts',
  'test/desk/picture-figures.test.ts',
];

/** These judge how long one thread takes, so that there is one of them for each core. */
const TIMED = [
  'test/e2e/dearest-inputs.test.ts',
  'test/desk/figures.test.ts',
  'test/desk/set-turns.test.ts',
  'test/quiz/holding.test.ts',
  'test/results/figures.test.ts',
  'test/results/weights.test.ts',
  'test/store/journal-turns.test.ts',
];

/**
 * Five groups, one after the other: a browser, a cluster or a handful of processes beside the socket
 * tests would starve both on a machine with two cores. Most tests wait, for Redis or for a timer, and take
 * half of a core each: four files of them at once need 157 s where two need 263 s. Of pages, three at once
 * fill two cores; a fourth saves nothing.
 */
export default defineConfig({
  test: {
    // A module is transformed once for all projects: each began with up to a minute of it.
    experimental: { fsModuleCache: true },
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        define,
        // For tests of what pages say, which are rendered as a server would.
        plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/browser/**',
            'test/cluster/**',
            'test/faults/**',
            // `npm run test:image` and `npm run test:package` build what these run.
            'test/image/**',
            'test/package/**',
            ...ALONE,
            ...TIMED,
          ],
          ...shared,
          globalSetup: ['test/support/shared-postgres.ts'],
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
          expect: patient,
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          ...shared,
          setupFiles: ['test/support/worker-browser.ts', ...shared.setupFiles],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // A walk across the arena alone takes longer than vitest would wait.
          expect: { poll: { timeout: 90_000 } },
          maxWorkers: 4,
          // The browser of the worker runs before the check of what a file leaves looks for the first time.
          sequence: { groupOrder: 1, setupFiles: 'list' },
        },
      },
      {
        resolve,
        test: {
          name: 'processes',
          include: ['test/cluster/**/*.test.ts', 'test/faults/**/*.test.ts'],
          exclude: ALONE,
          ...shared,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: patient,
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve,
        test: {
          name: 'alone',
          include: ALONE,
          ...shared,
          globalSetup: ['test/support/shared-postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: TEST_MS,
          expect: patient,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        resolve,
        test: {
          name: 'in-time',
          include: TIMED,
          ...shared,
          globalSetup: ['test/support/shared-postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: TEST_MS,
          expect: patient,
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
