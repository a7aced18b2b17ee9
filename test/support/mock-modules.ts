import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Puts these in the place of modules, by paths as from a folder of `test`, for what the tests of this file import by
 * then. Files of a worker share what is loaded: those before had the real ones, and those behind want them again.
 */
export function mockModules(mocks: Readonly<Record<string, object>>): void {
  beforeAll(() => {
    vi.resetModules();
    for (const [path, mock] of Object.entries(mocks)) vi.doMock(path, () => mock);
  });
  afterAll(() => {
    for (const path of Object.keys(mocks)) vi.doUnmock(path);
    vi.resetModules();
  });
}
