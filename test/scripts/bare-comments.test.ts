import { expect, it } from 'vitest';

const { bareComments } = (await import(
  new URL('../../scripts/lib/bare-comments.mjs', import.meta.url).href
)) as {
  bareComments: (
    files: string[],
    most: Record<string, number>,
    read: (path: string) => string,
  ) => string[];
};

it('counts comments that begin without a subject, and tells more of them and fewer', () => {
  const texts: Record<string, string> = {
    'src/game/a.ts': '/** Who came first. */\n// Of all.\nconst what = 1; // The best.',
    'src/server/live/room/b.ts': '/**\n * What is told.\n */',
    'src/web/play/C.svelte': '<!-- The own row. -->',
  };
  const found = (most: Record<string, number>) =>
    bareComments(Object.keys(texts), most, (path) => texts[path] ?? '').map(
      (line) => /^\S+ \d+/.exec(line)?.[0],
    );
  expect(found({ 'src/game/': 2, 'src/server/live/room/': 1 })).toEqual([]);
  expect(found({ 'src/game/': 1, 'src/server/live/room/': 1 })).toEqual(['src/game/: 2']);
  expect(found({ 'src/game/': 2, 'src/server/live/room/': 1, 'src/web/play/': 1 })).toEqual([
    'src/web/play/: 0',
  ]);
});
