import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const WEB = 'src/web';
/** `player` is there before anything is drawn. */
const PARTS = 'game|host|desk|results|faults';

interface PageModule {
  uses: Set<string>;
  /** Modules that come along with it, and those that it loads later, with the parts of the words that it waits for. */
  imports: string[];
  loads: { path: string; parts: string[] }[];
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)];

/** The modules of the page by their paths below `src/web`. */
function readModules(texts: ReadonlyMap<string, string>): Map<string, PageModule> {
  const resolved = (from: string, name: string): string | undefined => {
    const path = posix.join(posix.dirname(from), name);
    return [path, path.replace(/\.js$/, '.ts')].find((one) => texts.has(one));
  };
  return new Map(
    [...texts].map(([path, text]) => {
      const bare = text.replace(/\/\*[^]*?\*\/|<!--[^]*?-->/g, '');
      const asked = all(bare, /\bi18n\.need\(([^)]*)\)/g).flatMap(([, list = '']) =>
        all(list, /'(\w+)'/g).map(([, part]) => part),
      );
      const uses = all(bare, new RegExp(`\\bi18n\\.(${PARTS})\\b`, 'g')).map(([, part]) => part);
      const imports = all(
        bare,
        /^\s*(?:import|export)\s+(?!type\b)(?:[\w*\s{},$]+?from\s+)?'(\.[^']+)'/gm,
      ).flatMap(([, name = '']) => resolved(path, name) ?? []);
      const loads = all(
        bare,
        /(withWords\(\s*)?(?<!typeof )import\('(\.[^']+)'\)((?:,\s*'\w+')*)/g,
      ).flatMap(([, waits, name = '', parts = '']) => {
        const target = resolved(path, name);
        const named = all(parts, /'(\w+)'/g).map(([, part = '']) => part);
        return target === undefined ? [] : [{ path: target, parts: waits ? named : [] }];
      });
      const own = uses.filter(
        (part): part is string => part !== undefined && !asked.includes(part),
      );
      return [path, { uses: new Set(own), imports, loads }];
    }),
  );
}

/** For each module that `main.ts` reaches, the parts of the words that are there on every way to it. */
function partsThere(modules: ReadonlyMap<string, PageModule>): Map<string, Set<string>> {
  const there = new Map([['main.ts', new Set<string>()]]);
  const waiting = ['main.ts'];
  const reach = (path: string, parts: Set<string>): void => {
    const before = there.get(path);
    const now = new Set([...parts].filter((part) => before?.has(part) ?? true));
    if (now.size === before?.size) return;
    there.set(path, now);
    waiting.push(path);
  };
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const own = there.get(path) ?? new Set();
    for (const name of modules.get(path)?.imports ?? []) reach(name, own);
    for (const { path: name, parts } of modules.get(path)?.loads ?? [])
      reach(name, new Set([...own, ...parts]));
  }
  return there;
}

/** A line for each part that a module uses, and that is not there on every way to it. */
function lacking(texts: ReadonlyMap<string, string>): string[] {
  const modules = readModules(texts);
  return [...partsThere(modules)].flatMap(([path, parts]) =>
    [...(modules.get(path)?.uses ?? [])]
      .filter((part) => !parts.has(part))
      .map((part) => `${path} uses i18n.${part}, which is not loaded on every way to it`),
  );
}

const pages = new Map(
  readdirSync(WEB, { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => /\.(?:svelte|ts)$/.test(path) && path !== 'i18n/language.svelte.ts')
    .map((path) => [path, readFileSync(`${WEB}/${path}`, 'utf8')]),
);

it('words are loaded on every way from the first module to one that says them', () => {
  expect(lacking(pages)).toEqual([]);
  // A look at fewer has read the imports wrongly.
  expect(partsThere(readModules(pages)).size).toBeGreaterThan(400);
});

it('finds a module that says words which one way to it does not load', () => {
  const ways = (more: string) =>
    new Map([
      [
        'main.ts',
        `import './a.js';\nvoid withWords(import('./B.svelte'), 'game', 'host');\n${more}`,
      ],
      ['a.ts', '/* i18n.game */ export const a = 1;'],
      ['B.svelte', "<script>\nimport C from './c/C.svelte';\n</script>{i18n.t.x}{i18n.host.x}"],
      ['c/C.svelte', '{i18n.game.x}'],
    ]);
  const lack = 'c/C.svelte uses i18n.game, which is not loaded on every way to it';
  expect(lacking(ways(''))).toEqual([]);
  expect(lacking(ways("void import('./c/C.svelte');"))).toEqual([lack]);
  expect(lacking(ways("void withWords(import('./c/C.svelte'), 'host');"))).toEqual([lack]);
  expect(lacking(ways("void withWords(import('./c/C.svelte'), 'game');"))).toEqual([]);
});

it('finds it in the pages themselves', () => {
  const without = new Map(
    [...pages].map(([path, text]) => [path, text.replaceAll(", 'host'", ", 'game'")]),
  );
  expect(lacking(without).join('\n')).toMatch(/uses i18n\.host/);
});
