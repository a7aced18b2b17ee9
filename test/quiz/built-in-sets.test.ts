import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BuiltInQuizBank } from '../../src/server/desk/sets/bank/built-in-bank.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { singleChoices } from './single-choices.js';

const DIR = fileURLToPath(new URL('../../src/server/desk/sets/bank/sets', import.meta.url));
const bank = await BuiltInQuizBank.load(DIR);
const summaries = await bank.list();
const sets: QuizSet[] = [];
for (const { id } of summaries) {
  const set = await bank.find(id);
  if (set !== undefined) sets.push(set);
}

/** What fits a phone without scrolling; Hangul is about twice as wide as Latin. */
const PHONE = { ko: { quiz: 80, choice: 20 }, en: { quiz: 120, choice: 30 } };

describe('the built-in sets', () => {
  it('are all loaded, at least three in each language', async () => {
    expect(sets).toHaveLength((await readdir(DIR)).length);
    for (const language of ['ko', 'en'])
      expect(sets.filter((set) => set.language === language).length).toBeGreaterThanOrEqual(3);
  });

  it('have no question in common', () => {
    const texts = sets.flatMap((set) => set.questions.map(({ quiz }) => quiz.toLowerCase()));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe.each(sets.map((set) => ({ id: set.id, set })))('the set $id', ({ set }) => {
  it('has at least 15 questions, with from two to six choices', () => {
    expect(set.questions.length).toBeGreaterThanOrEqual(15);
    const counts = singleChoices(set.questions).map(({ choices }) => choices.length);
    expect(Math.min(...counts)).toBe(2);
    expect(Math.max(...counts)).toBe(6);
  });

  it('fits a phone and a hall: short texts, 10 to 20 seconds', () => {
    const { quiz, choice } = PHONE[set.language];
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
