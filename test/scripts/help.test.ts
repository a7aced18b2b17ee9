import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** A script of package.json: the file, and the words that stand there. */
const ours = Object.entries(scripts).flatMap(([name, command]) => {
  const [node, file, ...words] = command.split(' ');
  return node === 'node' && file !== undefined ? [{ name, file, words }] : [];
});
const others = Object.entries(scripts).filter(([, command]) => !command.startsWith('node '));
const inFolder = readdirSync(join(ROOT, 'scripts')).filter((name) => name.endsWith('.mjs'));
/** They hand on what they do not know. */
const PASSING = ['test', 'test:package', 'test:image'];
/** A built program reads their words. */
const COMPILED = ['swarm', 'hostile', 'load', 'bench', 'show', 'simulate'];

/** A checkout in which nothing was ever built. */
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'madang-'));
  for (const part of 'package.json package-lock.json .dependency-cruiser.mjs Dockerfile scripts'.split(
    ' ',
  ))
    cpSync(join(ROOT, part), join(dir, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
});
afterAll(() => rmSync(dir, { recursive: true }));

async function run(file: string, words: readonly string[]) {
  const child = spawn(process.execPath, [file, ...words], { cwd: dir });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** The files that lie there now, but for the packages. */
const left = (): string[] =>
  [dir, join(dir, 'scripts')].flatMap((folder) => readdirSync(folder).sort());

it.each(ours)('npm run $name -- --help tells the usage and does nothing', async (one) => {
  const before = left();
  const { code, out, err } = await run(one.file, [...one.words, '--help']);
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: (?:npm|node|npx) .*\n\n\w/);
  expect(out.includes('Other words go on to vitest')).toBe(PASSING.includes(one.name));
  expect(left()).toEqual(before);
});

it.each(ours.filter(({ name }) => ![...PASSING, ...COMPILED].includes(name)))(
  'npm run $name -- --no-such names what it does not know, and does nothing',
  async ({ file, words }) => {
    const before = left();
    const { code, out, err } = await run(file, [...words, '--no-such']);
    expect(err).toMatch(/"--no-such"[\s\S]*\n\nUsage: /);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(left()).toEqual(before);
  },
);

it('what is no script of package.json is told and refused, too', async () => {
  const named = new Set(ours.map(({ file }) => file));
  const rest = inFolder.map((name) => `scripts/${name}`).filter((file) => !named.has(file));
  expect(rest.length).toBeGreaterThan(0);
  for (const file of rest) {
    expect(await run(file, ['--help'])).toMatchObject({ code: 0, err: '' });
    expect(await run(file, ['--no-such'])).toMatchObject({ code: 2, out: '' });
  }
});

it('every other script of package.json is a tool of somebody else, which has a help of its own', () => {
  for (const [, command] of others)
    expect(command).toMatch(/^(?:tsc|svelte-check|oxlint|prettier|knip)\b/);
});

it.each([
  ['scripts/build.mjs', ['servr'], '"servr"'],
  ['scripts/start.mjs', ['now'], '"now"'],
  ['scripts/package.mjs', [], 'SYSTEM'],
  ['scripts/package.mjs', ['dos'], '"dos"'],
  ['scripts/bank-export.mjs', [], 'FOLDER'],
  ['scripts/cluster.mjs', ['begin'], '"begin"'],
  ['scripts/cluster.mjs', ['stop', '--json'], '"--json"'],
  ['scripts/words.mjs', ['--keep', 'ko'], '"ko"'],
  ['scripts/words.mjs', ['mkae'], '"mkae"'],
])('%s %j is refused', async (file, words, named) => {
  const { code, err } = await run(file, words);
  expect(code).toBe(2);
  expect(err.split('\n')[0]).toContain(named);
});

it('help of a program that was built is its own, and builds nothing', async () => {
  const program = join(dir, 'dist/load-test/swarm/main.js');
  mkdirSync(join(program, '..'), { recursive: true });
  writeFileSync(program, 'console.log(process.argv.slice(2).join());');
  expect(await run('scripts/swarm.mjs', ['all', '--help'])).toEqual({
    code: 0,
    out: 'all,--help\n',
    err: '',
  });
  rmSync(join(dir, 'dist'), { recursive: true });
});
