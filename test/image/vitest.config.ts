import { defineConfig } from 'vitest/config';

/** For `npm run test:image`, which builds the image first. */
export default defineConfig({
  test: {
    include: ['test/image/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
