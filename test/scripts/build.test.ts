import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';

const { buildIsStale, countAsBuilt, swapIn } = (await import(
  new URL('../../scripts/lib/build.mjs', import.meta.url).href
)) as {
  buildIsStale: (folder: string) => boolean;
  countAsBuilt: (folder: string) => void;
  swapIn: (next: string, web: string) => void;
};

const OLD = new Date('2026-01-01');
const NEW = new Date('2026-01-02');
const MADE = ['dist/server/main.js', 'dist/web/index.en.html'];

interface Project {
  dir: string;
  write: (path: string, at: Date, text?: string) => void;
}

function project(): Project {
  const dir = mkdtempSync(join(tmpdir(), 'madang-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const write = (path: string, at: Date, text = ''): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
    utimesSync(join(dir, path), at, at);
  };
  write('src/any.ts', OLD, 'one');
  write('src/i18n/en/player.json', OLD);
  write('src/i18n/made/languages.ts', OLD);
  write('load-test/swarm/main.ts', OLD);
  for (const made of MADE) write(made, NEW);
  countAsBuilt(dir);
  return { dir, write };
}

it('is built anew when what is started or shown is missing, and when nobody says of what it was made', () => {
  const { dir, write } = project();
  expect(buildIsStale(dir)).toBe(false);
  for (const made of MADE) {
    rmSync(join(dir, made));
    expect(buildIsStale(dir)).toBe(true);
    write(made, NEW);
    expect(buildIsStale(dir)).toBe(false);
  }
  rmSync(join(dir, 'dist/.built'));
  expect(buildIsStale(dir)).toBe(true);
});

it.each<[what: string, change: (made: Project) => void]>([
  ['a source that has changed', ({ write }) => write('src/any.ts', NEW, 'two')],
  ['one that an archive left with an old date', ({ write }) => write('src/any.ts', OLD, 'two')],
  ['a text of a catalogue', ({ write }) => write('src/i18n/en/player.json', OLD, '{}')],
  ['a new file', ({ write }) => write('src/new.ts', OLD)],
  ['a file that is gone', ({ dir }) => rmSync(join(dir, 'src/any.ts'))],
  [
    'a file with another name',
    ({ dir }) => renameSync(join(dir, 'src/any.ts'), join(dir, 'src/b.ts')),
  ],
  ['a setting of the compiler', ({ write }) => write('tsconfig.build.json', OLD, '{}')],
  [
    'a build that showed the keys of words',
    ({ dir }) => {
      vi.stubEnv('WORDS', 'keys');
      countAsBuilt(dir);
      vi.unstubAllEnvs();
    },
  ],
])('is built anew for %s', (_what, change) => {
  const made = project();
  change(made);
  expect(buildIsStale(made.dir)).toBe(true);
});

it.each<[what: string, change: (made: Project) => void]>([
  [
    'words that the build itself made last',
    ({ write }) => write('src/i18n/made/languages.ts', NEW, 'made'),
  ],
  [
    'sources that were written again, as a checkout does',
    ({ write }) => write('src/any.ts', NEW, 'one'),
  ],
  ['a clock that was ahead', ({ write }) => write('src/any.ts', new Date('2099-01-01'), 'one')],
  [
    'reports and packages of the load tests',
    ({ write }) => {
      write('load-test/reports/now/report.json', NEW);
      write('load-test/node_modules/artillery/index.js', NEW);
    },
  ],
])('is not built anew for %s', (_what, change) => {
  const made = project();
  change(made);
  expect(buildIsStale(made.dir)).toBe(false);
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
