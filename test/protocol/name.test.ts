import { describe, expect, it } from 'vitest';
import { foldName } from '../../src/protocol/name.js';
import { cleanName, limits } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';

const BOUNDS = limits.NAME_BOUNDS;
const clean = (raw: string): string | undefined => cleanName(raw, BOUNDS);

const SAME: [what: string, stands: string, ...others: string[]][] = [
  ['zero-width characters', 'Teacher', 'Tea\u200Bcher', 'Tea\u2060cher\uFEFF', 'Te\u00ADacher'],
  ['joiners between letters that do not join', 'Teacher', 'Tea\u200Dcher', 'T\u200Ceacher\u200D'],
  ['direction marks', 'Teacher', '\u200ETeacher', 'Teacher\u200F', 'Tea\u061Ccher'],
  ['variation selectors', '선생님', '선생\uFE0F님', '선생님\u{E0101}', '선\uFE00생님'],
  ['tags', 'Teacher', 'Teacher\u{E0041}', '\u{E0001}Teacher\u{E007F}'],
  ['fillers', '선생님', '선생님\u3164', '선\u115F생님', '선생\uFFA0님\u1160'],
  ['the grapheme joiner and the shorthand controls', 'Kim', 'K\u034Fim', 'Ki\u{1BCA0}m'],
  ['annotation marks', 'Kim', '\uFFF9Kim\uFFFB'],
  ['full-width letters and digits', 'Teacher 1', 'Ｔｅａｃｈｅｒ　１', 'Teacher １'],
  ['mathematical, circled and raised letters', 'Kim 2', '𝐊𝐢𝐦 ②', 'Ⓚⓘⓜ ²', 'ᴷim 2'],
  ['ligatures and squared words', 'final kg', 'ﬁnal ㎏'],
  ['half-width kana', 'ガンダム', 'ｶﾞﾝﾀﾞﾑ'],
  ['decomposed letters', '각é', '\u1100\u1161\u11A8e\u0301'],
  [
    'spaces, however many and wide',
    'Kim Lee',
    'Kim  Lee',
    ' Kim\u00A0\u2003 Lee\u3000',
    'Kim\u2800Lee',
  ],
  ['fillers behind a joiner that shows', 'ராம்', 'ராம்\u200C\u1160', 'ராம்\u200C\u3164'],
  ['keycaps of what becomes a digit', 'A1\uFE0F\u20E3', 'A①\uFE0F\u20E3', 'A1\u20E3'],
  ['ignorable characters between spaces', 'Kim Lee', 'Kim \u200B Lee', '\u200B Kim Lee \u200B'],
  ['marks that ignorable characters keep apart', 'a\u0316\u0317', 'a\u0316\u200B\u0317'],
  ['Hangul letters by themselves', 'ㄱㅏㄱ', 'ㄱㅏ\u11A8', '\u1100\u200Bㅏㄱ', '㉠ㅏﾡ'],
  ['emoji that somebody glued together', '🐯🐯', '🐯\u200D🐯', '🐯\uFE0F🐯', '\u200D🐯🐯'],
  ['flags with tags of their own', '🏴', '🏴\u{E0078}\u{E007F}', '🏴\u{E0067}\u{E0062}'],
  ['digits that ask to be an emoji', 'A1', 'A1\uFE0F', 'A\uFE0F1'],
  ['keycaps', '1\uFE0F\u20E3', '1\u20E3'],
  ['Persian joiners without an effect', 'ماد', 'ما\u200Cد', 'ماد\u200C', 'م\u200Dاد'],
];

const WHOLE: [what: string, name: string][] = [
  ['laughter', 'ㅋㅋㅋ'],
  ['Hangul letters and vowels', '김ㅇㅈ ㅏㅣ ㄳ'],
  ['the middle dot of Korean', '이ㆍ박'],
  ['old Hangul', 'ᄒᆞᆫ글'],
  ['an apostrophe that is an accent', 'Rock´n´Roll'],
  ['a heart, as a sign and as an emoji', '지수♥ ❤️'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a couple with a heart', '👩‍❤️‍💋‍👨'],
  ['skin and hair', '👩🏽‍🚒👩🏿‍🦱'],
  ['the rainbow flag', '🏳️‍🌈'],
  ['flags of countries', '🇰🇷🇺🇳'],
  ['flags with tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['keycaps', '1️⃣#️⃣'],
  ['emoji that are letters', '🅰️Ⓜ️㊗️ℹ️'],
  ['Persian', 'می‌خواهم'],
  ['Persian with vowels', 'نامِ‌ها'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Hindi with and without a joiner', 'क्‍ष क्‌ष क्ष'],
  ['Bengali', 'র‍্যাব'],
  ['Malayalam', 'ന്‍മ'],
  ['Tamil', 'க்‌ஷ'],
  ['Vietnamese', 'Nguyễn Thị Hằng'],
  ['Thai', 'น้ำผึ้ง'],
  ['Lao', 'ນ້ຳ'],
  ['Armenian', 'Սևակ'],
  ['Hebrew with vowels', 'שָׁלוֹם'],
  ['Arabic with vowels', 'مُحَمَّد'],
  ['Tibetan', 'བོད་སྐད་'],
  ['Burmese', 'လျှို့ဝှက်'],
];

describe('R1.4 names that look the same', () => {
  it.each(SAME)('are the same: %s', (_what, stands, ...others) => {
    expect(clean(stands)).toBe(stands);
    for (const other of others) expect(clean(other)).toBe(stands);
  });

  it.each(WHOLE)('keep what shows: %s', (_what, name) => {
    expect(clean(name)).toBe(name.normalize('NFC'));
    expect(clean(`a${name}b`)).toBe(`a${name}b`.normalize('NFC'));
  });

  it('are refused where marks pile up, whatever lies between', () => {
    expect(clean(`a${'\u0316'.repeat(6)}`)).toBe(`a${'\u0316'.repeat(6)}`);
    expect(clean(`a${'\u0301'.repeat(60)}`)).toBeUndefined();
    expect(clean(`a${'\u0316\u200B'.repeat(20)}`)).toBeUndefined();
    expect(clean('a\u0316\u0317\u0318\u200D\u0319\u031C\u031D\uFE0E\u031E')).toBeUndefined();
  });

  it('are measured as they stand', () => {
    expect(clean('\u200B'.repeat(100) + 'a'.repeat(32))).toBe('a'.repeat(32));
    expect(clean('ﷺ')).toBe('صلى الله عليه وسلم');
    expect(clean('ﷺ'.repeat(2))).toBeUndefined();
    expect(clean('\u200B'.repeat(200) + 'a')).toBeUndefined();
  });

  it('stay what they are when they are cleaned again', () => {
    const names = [...SAME.flatMap(([, ...all]) => all), ...WHOLE.map(([, name]) => name)];
    for (const name of names) {
      const once = clean(name) as string;
      expect(clean(once)).toBe(once);
    }
  });
});

describe('R1.4 a name that stands', () => {
  const PIECES = Array.from('aA1①²ﬁ ㅋ각ㄱé#*👩👦❤☠က்राｶﾞ');
  PIECES.push(
    '\u200B',
    '\u200C',
    '\u200D',
    '\uFE0F',
    '\u20E3',
    '\u1100',
    '\u1161',
    '\u11A8',
    '\u1160',
  );
  PIECES.push(
    '\u3164',
    '\u0301',
    '\u0BCD',
    '\u0BAE',
    '\u06CC',
    '\u0645',
    '\u09B0',
    '\u09CD',
    '\u2800',
  );
  PIECES.push('\u{1F1F0}', '\u{1F1F7}', '\u{1F3FB}', '\u{E0067}', '\u115F', '\uFFA0');

  it('R1.4 is its own fold, whatever it was made of', () => {
    const random = seeded(14);
    const draw = (): string => PIECES[Math.floor(random() * PIECES.length)]!;
    const moved = [];
    for (let n = 0; n < 20_000; n++) {
      const raw = Array.from({ length: 1 + Math.floor(random() * 8) }, draw).join('');
      const name = foldName(raw);
      if (foldName(name) !== name) moved.push([raw, name]);
    }
    expect(moved).toEqual([]);
  });
});
