import { describe, expect, it } from 'vitest';
import { draftFaults } from '../../src/game/shared/draft-faults.js';
import type { DraftItem, DraftQuestion, DraftRow } from '../../src/protocol/desk.js';
import { QUESTION_KINDS } from '../../src/protocol/desk.js';
import { ITEM_KINDS } from '../../src/protocol/programme.js';
import { inLanguage } from '../../src/protocol/set-languages.js';
import { cameFrom, carriedTexts } from '../../src/web/desk/edit/languages/carried-texts.js';
import { languageNamed } from '../../src/web/desk/edit/languages/language-names.js';
import {
  columnLines,
  columnOf,
  lineOf,
  missingInSet,
  takenOver,
  withColumn,
  withLanguage,
  withMain,
  withoutLanguage,
  textCount,
} from '../../src/web/desk/edit/languages/set-texts.js';
import { textLabel } from '../../src/web/desk/edit/languages/text-label.js';
import {
  missingIn,
  rowIn,
  textPlaces,
  withText,
} from '../../src/web/desk/edit/languages/text-places.js';
import { become } from '../../src/web/desk/edit/kinds/become.js';
import { inLanguages, said } from '../support/in-languages.js';
import { pageWords } from '../support/page-words.js';

const question = (more: Partial<DraftQuestion> = {}): DraftQuestion => ({
  id: 'q',
  kind: 'choice',
  quiz: '수도는?',
  limitTime: 20,
  points: 1,
  choices: ['서울', '부산', '1945'],
  ...more,
});

/** With every text that it may have. */
const FULL: DraftQuestion = question({
  explanation: '그래요.',
  image: { id: 'a'.repeat(64), alt: '그림' },
  pictures: [{ image: { id: 'b'.repeat(64), alt: '개' }, text: '멍' }],
  unit: '원',
  places: [{ name: '집', x: 1, y: 1 }],
  from: '적다',
  to: '많다',
  accepted: ['훈민정음', '한글'],
  wrong: ['한자'],
  parts: [{ text: '하나', zone: 1 }, { text: '둘' }],
});
const ITEM: DraftItem = {
  id: 'i',
  kind: 'slide',
  title: '제목',
  text: '한 줄\n두 줄',
  image: { id: 'c'.repeat(64), alt: '사진' },
  name: '첫 판',
  message: '쉬어요',
};
const ofKind = (kind: DraftRow['kind']): DraftRow =>
  ({ ...(QUESTION_KINDS.includes(kind as never) ? FULL : ITEM), kind }) as DraftRow;

const paths = (row: DraftRow, tag = 'de') => textPlaces(row, tag).map(({ path }) => path.join(' '));
const set = (...questions: DraftRow[]) => ({
  title: '세트',
  language: 'ko',
  languages: ['de'],
  labels: [],
  questions,
});

describe('R30.11 the texts of a row in a further language', () => {
  it.each([...QUESTION_KINDS, ...ITEM_KINDS])(
    'are all there for %s, with a name each, and one by one lead to a row that is whole',
    async (kind) => {
      const row = ofKind(kind);
      const { desk, host } = await pageWords('en');
      let written = row;
      for (const { path, main } of textPlaces(row, 'de')) {
        expect(textLabel({ editor: desk.editor, host }, row, path)).not.toBe('');
        if (main === '') continue;
        const texts = withText(written, 'de', path, said(main, 'de'));
        written = { ...written, texts } as DraftRow;
      }
      const expected = inLanguages(row, ['de']);
      expect(inLanguage(written, 'de')).toEqual(inLanguage(expected, 'de'));
      expect(missingIn(written, 'de')).toBe(0);
    },
  );

  it('count as missing where players would read the main text, but for digits and signs', () => {
    expect(missingIn(question(), 'de')).toBe(3);
    expect(paths(question())).toEqual(['quiz', 'choices 0', 'choices 1', 'choices 2']);
    const texts = { de: { quiz: 'Hauptstadt?', choices: ['', 'Busan'] } };
    const [, first, second, digits] = textPlaces(question({ texts }), 'de');
    expect([first, second, digits].map((place) => place?.isMissing)).toEqual([true, false, false]);
  });

  it('are spellings of their own, of which one is enough', () => {
    const row = question({ kind: 'typed', accepted: ['한글', '훈민정음'], wrong: ['한자'] });
    expect(paths(row)).toEqual(['quiz', 'accepted 0', 'accepted 1', 'wrong 0']);
    expect(missingIn(row, 'de')).toBe(2);
    const texts = { de: { quiz: 'Schrift?', accepted: ['Hangul', 'Hangeul'] } };
    const written = question({ ...row, texts });
    expect(missingIn(written, 'de')).toBe(0);
    expect(paths(written)).toContain('accepted 2');
    expect(rowIn(written, 'de')).toMatchObject({
      quiz: 'Schrift?',
      accepted: ['Hangul', 'Hangeul', '한글', '훈민정음'],
      wrong: ['한자'],
    });
  });

  it('leave nothing behind where the last of them is deleted', () => {
    const texts = withText(question(), 'de', ['choices', 2], 'x');
    expect(texts).toEqual({ de: { choices: ['', '', 'x'] } });
    expect(withText(question({ texts } as never), 'de', ['choices', 2], '')).toBeUndefined();
    const alt = withText(FULL, 'de', ['pictures', 0, 'image', 'alt'], 'Hund');
    expect(alt).toEqual({ de: { pictures: [{ image: { alt: 'Hund' } }] } });
    expect(
      withText({ ...FULL, texts: alt } as DraftRow, 'de', ['pictures', 0, 'image', 'alt'], ''),
    ).toBeUndefined();
  });

  it('can be reached where they are wrong though the main language has none', async () => {
    const { faults } = await pageWords('en');
    const row = question({ texts: { de: { explanation: 'x'.repeat(2_000) } } });
    const [fault] = draftFaults(row, faults).filter(({ language }) => language === 'de');
    expect(fault?.field).toBe('explanation');
    expect(paths(row)).toContain('explanation');
  });
});

describe('R30.12 texts go along where their lists change', () => {
  const texts = { de: { choices: ['Seoul', 'Busan', 'x'] } };
  const changed = (changes: Partial<DraftQuestion>, before = question({ texts })) =>
    carriedTexts(before, { ...before, ...changes });

  it.each([
    ['a choice is removed', ['부산', '1945'], ['Busan', 'x']],
    ['one is written in', ['서울시', '부산', '1945'], ['Seoul', 'Busan', 'x']],
    ['one comes to the end', ['서울', '부산', '1945', ''], ['Seoul', 'Busan', 'x']],
    ['one comes between', ['서울', '대구', '부산', '1945'], ['Seoul', '', 'Busan', 'x']],
    ['they change places', ['1945', '서울', '부산'], ['x', 'Seoul', 'Busan']],
  ])('%s', (_, choices, own) => {
    expect(changed({ choices })).toEqual({ de: { choices: own } });
  });

  it('tells two that are the same by their places', () => {
    expect(cameFrom(['a', 'b', 'a'], ['b', 'a'])).toEqual([1, 2]);
    expect(cameFrom(['a', 'ab'], ['a', 'a'])).toEqual([0, 1]);
  });

  it('keeps spellings, which are a language’s own', () => {
    const own = { de: { accepted: ['Hangul'] } };
    const row = question({ kind: 'typed', accepted: ['한글', '훈민정음'], texts: own });
    expect(changed({ accepted: ['훈민정음'] }, row)).toEqual(own);
  });

  it('drops what is said of a picture that is another one now', () => {
    const row = ofKind('pictures') as DraftQuestion;
    const own = {
      de: { image: { alt: 'Bild' }, pictures: [{ text: 'Wau', image: { alt: 'Hund' } }] },
    };
    const before = { ...row, texts: own };
    expect(changed({ image: { id: 'd'.repeat(64), alt: '그림' } }, before)).toEqual({
      de: { pictures: own.de.pictures },
    });
    const pictures = [{ image: { id: 'd'.repeat(64), alt: '개' }, text: '멍' }];
    expect(changed({ pictures }, before)).toEqual({
      de: { image: own.de.image, pictures: [{ text: 'Wau' }] },
    });
  });

  it('takes choices over that become parts, and parts that become choices', () => {
    const row = question({ texts });
    const parts = changed(become(row, 'order'), row);
    expect(parts?.['de']).toMatchObject({
      parts: [{ text: 'Seoul' }, { text: 'Busan' }, { text: 'x' }],
    });
    const { choices: _, ...other } = question({
      kind: 'order',
      parts: [{ text: '하나' }, { text: '둘' }],
      texts: { de: { parts: [{}, { text: 'zwei' }] } },
    });
    expect(changed(become(other, 'poll'), other)?.['de']).toMatchObject({ choices: ['', 'zwei'] });
  });
});

describe('R30.13 the languages of a set', () => {
  it('are four at most, each once', () => {
    const four = ['de', 'ja', 'fr', 'ko', 'vi'].reduce(withLanguage, { ...set(), languages: [] });
    expect(four.languages).toEqual(['de', 'ja', 'fr']);
  });

  it('take their texts along when they are removed, and tell how many', () => {
    const texts = { de: { quiz: 'Hauptstadt?', choices: ['Seoul'] }, ja: { quiz: '首都は?' } };
    const before = { ...set(question({ texts }), ITEM), languages: ['de', 'ja'] };
    expect(textCount(before, 'de')).toBe(2);
    const after = withoutLanguage(before, 'de');
    expect(after.languages).toEqual(['ja']);
    expect(after.questions).toEqual([question({ texts: { ja: texts.ja } }), ITEM]);
    expect(withoutLanguage(after, 'ja').questions[0]).toEqual(question());
    expect(before.questions[0]?.texts).toEqual(texts);
  });

  it.each([...QUESTION_KINDS, ...ITEM_KINDS.filter((kind) => kind !== 'standings')])(
    'change places with the main one, and back, in %s',
    (kind) => {
      const row = inLanguages(ofKind(kind), ['de']);
      const turned = withMain(set(row), 'de');
      expect(turned).toMatchObject({ language: 'de', languages: ['ko'] });
      const [first] = turned.questions as [DraftRow];
      const { texts: _, ...german } = first;
      expect(german).toEqual(inLanguage(row, 'de'));
      expect(inLanguage(first, 'ko')).toEqual(ofKind(kind));
      expect(withMain(turned, 'ko').questions[0]).toEqual(row);
    },
  );

  it('R30.20 have a title each, which goes along', () => {
    const texts = { de: { title: 'Satz' } };
    const before = { ...set(question()), texts };
    expect(textCount(before, 'de')).toBe(1);
    expect(withoutLanguage(before, 'de').texts).toEqual({});
    const turned = withMain(before, 'de');
    expect(turned).toMatchObject({ title: 'Satz', texts: { ko: { title: '세트' } } });
    expect(withMain(turned, 'ko')).toEqual(before);
    // Nobody has written it in German.
    expect(withMain(set(question()), 'de')).toMatchObject({ title: '세트', language: 'de' });
  });

  it('keep the texts where the main one was only called wrongly', () => {
    const before = set(question());
    expect(withMain(before, 'ja')).toEqual({ ...before, language: 'ja' });
  });

  it('are known by their names in the language of the page, by their own, and by tags', () => {
    expect(languageNamed('독일어', 'ko')).toBe('de');
    expect(languageNamed(' deutsch ', 'ko')).toBe('de');
    expect(languageNamed('PT-br', 'en')).toBe('pt-BR');
    expect(languageNamed('gsw', 'en')).toBe('gsw');
    // Codes of countries, which are often taken for those of languages.
    for (const none of ['no language', 'jp', 'cn', 'dk'])
      expect(languageNamed(none, 'en')).toBeUndefined();
    expect(languageNamed('', 'en')).toBeUndefined();
  });
});

describe('R30.14 a column of translations', () => {
  const before = set(
    ITEM,
    question({ texts: { de: { quiz: 'Hauptstadt?' } } }),
    question({ id: 'r', kind: 'typed', quiz: '글자는?', accepted: ['한글'] }),
  );

  it('has a line for each text in its order, with a sign for a new line', () => {
    const lines = columnOf(before, 'de', false).map(({ main }) => lineOf(main));
    expect(lines).toEqual([
      '세트',
      '제목',
      '한 줄 ⏎ 두 줄',
      '사진',
      '수도는?',
      '서울',
      '부산',
      '1945',
      '글자는?',
      '한글',
    ]);
    expect(columnOf(before, 'de', true)).toHaveLength(missingInSet(before, 'de'));
    expect(missingInSet(before, 'de')).toBe(8);
  });

  it('puts each where it belongs, and leaves a text as it is for an empty line', () => {
    const lines = columnLines(
      'Satz\r\nTitel\r\nEins ⏎ zwei\r\nFoto\r\n\r\nSeoul\r\nBusan\r\n\r\nSchrift?\r\nHangul\r\n',
    );
    const places = columnOf(before, 'de', false);
    expect(lines).toHaveLength(places.length);
    const { texts, questions } = withColumn(before, 'de', places, lines);
    expect(texts).toEqual({ de: { title: 'Satz' } });
    const [slide, first, second] = questions;
    expect(slide?.texts).toEqual({
      de: { title: 'Titel', text: 'Eins\nzwei', image: { alt: 'Foto' } },
    });
    expect(first?.texts).toEqual({ de: { quiz: 'Hauptstadt?', choices: ['Seoul', 'Busan'] } });
    expect(second?.texts).toEqual({ de: { quiz: 'Schrift?', accepted: ['Hangul'] } });
  });
});

describe('R30.15 rows of a file that is pasted', () => {
  const read = {
    language: 'de',
    languages: ['ko', 'ja'],
    questions: [
      question({
        quiz: 'Hauptstadt?',
        choices: [],
        texts: { ko: { quiz: '수도는?' }, ja: { quiz: '首都は?' } },
      }),
    ],
  };

  it('bring their languages into a set in which nothing is', () => {
    expect(takenOver({ language: 'en', questions: [] }, read)).toEqual(read);
  });

  it('are turned into the main language of a set that they have, and bring the others', () => {
    const taken = takenOver({ language: 'ko', languages: ['fr'], questions: [question()] }, read);
    expect(taken).toMatchObject({ language: 'ko', languages: ['fr', 'de', 'ja'] });
    expect(taken.questions).toMatchObject([
      { quiz: '수도는?', texts: { de: { quiz: 'Hauptstadt?' }, ja: { quiz: '首都は?' } } },
    ]);
  });

  it('leave out what the set has no room for', () => {
    const full = { language: 'en', languages: ['fr', 'vi', 'th'], questions: [question()] };
    const taken = takenOver(full, read);
    expect(taken.languages).toEqual(full.languages);
    expect(taken.questions[0]?.texts).toBeUndefined();
  });
});
