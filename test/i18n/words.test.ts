import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { make, readAll } from '../../scripts/lib/words.mjs';

/** Catalogues of these files, as `make` takes them. */
function read(files: Record<string, string | Buffer>) {
  const dir = mkdtempSync(join(tmpdir(), 'words-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [name, text] of Object.entries({ 'en/player.json': '{}', ...files })) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return readAll(dir);
}

/** The faults of catalogues with these texts under one key. */
const player = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([tag, text]) => [`${tag}/player.json`, JSON.stringify({ a: text })]),
  );

/** Functions made of one text of each language. */
async function said(
  texts: Record<string, string>,
): Promise<Record<string, (of: object) => string>> {
  const made = make(read(player(texts)), { reviewed: [] });
  const all = Object.keys(texts).map(async (tag) => {
    const source = made.get(`${tag}/player.js`) ?? '';
    const url = `data:text/javascript,${encodeURIComponent(source)}`;
    const { words } = (await import(/* @vite-ignore */ url)) as { words: { a: never } };
    return [tag, words.a] as const;
  });
  return Object.fromEntries(await Promise.all(all)) as never;
}

describe('what is wrong in a catalogue', () => {
  it.each([
    ['no JSON', { 'de/player.json': '{"a": ' }, /^src\/i18n\/de\/player\.json: is no JSON/],
    ['a list', { 'de/player.json': '[]' }, /^src\/i18n\/de\/player\.json: has to be an object/],
    ['a megabyte', { 'de/player.json': `{"a": "${'x'.repeat(1e6)}"}` }, /has 1\d{6} bytes, 300000/],
    ['a number', { 'de/player.json': '{"a": 1}' }, /"a": has to be a text/],
    ['a key twice', { 'en/player.json': '{\n"a": "x",\n"a": "y"\n}' }, /"a": is there twice/],
    [
      'a key twice in one line',
      { 'en/player.json': String.raw`{"a": "\"b\":", "\u0061": "y"}` },
      /"a": is there/,
    ],
    [
      'letters of another encoding',
      { 'de/player.json': Buffer.from('{"a": "ü"}', 'latin1') },
      /^src\/i18n\/de\/player\.json: is not UTF-8/,
    ],
    [
      'a byte order mark',
      { 'de/player.json': '\ufeff{}' },
      /de\/player\.json: begins with a byte order/,
    ],
    ['a strange key', { 'en/player.json': '{"a b": "x"}' }, /"a b": is no name with dots/],
    ['no such part', { 'de/menu.json': '{}' }, /^src\/i18n\/de\/menu\.json: is no part/],
    ['no such language', { 'deutsch!/player.json': '{}' }, /is not the tag of a language/],
    ['an open brace', player({ en: 'x {count' }), /^src\/i18n\/en\/player\.json: "a": /],
    ['HTML', player({ en: 'x', de: '<b>x</b>' }), /de\/player\.json: "a": has HTML/],
    ['an entity', player({ en: 'x&nbsp;y' }), /"a": has HTML/],
    ['a sign of direction', player({ en: 'x\u202Ey' }), /"a": has the sign U\+202e/],
    ['a key that English lacks', { 'de/player.json': '{"b": "x"}' }, /"b": is not in the English/],
    [
      'a value left out',
      player({ en: 'x {n}', de: 'y' }),
      /de\/player\.json: "a": leaves out \{n\}; where that is meant, write \{n, select, other \{\}\}/,
    ],
    [
      'a number left out that English tells in every form',
      player({
        en: '{n, plural, one {# dog} other {# dogs}}',
        de: '{n, plural, one {Hund} other {Hunde}}',
      }),
      /leaves out \{n\}/,
    ],
    ['an argument that English lacks', player({ en: '{n}', de: '{m}' }), /\{m\} is not in the Eng/],
    [
      'another kind of argument',
      player({ en: '{n, plural, one {a} other {b}}', de: '{n, date, short}' }),
      /another kind/,
    ],
    ['an unknown format', player({ en: '{n, money}' }), /\{n, money\} is unknown/],
    ['a style that nobody knows', player({ en: '{n, date, odd}' }), /has to have one of: short/],
    [
      'a missing plural form',
      player({ en: '{n, plural, other {#}}' }),
      /\{n, plural\} has no "one"/,
    ],
    [
      'one of another language',
      player({ en: '{n, plural, one {#} few {#} other {#}}' }),
      /has "few", which en/,
    ],
    [
      'a plural without other',
      player({ en: 'x {n}', ko: '{n, plural, =1 {#}}' }),
      /has no "other"/,
    ],
    ['a select without other', player({ en: '{n, select, true {x}}' }), /has no "other"/],
    [
      'a case that English lacks',
      player({ en: '{n, select, a {x} other {y}}', de: '{n, select, b {x} other {y}}' }),
      /has "b", which/,
    ],
    ['an apostrophe that hides a value', player({ en: "L'{x} dell'altra" }), /write ’/],
    [
      'a number that no program reads',
      player({ en: '{n, plural, =010 {x} one {#} other {#}}' }),
      /has "=010"/,
    ],
    ['a text above others', { 'en/player.json': '{"a": "x", "a.b": "y"}' }, /"a": is a text, and/],
    ['a case twice', player({ en: '{n, select, a {x} a {y} other {z}}' }), /has "a" twice/],
  ])('is named with its file and key: %s', (_name, files, fault) => {
    expect(() => read(files as Record<string, string | Buffer>)).toThrow(fault);
  });
});

describe('a text with arguments', () => {
  it('counts as its language does', async () => {
    const { en, ko, fr, pl } = await said({
      en: '{n, plural, =0 {none} one {# dog} other {# dogs}}',
      ko: '{n, plural, =0 {없음} other {개 #마리}}',
      fr: '{n, plural, one {# chien} other {# chiens}}',
      pl: '{n, plural, one {# pies} few {# psy} many {# psów} other {# psa}}',
    });
    const all = (say?: (of: object) => string) => [0, 1, 2, 5, 1000].map((n) => say?.({ n }));
    expect(all(en)).toEqual(['none', '1 dog', '2 dogs', '5 dogs', '1,000 dogs']);
    expect(all(ko)).toEqual(['없음', '개 1마리', '개 2마리', '개 5마리', '개 1,000마리']);
    expect(all(fr).slice(0, 3)).toEqual(['0 chien', '1 chien', '2 chiens']);
    expect(all(pl).slice(1, 4)).toEqual(['1 pies', '2 psy', '5 psów']);
  });

  it('chooses, formats, and shows signs of a program as they are', async () => {
    const { en } = await said({
      en: "`$'{'x'}' \\ {is, select, true {yes} other {no}} {n, number} {at, date, medium} # {s}",
    });
    const at = new Date(2026, 10, 28);
    expect(en?.({ is: true, n: 1234.5, at, s: '${1}' })).toBe(
      '`${x} \\ yes 1,234.5 Nov 28, 2026 # ${1}',
    );
  });

  it('writes decimals and signs as its language does, and in a translation as in English', async () => {
    const { en, de, ko } = await said({
      en: '{s, number, ::.0} s, {m, number, ::.00}, {n, number, ::+!}, {count, number}',
      de: '{s, number, ::.0} s, {m}, {n}, {count, plural, one {{count}} other {{count}}}',
      ko: '{m} {s, josa, 을를} {n} {count}',
    });
    const numbers = { s: 1.25, m: 2, n: -1234, count: 1234 };
    expect(en?.(numbers)).toBe('1.3 s, 2.00, −1,234, 1,234');
    expect(de?.(numbers)).toBe('1,3 s, 2,00, −1.234, 1.234');
    expect(ko?.({ ...numbers, n: 5 })).toBe('2.00 1.3을 +5 1,234');
  });

  it('leaves a value out where that is said, and one that English shows in some cases alone', async () => {
    const { en, de, ja } = await said({
      en: '{name} has {n, plural, =0 {nothing} one {# dog} other {# dogs}}',
      de: '{name, select, other {}}{n, plural, one {ein Hund} other {Hunde}}',
      ja: '{name}の犬',
    });
    const all = [en, de, ja].map((say) => say?.({ name: 'Ann', n: 2 }));
    expect(all).toEqual(['Ann has 2 dogs', 'Hunde', 'Annの犬']);
  });

  it('takes a number where only one language counts', () => {
    const types = (texts: Record<string, string>) =>
      make(read(player(texts)), { reviewed: [] }).get('types.ts');
    const plural = '{n, plural, one {# chien} other {# chiens}}';
    expect(types({ en: 'dogs: {n}' })).toContain('(a: { n: string | number }) => string');
    expect(types({ en: 'dogs: {n}', fr: plural })).toContain('(a: { n: number }) => string');
  });

  it('is English where a language has none, or an empty one', async () => {
    const { de, fr } = await said({
      en: '{n, plural, one {# dog} other {# dogs}}',
      de: '',
      fr: '',
    });
    expect([de?.({ n: 2 }), fr?.({ n: 0 })]).toEqual(['2 dogs', '0 dogs']);
  });

  it('keeps the forms of English where it falls back to it, and a number said as the others are', async () => {
    const place = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';
    const { it: italian } = await said({ en: place, it: '' });
    expect([1, 2, 3, 4, 1001].map((n) => italian?.({ n }))).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '1,001st',
    ]);
    const text = '{n, plural, =0 {A} one {B} other {A}}';
    const { fr } = await said({ en: text, fr: text });
    expect([0, 1, 2].map((n) => fr?.({ n }))).toEqual(['A', 'B', 'A']);
  });

  it('R31.1 keeps a number and its counter in one line where lines break between letters', async () => {
    const words = await said({
      en: '{right} of {all} ranks',
      ja: '{all}人中{right}ランク',
      'zh-Hans': '{all} 人中 {right} 名',
      de: '{right} von {all}',
    });
    const values = { right: 6, all: 41 };
    expect(words['ja']!(values)).toBe('41\u2060人中6\u2060ランク');
    expect(words['zh-Hans']!(values)).toBe('41\u00a0人中 6\u00a0名');
    expect(words['de']!(values)).toBe('6 von 41');
  });

  it('ends a Korean word with the particle that fits its sound', async () => {
    const words = ['서울', '부산', '제주', '3', '7', '100', '10', 'Kim', 'Anna', '“길”', 'ABC', ''];
    const endings = {
      을를: ['을', '을', '를', '을', '을', '을', '을', '을', '를', '을', '를', '를'],
      으로로: ['로', '으로', '로', '으로', '로', '으로', '으로', '으로', '로', '로', '로', '로'],
    };
    for (const [pair, expected] of Object.entries(endings)) {
      const { ko } = await said({ en: '{w}', ko: `{w, josa, ${pair}}` });
      expect(words.map((w) => ko?.({ w }))).toEqual(words.map((w, n) => w + expected[n]));
    }
    const { ko } = await said({ en: '{w}', ko: '{w, josa, 은는} {w, josa, 이가} {w, josa, 과와}' });
    expect(ko?.({ w: '달' })).toBe('달은 달이 달과');
    expect(ko?.({ w: '해' })).toBe('해는 해가 해와');
  });
});

it('shows the keys in place of the words where that is asked for', () => {
  const catalogues = read({ 'en/player.json': '{"a.b": "x", "c": "{n} y"}' });
  const made = make(catalogues, { keysOnly: true, reviewed: [] });
  expect(made.get('en/player.js')).toBe(
    'export const words={a:{b:"player: a.b"},c:()=>"player: c"};\n',
  );
});
