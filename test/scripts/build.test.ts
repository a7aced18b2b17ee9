import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const { buildIsStale, swapIn } = (await import(
  new URL('../../scripts/lib/build.mjs', import.meta.url).href
)) as { buildIsStale: (folder: string) => boolean; swapIn: (next: string, web: string) => void };

const OLD = new Date('2026-01-01');
const NEW = new Date('2026-01-02');

function project(): { dir: string; write: (path: string, at: Date) => void } {
  const dir = mkdtempSync(join(tmpdir(), 'madang-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const write = (path: string, at: Date): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), '');
    utimesSync(join(dir, path), at, at);
  };
  write('src/any.ts', OLD);
  utimesSync(join(dir, 'src'), OLD, OLD);
  for (const made of ['dist/.built', 'dist/server/main.js', 'dist/web/index.en.html'])
    write(made, NEW);
  return { dir, write };
}

it('is built anew when a source is newer, and when what is started or shown is missing', () => {
  const { dir, write } = project();
  expect(buildIsStale(dir)).toBe(false);
  for (const made of ['dist/server/main.js', 'dist/web/index.en.html', 'dist/.built']) {
    rmSync(join(dir, made));
    expect(buildIsStale(dir)).toBe(true);
    write(made, NEW);
    expect(buildIsStale(dir)).toBe(false);
  }
  write('src/any.ts', new Date('2026-01-03'));
  expect(buildIsStale(dir)).toBe(true);
});

it('keeps the files of builds whose pages may be open, or whose processes may run', () => {
  const { dir, write } = project();
  const [web, next] = ['web', 'next'].map((name) => join(dir, 'dist', name)) as [string, string];
  const build = (...names: string[]): void => {
    // Made long ago, as a release that runs for months.
    for (const name of names) write(`dist/next/assets/${name}`, OLD);
    swapIn(next, web);
  };
  const before = (): string[] => readdirSync(join(dir, 'dist/web-before/assets')).sort();
  rmSync(web, { recursive: true });
  build('a-1.js', 'shared.js');
  build('a-2.js', 'shared.js');
  expect(readdirSync(join(web, 'assets')).sort()).toEqual(['a-2.js', 'shared.js']);
  expect(before()).toEqual(['a-1.js', 'shared.js']);
  // A second build before the processes of the first one were replaced.
  build('a-3.js', 'shared.js');
  expect(before()).toEqual(['a-1.js', 'a-2.js', 'shared.js']);
  for (const name of before()) utimesSync(join(dir, 'dist/web-before/assets', name), OLD, OLD);
  build('a-4.js', 'shared.js');
  expect(before()).toEqual(['a-3.js', 'shared.js']);
});
