import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BuiltInQuizBank } from '../../src/server/desk/sets/bank/built-in-bank.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { imagesOf, ITEM_KINDS, QUESTION_KINDS, STANDINGS } from '../../src/protocol/index.js';
import { singleChoices } from './single-choices.js';

/** A set with items has what an evening needs, and not what a room may draw ten questions of. */
const isEvening = ({ programme }: QuizSet): boolean => programme !== undefined;

const DIR = fileURLToPath(new URL('../../src/server/desk/sets/bank/sets', import.meta.url));
const bank = await BuiltInQuizBank.load(DIR);
const summaries = await bank.list();
const sets: QuizSet[] = [];
for (const { id } of summaries) {
  const set = await bank.find(id);
  if (set !== undefined) sets.push(set);
}

/** What fits a phone without scrolling; Hangul is about twice as wide as Latin. */
const PHONE: Record<string, { quiz: number; choice: number }> = {
  ko: { quiz: 80, choice: 20 },
  en: { quiz: 120, choice: 30 },
};

describe('the built-in sets', () => {
  it('are all loaded, at least three in each language', async () => {
    const files = (await readdir(DIR)).filter((name) => name.endsWith('.json'));
    expect(sets).toHaveLength(files.length);
    for (const language of ['ko', 'en'])
      expect(sets.filter((set) => set.language === language).length).toBeGreaterThanOrEqual(3);
  });

  it('have no question in common', () => {
    // Rounds of an evening may have those of another set, and the two evenings have some in two languages.
    const own = sets.flatMap(({ questions, programme }) =>
      programme === undefined ? questions : questions.filter(({ id }) => id !== undefined),
    );
    const texts = own.map(({ quiz }) => quiz.toLowerCase());
    expect(new Set(texts).size).toBe(texts.length);
  });
});

const plain = sets.filter((set) => !isEvening(set));
describe.each(plain.map((set) => ({ id: set.id, set })))('the set $id', ({ set }) => {
  it('has at least 15 questions, with from two to six choices', () => {
    expect(set.questions.length).toBeGreaterThanOrEqual(15);
    const counts = singleChoices(set.questions).map(({ choices }) => choices.length);
    expect(Math.min(...counts)).toBe(2);
    expect(Math.max(...counts)).toBe(6);
  });

  it('fits a phone and a hall: short texts, 10 to 20 seconds', () => {
    const { quiz = 0, choice = 0 } = PHONE[set.language] ?? {};
    const texts = set.questions.map((question) => question.quiz);
    expect(texts.filter((text) => text.length > quiz)).toEqual([]);
    const choices = singleChoices(set.questions).flatMap((question) => question.choices);
    expect(choices.filter((text) => text.length > choice)).toEqual([]);
    const seconds = set.questions.map(({ limitTime }) => limitTime);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(20);
  });

  it('is written in its language', () => {
    const texts = set.questions.map(({ quiz }) => quiz);
    const korean = texts.filter((text) => /\p{Script=Hangul}/u.test(text));
    expect(korean).toEqual(set.language === 'ko' ? texts : []);
  });

  it('has its right answers in varied places, and both verdicts among its true-or-false ones', () => {
    const places = singleChoices(set.questions).map(({ answer }) => answer);
    for (const place of new Set(places))
      expect(places.filter((other) => other === place).length).toBeLessThan(places.length / 2);
    const verdicts = singleChoices(set.questions).filter(({ choices }) => choices.length === 2);
    expect(new Set(verdicts.map(({ answer }) => answer)).size).toBe(2);
  });
});

describe.each(sets.filter(isEvening).map((set) => ({ id: set.id, set })))(
  'the evening $id',
  ({ set }) => {
    const { programme = [], questions, language } = set;
    const pictures = [...programme, ...questions].flatMap((one: object) => imagesOf(one));

    it('R27.29 has every kind of question and of item, in some 30 rows', () => {
      const own = questions.filter(({ id }) => id !== undefined);
      expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(QUESTION_KINDS));
      expect(new Set(programme.map(({ kind }) => kind))).toEqual(new Set(ITEM_KINDS));
      expect(own.length + programme.length).toBeGreaterThanOrEqual(24);
      expect(own.length + programme.length).toBeLessThanOrEqual(36);
      expect(
        [...programme, ...own].filter(({ note }) => note !== undefined).length,
      ).toBeGreaterThan(5);
    });

    it('R27.29 has a round from another set, and rounds of each factor', () => {
      const rounds = programme.flatMap((item) => (item.kind === 'round' ? [item] : []));
      expect(new Set(rounds.map(({ factor }) => factor))).toEqual(new Set([1, 2, 3]));
      expect(new Set(rounds.map(({ standings }) => standings))).toEqual(new Set(STANDINGS));
      expect(rounds.some(({ count, questions: own }) => count === 3 && own.length === 13)).toBe(
        true,
      );
    });

    it('R27.27 has pictures that come with the program, small, and each of a drawing', async () => {
      const ids = new Set(pictures.map(({ id }) => id));
      expect(ids.size).toBeGreaterThanOrEqual(4);
      const drawings = await readdir(join(DIR, '../drawings'));
      // Two of them are maps, which an author may take, too.
      expect(await readdir(join(DIR, 'pictures'))).toHaveLength(drawings.length + 2);
      for (const id of ids) {
        const picture = bank.picture(id);
        const { large = Buffer.alloc(0), small } = picture ?? {};
        expect(createHash('sha256').update(large).digest('hex')).toBe(id);
        expect(large.length).toBeLessThan(50_000);
        expect(small).toBe(large);
      }
      expect(bank.picture('a'.repeat(64))).toBeUndefined();
    });

    it('is written in its language, and short enough for a phone', () => {
      const own = questions.filter(({ id }) => id !== undefined);
      const texts = [
        ...own.map(({ quiz }) => quiz),
        ...pictures.map(({ alt }) => alt),
        ...[...programme, ...own].flatMap(({ note }) => note ?? []),
        ...programme.flatMap((item) => ('title' in item ? [item.title] : [])),
      ];
      const korean = texts.filter((text) => /\p{Script=Hangul}/u.test(text));
      expect(korean).toEqual(language === 'ko' ? texts : []);
      expect(own.filter(({ quiz }) => quiz.length > (PHONE[language]?.quiz ?? 0))).toEqual([]);
    });
  },
);
