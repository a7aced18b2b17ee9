import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAll } from '../../scripts/lib/words.mjs';

type Catalogues = ReturnType<typeof readAll>;
type Sources = Record<string, string>;
interface Entry {
  tag: string;
  part?: string;
  key: string;
}

const lib = (name: string) =>
  import(new URL(`../../scripts/lib/${name}.mjs`, import.meta.url).href) as Promise<never>;
const { checkWords } = (await lib('check-words')) as {
  checkWords: (
    all: Catalogues,
    texts: string[],
    sources: Sources,
  ) => { problems: string[]; notes: string[] };
};
const { unusedKeys, programTexts } = (await lib('used-words')) as {
  unusedKeys: (parts: Catalogues['parts'], texts: string[]) => string[];
  programTexts: () => string[];
};
const { compareSources } = (await lib('word-sources')) as {
  compareSources: (
    all: Catalogues,
    before: Sources,
    kept?: Entry[],
  ) => { stale: Entry[]; changed: Entry[]; next: Sources };
};

/** Catalogues of these files; the keys of a file by its name. */
function read(files: Record<string, Record<string, string>>): Catalogues {
  const dir = mkdtempSync(join(tmpdir(), 'words-'));
  for (const [name, texts] of Object.entries(files)) {
    const path = join(dir, `${name}.json`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(texts));
  }
  try {
    return readAll(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe('keys that nothing uses', () => {
  const unused = (keys: string[], ...texts: string[]) => {
    const { parts } = read({
      'en/game': Object.fromEntries(keys.map((key) => [key, 'x'])),
      'en/server': { 'file.empty': 'x', 'file.full': 'x' },
    });
    const found = unusedKeys(parts, [
      "import 'i18n'; serverWords.en.server.file[fault]; empty, full",
      ...texts,
    ]);
    return found.map((path) => path.replace('game: ', ''));
  };

  it('are found in the program itself: only the one that this adds', () => {
    const { parts } = readAll();
    parts['game']?.['en']?.set('item.ofNobody', { text: 'x', args: new Map() });
    expect(unusedKeys(parts, programTexts())).toEqual(['game: item.ofNobody']);
  });

  it.each([
    ['named in full', '{i18n.game.a.b}'],
    ['in several lines', '{i18n.game\n  .a\n  .b({ n: 1 })}'],
    ['by a variable', 'const { t } = i18n; const t = $derived(i18n.game.a);\n{t.b}'],
    ['by parts of it', 'const { a: { }, x } = y; const { b } = i18n.game.a;'],
    ['by renamed parts of it', 'const { a: words } = i18n.game;\nwords.b'],
    ['by a computed step', "i18n.game.a[kind]; type Kind = 'b' | 'c'"],
    ['by all of a group', 'Object.values(i18n.game.a)'],
    ['by a type', "type Own = GameWords['a'];\nconst of = (say: Own) => say.b;"],
    ['by the type of a member', "interface X { say: GameWords['a'] }\nreturn this.say.b"],
  ])('are not those that are used %s', (_name, text) => {
    expect(unused(['a.b', 'c.d'], `i18n ${text}`)).toEqual(['c.d']);
  });

  it.each([
    ['only named in a comment', '/* i18n.game.a.b */ // i18n.game.a.b\n<!-- i18n.game.a.b -->'],
    ['of another group with the same name', 'i18n.game.c.b'],
    ['beside one that is used', 'const t = $derived(i18n.game.a); {t.e}'],
    ['of a computed step which no such name is written for', 'i18n.game.a[kind]'],
    ['named like a member of something else', 'const t = i18n.game.c; room.t.b; x.a.b'],
  ])('are those %s', (_name, text) => {
    expect(unused(['a.b', 'a.e', 'c.b'], `i18n ${text}`)).toContain('a.b');
  });
});

describe('a translation of an English text that has changed', () => {
  const files = (english: string, korean: string) =>
    read({ 'en/game': { a: english, b: 'y' }, 'ko/game': { a: korean, b: '나' } });
  const written = () => compareSources(files('x', '가'), {}).next;
  const entry = { tag: 'ko', part: 'game', key: 'a' };

  it('is stale until it is changed, too, or kept, or the English text is what it was', () => {
    const next = written();
    expect(compareSources(files('x', '가'), next)).toEqual({ stale: [], changed: [], next });
    const later = compareSources(files('z', '가'), next);
    expect(later).toEqual({ stale: [entry], changed: [], next });
    expect(compareSources(files('z', '다'), next)).toMatchObject({ stale: [], changed: [entry] });
    expect(compareSources(files('x', '가'), later.next).stale).toEqual([]);
    const kept = compareSources(files('z', '가'), next, [{ tag: 'ko', key: 'a' }]);
    expect(kept).toMatchObject({ stale: [], changed: [entry] });
    expect(compareSources(files('z', '가'), kept.next)).toMatchObject({ stale: [], changed: [] });
    expect(compareSources(files('x', '가'), kept.next).stale).toEqual([entry]);
  });

  it('has a line of eight letters for each entry', () => {
    expect(written()).toEqual({ 'ko/game': expect.stringMatching(/^[\w-]{16}$/) });
  });
});

describe('the check of the catalogues', () => {
  const texts = ['i18n.game.a; i18n.game.b'];
  const check = (ko: object, de: object, english = 'x') => {
    const all = (text: string) =>
      read({
        'en/game': { a: text, b: 'y' },
        'ko/game': ko as Record<string, string>,
        'de/game': de as Record<string, string>,
      });
    const { next } = compareSources(all('x'), {});
    return checkWords(all(english), texts, next);
  };

  it('fails for Korean that is missing, and counts it in other languages', () => {
    expect(check({ a: '가', b: '나' }, { a: 'u', b: 'v' })).toEqual({ problems: [], notes: [] });
    expect(check({ a: '가' }, { b: '' })).toEqual({
      problems: ['src/i18n/ko/game.json: "b" is missing'],
      notes: ['de 2 of 2 missing'],
    });
  });

  it('fails for Korean that is stale, and counts it in other languages', () => {
    const { problems, notes } = check({ a: '가', b: '나' }, { a: 'u', b: 'v' }, 'z');
    expect(problems).toEqual([
      'src/i18n/ko/game.json: "a" is older than its English text; change it, or run: npm run words -- --keep ko a',
    ]);
    expect(notes).toEqual(['de 1 of 2 older than the English text']);
  });

  it('fails for keys that nothing uses, and for translations that are not written down', () => {
    const all = read({ 'en/game': { a: 'x', c: 'y' }, 'ko/game': { a: '가', c: '나' } });
    expect(checkWords(all, texts, {}).problems).toEqual([
      'src/i18n/en: nothing uses "game: c"; take it out of all languages',
      'src/i18n/.sources.json: 2 entries are new or changed, such as "a" in ko/game.json; run: npm run words',
    ]);
  });
});
