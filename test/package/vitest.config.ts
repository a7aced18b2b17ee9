import { defineConfig } from 'vitest/config';

/** For `npm run test:package`: these install and unpack what `npm test` has no time for. */
export default defineConfig({
  test: {
    include: ['test/package/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
