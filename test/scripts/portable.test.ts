import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SCRIPTS = join(ROOT, 'scripts');
/** They say so where somebody starts them elsewhere. */
const LINUX_ONLY = [
  join('lib', 'cluster') + sep,
  join('lib', 'image') + sep,
  join('lib', 'package') + sep,
  join('lib', 'system-packages.mjs'),
];

const { npmCommand } = (await import(
  new URL('../../scripts/lib/npm.mjs', import.meta.url).href
)) as {
  npmCommand: (
    args: string[],
    process: { env: Record<string, string>; platform: string; execPath: string },
  ) => { command: string; args: string[]; options: object };
};

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const files = readdirSync(SCRIPTS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mjs'))
  .map((file): [string, string] => [file, readFileSync(join(SCRIPTS, file), 'utf8')]);
const everywhere = files.filter(([file]) => !LINUX_ONLY.some((part) => file.startsWith(part)));

describe('what a laptop with Windows or macOS runs', () => {
  it.each(Object.entries(manifest.scripts))(
    'npm run %s starts one program, with nothing that only some shells know',
    (_, line) => {
      // A command of node_modules, or node with a script of ours; no quotes, joins or variables.
      expect(line).toMatch(/^[a-z-]+(?: [\w./:=-]+)*$/);
      const [command] = line.split(' ');
      expect(['node', 'tsc', 'svelte-check', 'oxlint', 'prettier', 'knip']).toContain(command);
    },
  );

  it('is most of the scripts', () => {
    expect(everywhere.length).toBeGreaterThan(15);
  });

  it.each(everywhere)('scripts/%s starts nothing but Node, npm and git', (_, text) => {
    const started = [...text.matchAll(/\b(?:spawn|capture|runVisibly|exec\w*)\(\s*([^,)\s]+)/g)];
    const known = ['process.execPath', "'git'", 'command'];
    for (const [, what] of started) expect(known).toContain(what);
  });

  it.each(files)('scripts/%s imports by addresses, as C: looks like a scheme', (_, text) => {
    const imported = [...text.matchAll(/\bimport\(\s*(\S+)/g)].map(([, what]) => what);
    for (const what of imported) expect(what).toMatch(/^'|^pathToFileURL\(|^new$/);
  });

  it.each(everywhere)('scripts/%s knows no folder of Linux', (_, text) => {
    expect(text).not.toMatch(/['"`]\/(?:usr|bin|etc|proc|tmp|dev|var)\b/);
  });

  it('runs npm as the npm that started it, and without one by its name', () => {
    const execPath = '/path/to/node';
    const file = 'C:\\npm\\bin\\npm-cli.js';
    for (const platform of ['linux', 'win32'])
      expect(npmCommand(['ci'], { env: { npm_execpath: file }, platform, execPath })).toEqual({
        command: execPath,
        args: [file, 'ci'],
        options: {},
      });
    const other = { npm_execpath: '/usr/lib/yarn.js' };
    for (const env of [{}, other]) {
      const named = { command: 'npm', args: ['ci'] };
      expect(npmCommand(['ci'], { env, platform: 'darwin', execPath })).toEqual({
        ...named,
        options: { shell: false },
      });
      // There it is npm.cmd, which Node runs by a shell only.
      expect(npmCommand(['ci'], { env, platform: 'win32', execPath })).toEqual({
        ...named,
        options: { shell: true },
      });
    }
  });
});

describe('what needs Linux says so', () => {
  const run = (platform: string, ...args: string[]) => {
    const stub = `Object.defineProperty(process, 'platform', { value: '${platform}' })`;
    const preload = `data:text/javascript,${encodeURIComponent(stub)}`;
    const [script = '', ...rest] = args;
    const path = join(SCRIPTS, script);
    const all = ['--import', preload, path, ...rest];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('the packages on Windows, which has no gzip', () => {
    const { status, output } = run('win32', 'package.mjs', 'win-x64');
    expect({ status, output }).toEqual({
      status: 2,
      output: expect.stringMatching(/need gzip.*Linux or a Mac/),
    });
  });

  it.each(['win32', 'darwin'])('the cluster on %s', (platform) => {
    for (const command of ['start', 'status', 'reload', 'stop']) {
      const { status, output } = run(platform, 'cluster.mjs', command);
      expect({ status, output }).toEqual({
        status: 2,
        output: expect.stringMatching(/^The cluster needs Linux.*npm start/),
      });
    }
  });

  it.each([
    [
      'win32',
      'test.mjs',
      /wsl --install.*apt-get install -y chromium-headless-shell .*redis-server nginx/,
    ],
    ['darwin', 'test.mjs', /virtual machine.*chromium-headless-shell .*redis-server nginx/],
    ['win32', 'test-load.mjs', /wsl --install.*apt-get install -y redis-server nginx/],
    ['darwin', 'test-load.mjs', /virtual machine.*redis-server nginx/],
    ['darwin', 'test-package.mjs', /on Linux/],
  ])('the tests on %s (%s), with what to install', (platform, script, words) => {
    const { status, output } = run(platform, script);
    expect(status).toBe(2);
    expect(output).toMatch(words);
  });
});
