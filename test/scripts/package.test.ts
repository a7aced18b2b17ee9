import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverWords } from '../../src/i18n/made/server/words.js';
import { LANGUAGE_NAMES, type Language } from '../../src/i18n/made/languages.js';
import { firstWords, homeFolder, refusal } from '../../src/server/at-home.js';

const languages = Object.keys(LANGUAGE_NAMES) as Language[];

const ROOT = join(import.meta.dirname, '../..');
const script = (path: string): string => new URL(`../../scripts/lib/${path}`, import.meta.url).href;

const { PROGRAMS, DATA, LEFT_OUT } = (await import(script('package/contents.mjs'))) as {
  PROGRAMS: Record<string, string>;
  DATA: string[];
  LEFT_OUT: Record<string, string>;
};
const { startersFor } = (await import(script('package/starters.mjs'))) as {
  startersFor: (target: string, version: string) => Promise<Record<string, string>>;
};

const { TARGETS, packagesFor } = (await import(script('package/targets.mjs'))) as {
  TARGETS: string[];
  packagesFor: (target: string) => { node: { version: string } };
};
const { MOST_BYTES, MOST_FILES, MOST_PROGRAM_BYTES } = (await import(
  script('package/pack.mjs')
)) as { MOST_BYTES: number; MOST_FILES: number; MOST_PROGRAM_BYTES: number };

/** A command of a checkout is another program. */
const NOT_IN_IT = ['src/server/bank-export.ts'];

interface Reads {
  /** Below `dist`, or its parent with `..`. */
  paths: string[];
  /** Each names a place in a way that is not understood here. */
  odd: string[];
}

/** Lists all that the program finds by its own place. */
function readsOfProgram(): Reads {
  const paths: string[] = [];
  const odd: string[] = [];
  const childFiles = 'src/server/desk/child/child-files.ts';
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path.replaceAll('\\', '/')}`);
  for (const file of sources.filter((path) => !NOT_IN_IT.includes(path))) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const dir = dirname(file);
    for (const [, call = '', path] of text.matchAll(
      /(\w+\()?import\.meta\.dirname(?:, '([^']+)')?/g,
    )) {
      if (call === 'join(' && path !== undefined) paths.push(posix.join(dir, path));
      else if (call !== 'childFilesIn(') odd.push(`${file}: ${call}`);
      else {
        const children = readFileSync(join(ROOT, childFiles), 'utf8');
        for (const [, child = ''] of children.matchAll(/join\(dir, '([^']+)'\)/g))
          paths.push(posix.join(dir, child));
      }
    }
  }
  return { paths, odd };
}

describe('what a package holds', () => {
  it('is all that the program reads by its own place, but for what one machine does not need', () => {
    const { paths, odd } = readsOfProgram();
    expect(odd).toEqual([]);
    const packed = [...Object.keys(PROGRAMS), ...DATA, '../package.json'];
    const left = Object.keys(LEFT_OUT);
    expect(paths.filter((path) => ![...packed, ...left].includes(path))).toEqual([]);
    // Nothing is packed or left out that nobody reads, but for the program itself.
    const unread = [...packed, ...left].filter((path) => !paths.includes(path));
    expect(
      unread.filter(
        (path) => !['server/main.js', 'server/at-home.js', '../package.json'].includes(path),
      ),
    ).toEqual([]);
    expect(paths.length).toBeGreaterThanOrEqual(8);
  });

  it.each(['linux-x64', 'win-x64', 'darwin-arm64'])(
    'begins with words and a starter (%s)',
    async (target) => {
      const { 'README.txt': readme = '', ...starters } = await startersFor(target, '1.2.3');
      const [[name, text] = ['', '']] = Object.entries(starters);
      expect(readme).toContain(`Madang 1.2.3 (${target})`);
      expect(readme).toContain(`마당 1.2.3 (${target})`);
      expect(readme).toContain(`double-click ${name}`);
      for (const language of languages)
        expect(readme).toContain(serverWords[language].server.package.stop);
      expect(readme).not.toContain('undefined');
      expect(text).toContain('start-portable.mjs');
      // A batch file with single line ends is read wrongly, and a shell takes no others.
      expect(text.includes('\r\n')).toBe(target === 'win-x64');
      expect(text.replaceAll('\r\n', '').includes('\r')).toBe(false);
    },
  );

  it.each(TARGETS)(
    'says in every language, and for whoever minds security, where its Node.js lacks fixes (%s)',
    async (target) => {
      const { version } = packagesFor(target).node;
      const { 'README.txt': readme = '' } = await startersFor(target, '1.2.3');
      // Releases of 24 with long support begin with 24.11.
      const isOld = Number(version.split('.')[1]) < 11;
      const security = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
      expect(security.includes(`\`${target}\``)).toBe(isOld);
      expect(security.includes(version)).toBe(isOld);
      for (const language of languages) {
        const said = serverWords[language].server.package.oldNode({ node: version });
        expect(said).toContain(version);
        expect([language, readme.includes(said)]).toEqual([language, isOld]);
      }
    },
  );

  it('says in every language that the ZIP has to be unpacked, in words that end no command', async () => {
    const { 'Madang.cmd': text = '' } = await startersFor('win-x64', '1.2.3');
    const said = text.split('\r\n').filter((line) => line.startsWith('  echo '));
    const plain = said.map((line) => line.slice('  echo '.length).replaceAll(/\^(?=.)/g, ''));
    expect(plain).toEqual(languages.map((one) => serverWords[one].server.package.unpack));
    for (const line of said) expect(line).not.toMatch(/(?<!\^)[&|<>()]/);
  });
});

describe('the page about packages', () => {
  const page = readFileSync(join(ROOT, 'docs/packages.md'), 'utf8');
  const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;

  it('has the bounds and the versions that hold', () => {
    expect(page).toContain(`larger than ${mib(MOST_BYTES)} or`);
    expect(page).toContain(`more than ${MOST_FILES.toLocaleString('en')} files`);
    expect(page).toContain(`what is ours may have ${mib(MOST_PROGRAM_BYTES)}`);
    const rows = [...page.matchAll(/^\| `([a-z]+-\w+)` +\| ([\d.]+) +\|$/gm)];
    expect(rows.map(([, target, version]) => [target, version])).toEqual(
      TARGETS.map((target) => [target, packagesFor(target).node.version]),
    );
  });

  it('has no figure beside these, as nobody would hold it', () => {
    const held = [mib(MOST_BYTES), mib(MOST_PROGRAM_BYTES), MOST_FILES.toLocaleString('en')];
    const sizes = [...page.matchAll(/\b[\d.,]+ (?:[kM]i?B|files)\b/g)].map(([found]) => found);
    expect(
      sizes.filter((size) => !held.some((one) => size === one || size === `${one} files`)),
    ).toEqual([]);
  });
});

describe('at home', () => {
  const home = '/home/ha';
  it.each([
    [{ platform: 'win32', env: { LOCALAPPDATA: '/local' }, home }, '/local/Madang'],
    [{ platform: 'win32', env: {}, home }, '/home/ha/AppData/Local/Madang'],
    [{ platform: 'darwin', env: {}, home }, '/home/ha/Library/Application Support/Madang'],
    [{ platform: 'linux', env: {}, home }, '/home/ha/.local/share/madang'],
    [{ platform: 'linux', env: { XDG_DATA_HOME: '/data' }, home }, '/data/madang'],
    [{ platform: 'linux', env: { XDG_DATA_HOME: 'here' }, home }, '/home/ha/.local/share/madang'],
  ])('data lies where the system has it: %j', (system, folder) => {
    expect(homeFolder(system).replaceAll('\\', '/')).toBe(folder);
  });

  it('the words are English, and those of the system', () => {
    for (const language of languages) {
      const words = firstWords('/data', ['en', language]);
      expect(words).toContain(`  ${serverWords[language].server.terminal.starts}\n`);
      expect(words).toMatch(/To stop it, press Ctrl-C[^]*\/data/);
    }
    expect(firstWords('/data', ['en', 'ko'])).toMatch(/창을 닫으세요[^]*\/data/);
  });

  it('settings of several processes are refused, by their names', () => {
    expect(refusal({ REDIS_URL: '', DATABASE_URL: undefined })).toBeUndefined();
    const both = { REDIS_URL: 'redis://x', DATABASE_URL: 'postgres://x' };
    const [english, german] = (refusal(both, ['en', 'de']) ?? '').split('\n');
    expect(english).toMatch(/^REDIS_URL, DATABASE_URL: this package plays on one machine/);
    expect(german).toMatch(/^REDIS_URL, DATABASE_URL: Dieses Paket/);
  });
});
