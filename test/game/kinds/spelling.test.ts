import { describe, expect, it } from 'vitest';
import { seeded } from '../../../load-test/swarm/seeded.js';
import { formOf, isOneSlip, meansRight } from '../../../src/game/kinds/spelling.js';
import { groupsOf } from '../../../src/game/kinds/written.js';
import { drawInt, drawOne, sample } from '../../../src/game/shared/random.js';
import type { WrittenText } from '../../../src/game/shared/judged.js';
import { DIFFERENT, MEANT } from './meant-answers.js';

const isRight = (right: string, text: string, wrong?: string[]): boolean =>
  meansRight({ kind: 'text', accepted: [right], ...(wrong && { wrong }) })(formOf(text));

describe('R16.15 what people have typed', () => {
  const all = MEANT.flatMap(({ right, meant }) => meant.map((text) => ({ right, text })));

  it('is known as what they meant, of 400 answers and more 95 of 100', () => {
    expect(all.length).toBeGreaterThanOrEqual(400);
    const missed = all.filter(({ right, text }) => !isRight(right, text));
    expect(missed.map(({ right, text }) => `${right}: ${text}`)).toHaveLength(
      Math.min(missed.length, Math.floor(all.length * 0.05)),
    );
  });

  it.each(MEANT.filter(({ other }) => other))(
    'is another answer than $right',
    ({ right, other }) => {
      for (const text of other ?? []) expect([text, isRight(right, text)]).toEqual([text, false]);
    },
  );

  it('merges none of 200 different words but with what is right and a slip apart, where that is not listed', () => {
    expect(new Set(DIFFERENT).size).toBe(DIFFERENT.length);
    expect(DIFFERENT).toHaveLength(200);
    const written = DIFFERENT.map((word, n): WrittenText => [`p${n}`, 0, [word]]);
    expect(groupsOf(written)).toHaveLength(200);
    const merged = [...DIFFERENT, ...MEANT.map(({ right }) => right)].flatMap((right) => {
      const isMeant = meansRight({ kind: 'text', accepted: [right] });
      const others = DIFFERENT.filter((other) => formOf(other) !== formOf(right));
      return others.flatMap((other) => (isMeant(formOf(other)) ? [[right, other].sort()] : []));
    });
    // Words that are a slip apart are one where one of them is right, unless its author lists the other as wrong.
    const pairs = [...new Set(merged.map(([one, other]) => `${one} ${other}`))];
    expect(pairs.sort()).toEqual(['Apfel Äpfel', 'Sommer summer', '강아지 망아지']);
    for (const [right = '', other = ''] of merged)
      expect(isRight(right, other, [other])).toBe(false);
  });

  it('merges no words that are a slip apart where neither is right', () => {
    const words = Array.from(
      { length: 200 },
      (_, n) => `word${String.fromCodePoint(97 + (n % 26))}${Math.floor(n / 26)}`,
    );
    const written = words.map((word, n): WrittenText => [`p${n}`, 0, [word]]);
    expect(groupsOf(written)).toHaveLength(200);
  });
});

describe('R16.15 equal texts', () => {
  it.each([
    ['Seoul', ' S e o u l '],
    ['Seoul', 'ＳＥＯＵＬ'],
    ['Straße', 'STRASSE'],
    ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
    ['한국', 'ㅎㅏㄴㄱㅜㄱ'],
    ['한국', '한\u200b국'],
    ['1000', '1,000'],
    ['?!', '? !'],
    ['é', 'e\u0301'],
    ['STRA\u1e9eE', 'Strasse'],
    ['1/2', '½'],
    ['1 / 2', '1/2'],
    ['.5', '0.5'],
    ['Jean - Paul', 'Jean-Paul'],
    ['2–1', '2-1'],
    ['−5', '-5'],
  ])('%s is %s', (one, other) => expect(formOf(one)).toBe(formOf(other)));

  it.each([
    ['1.5', '15'],
    ['-5', '5'],
    ['C++', 'C'],
    ['x=-5', 'x=5'],
    ['(3,-4)', '(3,4)'],
    ['10^-3', '10^3'],
    ['-x', 'x'],
    ['-.5', '.5'],
    ['.5', '5'],
    ['1/2', '12'],
    ['한국', '한궁'],
    ['?', '!'],
  ])('%s is not %s', (one, other) => expect(formOf(one)).not.toBe(formOf(other)));

  it('have forms that stay what they are, and are never empty, whatever is written', () => {
    const random = seeded(16);
    for (let n = 0; n < 5_000; n++) {
      const points = Array.from({ length: 1 + drawInt(random, 12) }, () =>
        drawInt(random, 0x30000),
      );
      const text = points
        .filter((point) => point < 0xd800 || point > 0xdfff)
        .map((point) => String.fromCodePoint(point))
        .join('');
      const form = formOf(text);
      expect(formOf(text.normalize('NFD'))).toBe(formOf(text.normalize('NFC')));
      const isShown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.normalize('NFKC'));
      expect([text, isShown && form === '']).toEqual([text, false]);
    }
  });
});

describe('R16.15 one slip', () => {
  const LETTERS = 'abcdefgh'.split('');

  /** How many slips lead from one to the other, by trying all. */
  function withOneSlip(word: readonly string[]): Set<string> {
    const found = new Set<string>();
    for (let at = 0; at <= word.length; at++) {
      for (const letter of LETTERS) {
        found.add(word.toSpliced(at, 0, letter).join(''));
        if (at < word.length) found.add(word.with(at, letter).join(''));
      }
      if (at < word.length) found.add(word.toSpliced(at, 1).join(''));
      if (at + 1 < word.length) found.add(word.toSpliced(at, 2, word[at + 1]!, word[at]!).join(''));
    }
    found.delete(word.join(''));
    return found;
  }

  it('is what leaving out, putting in, another letter or a swap makes, and nothing else', () => {
    const random = seeded(7);
    for (let n = 0; n < 60; n++) {
      const word = Array.from({ length: 5 + drawInt(random, 4) }, () => drawOne(random, LETTERS));
      const near = withOneSlip(word);
      for (const text of near)
        expect([text, isOneSlip(word, text.split(''))]).toEqual([text, true]);
      for (let m = 0; m < 200; m++) {
        const other = Array.from({ length: word.length + drawInt(random, 3) - 1 }, () =>
          drawOne(random, LETTERS),
        );
        expect(isOneSlip(word, other)).toBe(near.has(other.join('')));
      }
      const twice = drawOne(random, [...withOneSlip(drawOne(random, [...near]).split(''))]);
      expect(isOneSlip(word, twice.split(''))).toBe(near.has(twice));
    }
  });

  it('counts from five Latin letters or three syllables, never in a digit, and not where it is listed', () => {
    expect([isRight('Paris', 'Pariz'), isRight('Rome', 'Romf')]).toEqual([true, false]);
    expect([isRight('호랑이', '호랭이'), isRight('토끼', '토키')]).toEqual([true, false]);
    expect(isRight('세종대왕', '새종데왕')).toBe(false);
    expect([isRight('Apollo 11', 'Apollo 12'), isRight('Apollo 11', 'Apolo 11')]).toEqual([
      false,
      true,
    ]);
    expect(isRight('Apollo 11', 'Apoll1o 1')).toBe(false);
    // Nor in what makes a number another one.
    expect(isRight('-40 degrees', '40 degrees')).toBe(false);
    expect(isRight('40 degrees', '-40 degrees')).toBe(false);
    expect(isRight('2.5 metres', '25 metres')).toBe(false);
    expect(isRight('25 metres', '2.5 metres')).toBe(false);
    expect(isRight('1/2 litre', '12 litre')).toBe(false);
    expect(isRight('-40 degrees', '-40 degres')).toBe(true);
    expect([isRight('Austria', 'Austra'), isRight('Austria', 'Austra', ['austra'])]).toEqual([
      true,
      false,
    ]);
    // A spelling that is accepted is right, whatever is listed.
    expect(isRight('Austria', 'AUSTRIA', ['Austria'])).toBe(true);
    // Letters of other scripts are no Latin ones.
    expect(isRight('東京都庁舎', '東京都庁')).toBe(false);
  });

  it.each([
    ['Henry VIII', ['Henry VII', 'Henry VIIII', 'Henry VIIX'], ['Henri VIII', 'Henryy VIII']],
    ['Henry VII', ['Henry VIII', 'Henry VI', 'Henry XII', 'Henry IVII'], ['Henr VII']],
    ['Louis XIV', ['Louis XVI', 'Louis XV', 'Louis XIX'], ['Luis XIV', 'Luois XIV']],
    ['World War I', ['World War II'], ['Wordl War I']],
    ['II iguanas', ['I iguanas'], ['II iguana']],
  ])('is none in the number of %s', (right, others, meant) => {
    for (const text of others) expect([text, isRight(right, text)]).toEqual([text, false]);
    for (const text of meant) expect([text, isRight(right, text)]).toEqual([text, true]);
  });

  it('is looked for in no text of more letters than an answer can have of syllables', () => {
    const long = 'ab'.repeat(60);
    expect(isRight(long, `${long.slice(0, -1)}c`)).toBe(true);
    expect([isRight(long, `${long}b`), isRight(`${long}b`, `${long}B`)]).toEqual([false, true]);
  });

  it('has one meaning both ways between texts of the same length', () => {
    const random = seeded(3);
    for (let n = 0; n < 500; n++) {
      const word = Array.from({ length: 6 }, () => drawOne(random, LETTERS));
      const other = sample(random, word);
      expect(isOneSlip(word, other)).toBe(isOneSlip(other, word));
    }
  });
});
