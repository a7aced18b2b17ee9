import { describe, expect, it } from 'vitest';
import { PARTS, PSEUDO, readAll, readCatalogue } from '../../scripts/lib/words.mjs';
import { ERROR_CODES } from '../../src/protocol/errors.js';
import { pageWords } from '../support/page-words.js';

const { tags } = readAll();

/** Every text of a language, by its part and key. */
const textsOf = (tag: string): Map<string, string> =>
  new Map(
    PARTS.flatMap((part) =>
      [...readCatalogue(tag, part)].map(([key, text]) => [`${part}: ${key}`, text] as const),
    ),
  );

describe('the catalogues', () => {
  const english = textsOf('en');
  const korean = textsOf('ko');

  it('are whole in Korean', () => {
    expect([...korean.keys()]).toEqual([...english.keys()]);
    const empty = [...korean].filter(([key, text]) => text === '' && english.get(key) !== '');
    expect(empty).toEqual([]);
  });

  it('say every error in plain words, without its code', async () => {
    for (const tag of ['en', 'ko'] as const) {
      const { t, game, host } = await pageWords(tag);
      const errors = { ...t.errors, ...game.errors, ...host.hostErrors };
      for (const code of ERROR_CODES) {
        expect(errors[code]).toBeTypeOf('string');
        expect(errors[code]).not.toContain(code);
      }
    }
  });

  it('say one word for one thing', () => {
    const shunned = {
      en: /\byard\b|\bopen(?:s|ed)? (?:a |the )?room|by (?:itself|themselves)|\bseats? (?:is|are) free|\bprojector|\bflush|\bmend\b|at the bell|\bset one up/i,
      ko: /문항|사람들|구경하는 화면|저절로|여섯|휴대전화|마당\.|방을 연 |종이 울/,
    };
    const isName = (key: string): boolean => key.startsWith('host: ground.maps.');
    const bad = [...english].filter(([key, text]) => shunned.en.test(text) && !isName(key));
    expect(bad).toEqual([]);
    expect([...korean].filter(([, text]) => shunned.ko.test(text))).toEqual([]);
  });

  it('leave no Korean particle open, such as 을(를)', () => {
    const open = [...korean].filter(([, text]) =>
      /[을를이가은는와과]\([을를이가은는와과]\)/.test(text),
    );
    expect(open).toEqual([]);
  });

  it('do not mix languages: Korean letters are in Korean alone, but for names of columns', () => {
    for (const tag of tags.filter((one) => one !== 'ko'))
      expect(
        [...textsOf(tag)].filter(
          ([key, text]) => /[가-힣]/.test(text) && key !== 'server: file.usualColumns',
        ),
      ).toEqual([]);
  });
});

describe('numbers in texts', () => {
  it('gives ranks the ending that English has', async () => {
    const { game } = await pageWords('en');
    const ranks = [1, 2, 3, 4, 11, 12, 13, 21, 102, 113];
    const said = ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '113th'];
    expect(ranks.map((rank) => game.panels.place({ rank }))).toEqual(
      said.map((one) => `${one} place`),
    );
  });

  it('groups the digits of points', async () => {
    const [ko, en] = [await pageWords('ko'), await pageWords('en')];
    expect([ko.t.points({ points: 1000 }), en.t.score({ points: 6691 })]).toEqual([
      '+1,000점',
      '6,691 points',
    ]);
  });

  it('are the same in the pseudo-language, whose texts are longer and have accents', async () => {
    const { t } = await pageWords(PSEUDO);
    expect(t.menu).toBe('Méñú~~');
    expect(t.score({ points: 6691 })).toBe('6,691 póíñtš~~');
  });
});
