import { serverWords } from '../../src/i18n/made/server/words.js';
import { describe, expect, it } from 'vitest';
import { draftFaults } from '../../src/game/shared/draft-faults.js';
import {
  ITEM_KINDS,
  QUESTION_KINDS,
  textFieldsOf,
  type DraftItem,
  limits,
  type DraftRow,
} from '../../src/protocol/index.js';
import { parseQuizFile, QuizFileError } from '../../src/server/desk/files/quiz-file.js';
import { quizFileText } from '../../src/server/desk/files/write-quiz.js';
import { checkSet } from '../../src/server/desk/sets/check-drafts.js';
import { readDraftSet } from '../../src/server/desk/sets/draft-schema.js';
import { draftOf, draftOfPlayed, writtenDraft } from '../../src/server/desk/sets/written-draft.js';
import { finished } from '../../src/game/steps.js';
import { inLanguages } from '../support/in-languages.js';
import { RECORDED } from '../support/recorded-kinds.js';
import { SEVERAL, TYPED } from '../support/kinds.js';

const LANGUAGES = ['en', 'de', 'pt-BR'];
const QUESTIONS = Object.values(RECORDED).map((question) =>
  inLanguages({ ...question, explanation: 'So it is.' }, LANGUAGES),
);
const ITEMS = [
  {
    id: 's',
    kind: 'slide',
    title: 'Hello',
    text: 'One\nTwo',
    image: { id: 'a'.repeat(64), alt: 'A' },
  },
  { id: 'b', kind: 'break', message: 'Back soon', minutes: 5 },
  { id: 'd', kind: 'draw', title: 'A cake', among: 'everybody', winners: 1 },
  { id: 't', kind: 'standings' },
  { id: 'r', kind: 'round', name: 'First', count: null, factor: 1, standings: 'each' },
] satisfies DraftItem[];

const draftOfAll = (): DraftRow[] => {
  const ids = new Set<string>();
  const items = ITEMS.map((item) =>
    item.kind === 'standings' ? item : inLanguages(item, LANGUAGES),
  );
  return [...items, ...QUESTIONS.map((question) => draftOfPlayed(question, ids))];
};

const setOf = (questions: readonly DraftRow[], languages: unknown = LANGUAGES) =>
  Buffer.from(JSON.stringify({ title: 'Set', language: 'ko', languages, labels: [], questions }));

const read = (body: Buffer) => finished(readDraftSet(body));

/** A set with nothing in it but a title in some languages. */
const titled = (texts: unknown) => {
  const set = { title: '제목', language: 'ko', languages: ['en', 'de'], labels: [], texts };
  return read(Buffer.from(JSON.stringify({ ...set, questions: [] })));
};
/** The same as a file, with a question. */
const titledFile = (texts: unknown): string =>
  JSON.stringify({
    title: '제목',
    language: 'ko',
    languages: ['en', 'de'],
    texts,
    questions: [{ quiz: 'Sky?', choices: ['blue', 'red'], answer: 1 }],
  });

describe('a set in several languages', () => {
  it('R30.2 has texts for every kind of question and item that has any', () => {
    const none = [...QUESTION_KINDS, ...ITEM_KINDS].filter(
      (kind) => Object.keys(textFieldsOf(kind)).length === 0,
    );
    expect(none).toEqual(['standings']);
  });

  it('R30.3 is kept as it was saved, and played with its texts', () => {
    const questions = draftOfAll();
    const set = read(setOf(questions));
    expect(set).toMatchObject({ language: 'ko', languages: LANGUAGES });
    expect(set.questions).toEqual(questions);
    const { faults, rows } = finished(checkSet(set.questions, 'en'));
    expect(faults).toEqual({});
    const texts = rows.filter(({ kind }) => kind !== 'standings').map((row) => row.texts);
    expect(texts).toEqual([
      ...ITEMS.filter(({ kind }) => kind !== 'standings').map(
        (item) => inLanguages<DraftItem>(item, LANGUAGES).texts,
      ),
      ...QUESTIONS.map((question) => question.texts),
    ]);
  });

  it('R30.3 is the same after it was written as a file and read', () => {
    const { title, language, languages = [], questions } = read(setOf(draftOfAll()));
    const texts = { en: { title: 'Set en' }, 'pt-BR': { title: 'Conjunto' } };
    const text = quizFileText(writtenDraft({ title, language, languages, texts, questions }));
    expect(JSON.parse(text)).toMatchObject({ version: 3, texts });
    const file = parseQuizFile(text, 'json', 'en', '', true);
    expect(file.faulty).toEqual([]);
    expect(file.set).toMatchObject({ language: 'ko', languages, texts });
    const ids = new Set<string>();
    expect(file.written.map((one) => draftOf(one, ids))).toEqual(questions);
    const played = parseQuizFile(text, 'json', 'en');
    expect(played.set.questions.map((question) => question.texts)).toEqual(
      QUESTIONS.map((question) => question.texts),
    );
  });

  it('R30.3 of one language is written as before', () => {
    const { title, language, questions } = read(setOf(draftOfAll(), []));
    expect(questions.some((row) => 'texts' in row)).toBe(false);
    const written = writtenDraft({ title, language, questions });
    expect(written).toMatchObject({ version: 2 });
    expect(written).not.toHaveProperty('languages');
  });

  it.each([
    ['a language that is none', ['e_n']],
    ['its main language once more', ['KO']],
    ['a further one twice', ['de', 'DE']],
    ['four further ones', ['en', 'de', 'ja', 'fr']],
  ])('R30.1 is refused with %s', (_, languages) => {
    expect(() => read(setOf([], languages))).toThrow(/not a set: languages/);
    const text = JSON.stringify({ language: 'ko', languages, questions: [SEVERAL] });
    expect(() => parseQuizFile(text, 'json', 'en')).toThrow(QuizFileError);
  });

  it('R30.2 has no texts in languages that it does not name, and knows a tag however it is written', () => {
    const [row] = draftOfAll().slice(-1) as [DraftRow];
    const all = { ...row, texts: { DE: { quiz: 'Ja' }, fr: { quiz: 'Oui' }, x: { quiz: '?' } } };
    expect(read(setOf([all as DraftRow], ['de'])).questions[0]?.texts).toEqual({
      de: { quiz: 'Ja' },
    });
    const text = JSON.stringify({
      language: 'ko',
      languages: ['de'],
      questions: [{ ...SEVERAL, kind: 'choice', answer: 1, answers: undefined, texts: all.texts }],
    });
    expect(parseQuizFile(text, 'json', 'en').set.questions[0]?.texts).toEqual({
      de: { quiz: 'Ja' },
    });
  });

  it('R30.20 has its title in the languages that it names, and in no others', () => {
    const texts = { DE: { title: ' Titel ' }, en: { title: ' ' }, fr: { title: 'Titre' } };
    expect(titled(texts).texts).toEqual({ de: { title: 'Titel' } });
    expect(titled({ en: {} })).not.toHaveProperty('texts');
    const { set } = parseQuizFile(titledFile(texts), 'json', 'en');
    expect(set.texts).toEqual({ de: { title: 'Titel' } });
  });

  it('R30.20 is refused with a title that breaks the bounds of the main one, in any language', () => {
    const tags = Array.from({ length: 9 }, (_, n) => `a${String.fromCharCode(97 + n)}`);
    const many = Object.fromEntries(tags.map((tag) => [tag, { title: 'x' }]));
    for (const texts of [
      { de: { title: 'x'.repeat(41) } },
      { de: { title: 'a\u0000b' } },
      { de: { title: 7 } },
      { de: { name: 'Titel' } },
      { de: 'Titel' },
      many,
    ]) {
      expect(() => titled(texts)).toThrow(/not a set: texts/);
      expect(() => parseQuizFile(titledFile(texts), 'json', 'en')).toThrow(QuizFileError);
    }
    expect(titled({ de: { title: 'x'.repeat(40) } }).texts?.['de']?.title).toHaveLength(40);
    expect(() =>
      parseQuizFile(titledFile({ de: { title: 'x'.repeat(41) } }), 'json', 'en'),
    ).toThrow(/title \(de\): is longer than 40 characters/);
  });

  it('R30.2 is refused where a text is no text of its row', () => {
    const [row] = draftOfAll().slice(-1) as [DraftRow];
    for (const de of [{ note: 'Ja' }, { quiz: 7 }, { quiz: 'x'.repeat(3_000) }, { choices: 'Ja' }])
      expect(() => read(setOf([{ ...row, texts: { de } } as unknown as DraftRow], ['de']))).toThrow(
        /not a set/,
      );
  });

  it('R30.2 is refused where a row has texts in more languages than a set may have twice', () => {
    const [row] = draftOfAll().slice(-1) as [DraftRow];
    const inMany = (count: number): DraftRow => {
      const tags = Array.from({ length: count }, (_, n) => `a${String.fromCharCode(97 + n)}`);
      return { ...row, texts: Object.fromEntries(tags.map((tag) => [tag, {}])) };
    };
    expect(read(setOf([inMany(8)], ['de'])).questions).toHaveLength(1);
    expect(() => read(setOf([inMany(9)], ['de']))).toThrow(/not a set: questions.0.texts/);
    const [question] = QUESTIONS;
    const file = { title: 'Set', language: 'ko', languages: ['de'], version: 3 };
    const { texts } = inMany(9);
    const text = JSON.stringify({ ...file, questions: [{ ...question, texts }] });
    expect(() => parseQuizFile(text, 'json', 'en')).toThrow(QuizFileError);
  });

  it('R30.3 tells a text that breaks a bound of its field with its language', () => {
    const draft = draftOfPlayed(SEVERAL, new Set());
    const texts = {
      de: { quiz: 'x'.repeat(301), choices: ['', 'x'.repeat(81)], unit: 'x'.repeat(99) },
    };
    expect(draftFaults({ ...draft, texts }, serverWords.en.faults)).toEqual([
      { field: 'quiz', language: 'de', message: 'This is longer than 300 characters.' },
      { field: 'choices', index: 1, language: 'de', message: 'This is longer than 80 characters.' },
    ]);
    expect(Object.keys(finished(checkSet([{ ...draft, texts }], 'en')).faults)).toEqual([draft.id]);
    const typed = draftOfPlayed(TYPED, new Set());
    expect(
      draftFaults({ ...typed, texts: { de: { accepted: ['Ѕeoul'] } } }, serverWords.en.faults),
    ).toMatchObject([{ field: 'accepted', index: 0, language: 'de' }]);
  });

  it('R30.3 has so many spellings in each language as in the main one', () => {
    const typed = draftOfPlayed(TYPED, new Set());
    const spelled = (count: number) => {
      const accepted = ['', ...Array.from({ length: count }, (_, n) => `Stadt Nummer ${n}`)];
      return { ...typed, texts: { de: { accepted } } };
    };
    const most = spelled(limits.MAX_SPELLINGS);
    expect(draftFaults(most, serverWords.en.faults)).toEqual([]);
    expect(finished(checkSet([most], 'en')).faults).toEqual({});
    const told = [
      { field: 'accepted', language: 'de', message: 'Keep 12 right spellings at most.' },
    ];
    const more = spelled(limits.MAX_SPELLINGS + 1);
    expect(draftFaults(more, serverWords.en.faults)).toEqual(told);
    expect(finished(checkSet([more], 'en')).faults[typed.id]).toEqual(told);
  });

  it('R30.4 tells a right choice that stands in the description of the picture in any language', () => {
    const image = { id: 'a'.repeat(64), alt: 'A town' };
    const draft = draftOfPlayed({ ...SEVERAL, image }, new Set());
    const german = { choices: ['', 'Wien'], image: { alt: 'Wien von oben' } };
    const told = [
      { field: 'image', language: 'de', message: 'This tells the right answer, “Wien”.' },
    ];
    const drafts = { ...draft, texts: { de: german, en: { choices: ['', 'Vienna'] } } };
    expect(draftFaults(drafts, serverWords.en.faults)).toEqual(told);
    expect(finished(checkSet([drafts], 'en')).faults[draft.id]).toEqual(told);
    const typed = draftOfPlayed({ ...TYPED, image }, new Set());
    const spelled = { de: { accepted: ['a', 'b', 'c', 'town'] } };
    expect(draftFaults({ ...typed, texts: spelled }, serverWords.en.faults)).toMatchObject([
      { field: 'image', language: 'de' },
    ]);
  });

  it('R30.2 leaves the note of the host alone', () => {
    for (const kind of [...QUESTION_KINDS, ...ITEM_KINDS])
      expect(textFieldsOf(kind)).not.toHaveProperty('note');
  });
});
