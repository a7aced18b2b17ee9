import { describe, expect, it } from 'vitest';
import {
  canonicalLanguage,
  inEach,
  inLanguage,
  languageIn,
  type Texts,
} from '../../src/protocol/set-languages.js';

describe('the languages of a set', () => {
  it('R30.1 are BCP 47 tags in their canonical form, of 35 characters at most', () => {
    expect(['PT-br', 'zh-hant-tw', 'iw', 'ko'].map(canonicalLanguage)).toEqual([
      'pt-BR',
      'zh-Hant-TW',
      'he',
      'ko',
    ]);
    const long = `de-${'abcdefgh-'.repeat(4)}x`;
    // Browsers know no name of a language with an extension.
    const extended = ['de-x-easy', 'en-u-nu-latn', 'x-own'];
    const none = ['', 'a', 'en_US', 'german', 'not a tag', 7, null, long, ...extended];
    expect(none.filter((one) => canonicalLanguage(one) !== undefined)).toEqual([]);
  });

  it.each([
    ['pt-BR', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh', 'zh-Hant'],
    ['en-GB', 'en'],
    ['en', 'en'],
    ['fr', 'en'],
  ])('R30.5 who wants %s reads %s', (wanted, read) => {
    const set = { language: 'en', languages: ['pt-BR', 'zh-Hant', 'en-AU'] };
    expect(languageIn(set, wanted)).toBe(read);
  });
});

describe('a thing in languages', () => {
  const thing = {
    id: 'q',
    title: 'One',
    list: ['a', 'b', 'c'],
    deep: [{ text: 'x', image: { id: 'i', alt: 'y' } }],
    none: '',
    texts: {
      de: {
        title: 'Eins',
        list: ['', 'B'],
        deep: [{ image: { alt: 'Y' } }],
        none: 'etwas',
        more: 'mehr',
      },
      pt: { title: 'Um' },
    },
  };

  it('R30.2 falls back to the main text by element, and has no text that the main language does not have', () => {
    expect(inLanguage(thing, 'de')).toEqual({
      id: 'q',
      title: 'Eins',
      list: ['a', 'B', 'c'],
      deep: [{ text: 'x', image: { id: 'i', alt: 'Y' } }],
      none: '',
    });
    expect(inLanguage(thing, 'pt').title).toBe('Um');
    // It may be the main language, of which `pt` is another variant.
    expect(inLanguage(thing, 'pt-BR').title).toBe('One');
    expect(inLanguage(thing, 'fr').title).toBe('One');
  });

  it('R30.2 takes nothing from the prototype of its texts', () => {
    const texts = {
      de: JSON.parse('{"__proto__":{"title":"Falsch"},"constructor":"x"}') as Texts,
    };
    expect(inLanguage({ title: 'One', texts }, 'de')).toEqual({ title: 'One' });
    expect(inLanguage({ title: 'One', texts }, 'constructor')).toEqual({ title: 'One' });
  });

  it('R30.6 has beside what is made of it only the texts that differ', () => {
    const made = inEach(thing, ({ title, list, deep }) => ({
      quiz: `${title}!`,
      last: list.slice(1),
      size: list.length,
      deep,
    }));
    expect(made).toEqual({
      quiz: 'One!',
      last: ['b', 'c'],
      size: 3,
      deep: thing.deep,
      texts: {
        de: { quiz: 'Eins!', last: ['B'], deep: [{ image: { alt: 'Y' } }] },
        pt: { quiz: 'Um!' },
      },
    });
    for (const tag of ['de', 'pt'])
      expect(inLanguage(made, tag).quiz).toBe(`${inLanguage(thing, tag).title}!`);
    expect(inEach(thing, ({ id }) => ({ id }))).toEqual({ id: 'q' });
  });
});
