import { describe, expect, it } from 'vitest';
import { cleanName, cleanText } from '../../src/protocol/index.js';

const NAME = { maxGraphemes: 32, maxUnits: 64 };
const CHAT = { maxGraphemes: 200, maxUnits: 800 };
const family = '👨‍👩‍👧‍👦';

const clean = (raw: string): string | undefined => cleanName(raw, NAME);

describe('R1.4 names', () => {
  it.each([
    ['plain', 'Kim', 'Kim'],
    ['trimmed', ' \t 김철수 \u3000', '김철수'],
    ['empty', '', ''],
    ['only spaces count as empty', ' \u00A0\u2003 ', ''],
    ['NFC', '\u1100\u1161\u11A8', '각'],
    ['NFC of Latin', 'e\u0301', 'é'],
    ['inner spaces stay', 'a b', 'a b'],
    ['an emoji with joiners', family, family],
    ['a flag', '🇰🇷', '🇰🇷'],
    ['Arabic needs no override', 'مرحبا', 'مرحبا'],
    ['markup is only text', '<b>x</b>', '<b>x</b>'],
    ['a Burmese word with five marks on a letter', 'လျှို့ဝှက်', 'လျှို့ဝှက်'],
    ['Hebrew with vowels and accents', 'שָּׁ֖לוֹם', 'שָּׁ֖לוֹם'],
    ['32 graphemes', 'a'.repeat(32), 'a'.repeat(32)],
    ['32 emoji of two units', '🐯'.repeat(32), '🐯'.repeat(32)],
    ['32 decomposed syllables of 96 units', '\u1112\u1161\u11AB'.repeat(32), '한'.repeat(32)],
  ])('accepts: %s', (_what, raw, stands) => {
    expect(clean(raw)).toBe(stands);
  });

  it.each([
    ['33 graphemes', 'a'.repeat(33)],
    ['33 emoji', '🐯'.repeat(33)],
    ['65 units in few graphemes', family.repeat(6)],
    ['one grapheme of 65 units', `a${'\u0316'.repeat(64)}`],
    ['a line feed inside', 'a\nb'],
    ['a tab inside', 'a\tb'],
    ['NUL', 'a\0b'],
    ['a C1 control', 'a\u0085b'],
    ['DEL', 'a\u007Fb'],
    ['a lone high surrogate', 'a\uD83D'],
    ['a lone low surrogate', '\uDC2Fa'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ...[
      '\u202A',
      '\u202B',
      '\u202C',
      '\u202D',
      '\u202E',
      '\u2066',
      '\u2067',
      '\u2068',
      '\u2069',
    ].map((mark): [string, string] => [
      `the bidi control U+${mark.codePointAt(0)?.toString(16)}`,
      `a${mark}b`,
    ]),
    ['seven marks on a letter', `a${'\u0301\u0316'.repeat(3)}\u0301`],
    ['far too long to look at', ' '.repeat(200)],
  ])('refuses: %s', (_what, raw) => {
    expect(clean(raw)).toBeUndefined();
  });

  it.each([
    ['zero-width space', '\u200B'],
    ['zero-width joiners', '\u200D\u200D'],
    ['word joiner', '\u2060'],
    ['soft hyphen', '\u00AD'],
    ['left-to-right mark', '\u200E'],
    ['a combining mark alone', '\u0301'],
    ['a variation selector alone', '\uFE0F'],
    ['combining grapheme joiner', '\u034F'],
    ['Hangul filler', '\u3164'],
    ['Hangul initial and medial fillers', '\u115F\u1160'],
    ['halfwidth Hangul filler', '\uFFA0'],
    ['an empty Braille cell', '\u2800'],
    ['Mongolian vowel separator', '\u180E'],
    ['tag characters', '\u{E0041}\u{E0042}'],
    ['reserved but ignorable', '\u2065\u{E0000}'],
    ['a mixture with spaces', '\u200B \u3164\u00A0\u200B'],
  ])('refuses only invisible characters: %s', (_what, raw) => {
    expect(clean(raw)).toBeUndefined();
    expect(clean(`${raw}x`)).toBeDefined();
  });

  it('stays what it is when cleaned again', () => {
    for (const raw of [' e\u0301 ', '\u1100\u1161', `${family} x`, '🐯'.repeat(32)]) {
      const once = clean(raw) as string;
      expect(clean(once)).toBe(once);
    }
  });
});

describe('R8.1 chat messages', () => {
  it.each([
    ['200 letters', 'a'.repeat(200)],
    ['200 emoji of two units', '🐯'.repeat(200)],
    ['72 families of 11 units', family.repeat(72)],
  ])('accepts %s', (_what, message) => {
    expect(cleanText(message, CHAT)).toBe(message);
  });

  it.each([
    ['201 letters', 'a'.repeat(201)],
    ['201 emoji', '🐯'.repeat(201)],
    ['73 families, 803 units', family.repeat(73)],
    ['a bidi override', 'pay \u202Eme'],
    ['a line break', 'a\nb'],
    ['nothing visible', '\u200B\u2800'],
    ['a pile of marks', `hi${'\u0301'.repeat(60)}`],
  ])('refuses %s', (_what, message) => {
    expect(cleanText(message, CHAT)).toBeUndefined();
  });
});
