import { expect, it } from 'vitest';
import { numberedTitle } from '../../src/server/desk/sets/numbered-title.js';
import { TITLE_MAX_GRAPHEMES } from '../../src/protocol/limits.js';

it('R15.4 gives a set of a file a title that no other set has', () => {
  const named = (title: string, ...taken: string[]) => numberedTitle(title, new Set(taken));
  expect(named('Friday')).toBe('Friday');
  expect(named('Friday', 'Friday')).toBe('Friday (2)');
  expect(named('Friday', 'Friday', 'Friday (2)')).toBe('Friday (3)');
  expect(named('Friday (2)', 'Friday', 'Friday (2)')).toBe('Friday (3)');
  expect(named('Area (51)', 'Area (51)')).toBe('Area (51) (2)');
  const long = '가'.repeat(TITLE_MAX_GRAPHEMES);
  expect(named(long, long)).toBe(`${'가'.repeat(TITLE_MAX_GRAPHEMES - 4)} (2)`);
});
