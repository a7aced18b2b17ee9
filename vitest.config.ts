import { defineConfig } from 'vitest/config';

/** Files share what their worker has loaded: to load it anew for each took a quarter of all the time. */
const shared = { isolate: false, setupFiles: ['scripts/lib/leak-check.mjs'] };

/**
 * Four projects, one after the other: a browser, a cluster or a handful of processes beside the socket
 * tests would starve both on a machine with two cores.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        // The packages of load-test hold an older one, which the built program never sees.
        resolve: { dedupe: ['ws'] },
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/cluster/**', 'test/faults/**'],
          ...shared,
          testTimeout: 20_000,
          hookTimeout: 20_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          ...shared,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A walk across the arena alone takes longer than vitest would wait.
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { dedupe: ['ws'] },
        test: {
          name: 'cluster',
          include: ['test/cluster/**/*.test.ts'],
          ...shared,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          ...shared,
          testTimeout: 40_000,
          hookTimeout: 20_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
