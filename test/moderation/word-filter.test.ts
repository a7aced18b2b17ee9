import { describe, expect, it } from 'vitest';
import { WordFilter } from '../../src/server/live/moderation/word-filter.js';
import { parseWordList, readWordLists } from '../../src/server/live/moderation/word-lists.js';
import { fileURLToPath } from 'node:url';
import { readFileSync, readdirSync } from 'node:fs';

const filter = new WordFilter(readWordLists());

describe('R8.6 the word filter', () => {
  it.each([
    // As they are, in other cases, and inside of others.
    'shit',
    'SHIT',
    'shitty',
    'what the fuck',
    'motherfucker',
    'you asshole!',
    'ass',
    'Ass.',
    '시발',
    '야 시발',
    '시발놈아',
    '씨발',
    '아씨발',
    '병신',
    '개새끼야',
    '지랄하네',
    '존나 좋아',
    // Written apart.
    's h i t',
    's.h.i.t',
    's-h-i-t',
    'f_u_c_k',
    'fu.ck',
    'F U C K you',
    '시 발',
    '시.발',
    '시1발',
    '병-신',
    '병 신',
    // With digits, signs and look-alikes.
    'sh1t',
    'sh!t',
    '$hit',
    '5hit',
    'a55',
    'a$$',
    '@ss',
    'fuсk',
    'ѕhіt',
    'ｓｈｉｔ',
    '𝖘𝖍𝖎𝖙',
    'shít',
    'ⓢⓗⓘⓣ',
    'b1tch',
    // Drawn out.
    'fuuuuck',
    'shiiiit',
    'asssss',
    '시이발',
    '시이이이발',
    '씨이발',
    'f u u c k',
    // Taken apart.
    'ㅅㅣㅂㅏㄹ',
    '시ㅂㅏㄹ',
    'ㅅㅣ발',
    'ㅅㅂ',
    'ㅋㅋㅅㅂㅋㅋ',
    'ㅄ',
    'ㅂㅅ',
    'ㅅ ㅂ',
    'ㅅㅣ.ㅂㅏㄹ',
    // With what shows nothing in between.
    'sh\u200Bit',
    '시\u200D발',
    'f\u00ADuck',
    // Typed with the other keyboard.
    'tlqkf',
  ])('finds %j', (text) => {
    expect(filter.finds(text)).toBe(true);
    expect(filter.mask(text)).toContain('***');
  });

  it.each([
    'Scunthorpe',
    'assess the class',
    'passage',
    'grass',
    'bass',
    'assassin',
    'Dickens',
    'cocktail',
    'peacock',
    'this hit',
    'push it',
    'as soon as',
    'is it',
    'shiitake',
    'an al dente',
    'tilts',
    'Saturday',
    'analysis',
    'Sussex',
    '18',
    '18세',
    '455',
    '1 8',
    '5 4 5 5',
    '2026',
    '10-18',
    'US$ 455',
    'http://a.b/455',
    'great!!!',
    'hi!t',
    '시발점',
    '시발역에서',
    '출발',
    '다시 발표',
    '다시발표',
    '역시 발전',
    '혹시 발견',
    '서울시 발전',
    '3시 발표',
    '7시 발 열차',
    '병신년',
    '질병신고',
    '아저씨 발',
    '날씨 발표',
    '솜씨발휘',
    '창녕군',
    '전염병',
    '보지 마',
    '자지 마',
    '새끼손가락',
    '개 새끼',
    '5개년 계획',
    'ㅋㅋㅋ',
    'ㅎㅎ',
    'ㄱㅅ',
    'ㅇㅋ',
    '값비싼',
    '없습니다',
    '시바견',
    '십팔',
    '이 조까지',
    'Ё шит',
    '漢字',
    'あっそ',
    'ยินดี',
    '👍🏽',
    '',
    '***',
  ])('leaves %j as it is', (text) => {
    expect(filter.mask(text)).toBe(text);
    expect(filter.finds(text)).toBe(false);
  });

  it('R10.9 reads a character that stands for a phrase as a sign, and no letter of it', () => {
    const own = new WordFilter({ bad: ['*صلى*', '*キログラム*', 'kg'], good: [] });
    for (const text of ['\uFDFA', '\uFDFA'.repeat(200), '\u3315'])
      expect(own.finds(text)).toBe(false);
    for (const text of ['صلى', 'キログラム', '㎏']) expect(own.finds(text)).toBe(true);
    expect(filter.mask('fu\uFDFAck')).toBe('***');
  });

  it.each([
    ['you shit, all of you', 'you ***, all of you'],
    ['s h i t happens', '*** happens'],
    ['fuck fuck', '*** ***'],
    ['시발 시발점 시발', '*** 시발점 ***'],
    ['저 시ㅋ발 진짜', '저 *** 진짜'],
    ['ㅋㅋ시ㅂㅏㄹㅋㅋ', 'ㅋㅋ***ㅋㅋ'],
    ['fuuuuuuuck!', '***!'],
    ['👍 shit 👍', '👍 *** 👍'],
  ])('masks %j as %j, which does not tell the length', (text, masked) => {
    expect(filter.mask(text)).toBe(masked);
  });

  it('finds nothing in the quiz sets that come with the program', () => {
    const dir = fileURLToPath(new URL('../../src/server/desk/sets/bank/sets', import.meta.url));
    for (const file of readdirSync(dir).filter((name) => name.endsWith('.json'))) {
      const set = JSON.parse(readFileSync(`${dir}/${file}`, 'utf8')) as { questions: object[] };
      const texts = set.questions.flatMap((question) => Object.values(question).flat());
      const all = texts.filter((text) => typeof text === 'string');
      expect(all.length).toBeGreaterThan(40);
      expect(all.filter((text) => filter.finds(text))).toEqual([]);
    }
  });

  it('takes the words of the operator, with what is innocent', () => {
    const own = new WordFilter(
      parseWordList('\uFEFF# a comment\r\nrival\r\n!*arrival*\r\n*경쟁사\n\nspoil*\n'),
    );
    for (const text of ['rival', 'R1VAL', '우리경쟁사', 'spoiler'])
      expect(own.finds(text)).toBe(true);
    for (const text of ['rivals', 'arrival', '경쟁사회', 'unspoilt'])
      expect(own.finds(text)).toBe(false);
  });
});
