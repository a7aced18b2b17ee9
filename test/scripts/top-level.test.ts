import { expect, it } from 'vitest';

const { strangeTopLevelEntries } = (await import(
  new URL('../../scripts/lib/top-level.mjs', import.meta.url).href
)) as { strangeTopLevelEntries: (files: readonly string[]) => string[] };

it('the top level has what is listed, notes and licences of others, and files of tools', () => {
  const files = ['src/server/main.ts', 'README.md', 'tsconfig.build.json', '.ci/run', '.npmrc'];
  expect(strangeTopLevelEntries(files)).toEqual([]);
  expect(strangeTopLevelEntries(['findings/host.md', 'findings/2/a.md', 'THIRD_PARTY.md'])).toEqual(
    [],
  );
});

it('anything else is named once', () => {
  const named = strangeTopLevelEntries(['notes/a.md', 'notes/b.md', 'tsconfig.txt', 'src/notes/c']);
  expect(named.map((line) => line.split(':')[0])).toEqual(['notes', 'tsconfig.txt']);
});
