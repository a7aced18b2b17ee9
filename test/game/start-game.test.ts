import { describe, expect, it } from 'vitest';
import type { Game } from '../../src/game/room-state.js';
import type { RoomOptions } from '../../src/protocol/index.js';
import { startGame } from '../../src/game/transitions.js';
import {
  aRoom,
  aSeat,
  codeOf,
  EPOCH,
  LENGTHS,
  RIGHT,
  someQuestions,
} from '../support/game-data.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { rightOf } from '../support/drawn.js';

function draw(
  set: ReturnType<typeof someQuestions>,
  quizCount: number,
  seed = 1,
  order: Partial<RoomOptions> = {},
): Game {
  const quizSet = { quizSetId: 'test-set', quizCount, title: 'Test set' };
  const room = aRoom({ settings: { ...order, quizSet } });
  return startGame(room, { questions: set, random: seeded(seed) }, EPOCH, LENGTHS).game as Game;
}

describe('R4.4 the draw of a game', () => {
  it('takes as many different questions as chosen, in another order each time', () => {
    const set = someQuestions(20);
    const orders = new Set<string>();
    for (let seed = 0; seed < 50; seed++) {
      const { questions } = draw(set, 10, seed);
      const texts = questions.map(({ shown }) => shown.quiz);
      expect(new Set(texts).size).toBe(10);
      orders.add(texts.join());
    }
    expect(orders.size).toBe(50);
  });

  it.each([0, 8])(
    'draws nothing where the set of 7 does not have the %i that are chosen',
    (count) => {
      const quizSet = { quizSetId: 'test-set', quizCount: count, title: 'Test set' };
      const room = aRoom({ settings: { quizSet } });
      const drawn = (): never => {
        throw new Error('something was drawn');
      };
      expect(() =>
        startGame(room, { questions: someQuestions(7), random: drawn }, EPOCH, LENGTHS),
      ).toThrow(expect.objectContaining({ code: 'NOT_ENOUGH_QUESTIONS' }));
    },
  );

  it('can take the whole set', () => {
    const { questions } = draw(someQuestions(7), 7);
    expect(questions.map(({ shown }) => shown.quiz).sort()).toEqual(
      someQuestions(7).map(({ quiz }) => quiz),
    );
  });

  it.each([2, 3, 5, 10])('shuffles %i choices and keeps the answer with its text', (choices) => {
    const set = someQuestions(1, { choices });
    const places = new Map<number, number>();
    for (let seed = 0; seed < 60 * choices; seed++) {
      const [question] = draw(set, 1, seed).questions;
      const { choiceList } = question!.shown;
      const answer = rightOf(question);
      expect(choiceList.map(({ order }) => order)).toEqual(set[0]!.choices.map((_, i) => i + 1));
      expect(choiceList.map(({ content }) => content).sort()).toEqual(set[0]!.choices.toSorted());
      expect(choiceList[answer - 1]?.content).toBe(RIGHT);
      places.set(answer, (places.get(answer) ?? 0) + 1);
    }
    expect(places.size).toBe(choices);
    // 60 expected in each place; six standard deviations.
    for (const count of places.values()) expect(Math.abs(count - 60)).toBeLessThan(46);
  });

  it.each([
    [['O', 'X'], 1],
    [['거짓', '참'], 0],
  ])('leaves %j as the author wrote them', (choices, answer) => {
    const [base] = someQuestions(1);
    for (let seed = 0; seed < 50; seed++) {
      const [question] = draw([{ ...base!, choices, answers: [answer] }], 1, seed).questions;
      expect(question!.shown.choiceList.map(({ content }) => content)).toEqual(choices);
      expect(rightOf(question)).toBe(answer + 1);
    }
  });

  it('keeps the answer that the author meant, wherever it stood', () => {
    const [base] = someQuestions(1, { choices: 4 });
    for (let answer = 0; answer < 4; answer++) {
      const { choices } = base!;
      const [question] = draw([{ ...base!, answers: [answer] }], 1, answer).questions;
      expect(question!.shown.choiceList[rightOf(question) - 1]?.content).toBe(choices[answer]);
    }
  });

  it('keeps each limit and counts who starts', () => {
    const set = someQuestions(2).map((question, n) => ({ ...question, limitTime: n + 3 }));
    const game = draw(set, 2);
    expect(game.starters).toBe(3);
    for (const { shown, limitTime } of game.questions)
      expect(shown.quiz).toBe(`Question ${limitTime - 3}?`);
  });

  it.each([
    [0, 5],
    [6, 5],
    [1, 0],
  ])('refuses %i questions of a set of %i', async (quizCount, size) => {
    expect(await codeOf(() => draw(someQuestions(size), quizCount))).toBe('NOT_ENOUGH_QUESTIONS');
  });

  it('R4.1 starts with one player and one question', () => {
    const quizSet = { quizSetId: 'x', quizCount: 1, title: 'X' };
    const room = aRoom({ seats: [aSeat(0)], settings: { quizSet } });
    const { phase, game } = startGame(
      room,
      { questions: someQuestions(1), random: seeded(1) },
      EPOCH,
      LENGTHS,
    );
    expect(phase).toMatchObject({ kind: 'countdown', count: 1 });
    expect(game?.starters).toBe(1);
  });

  it('leaves the set as it was', () => {
    const set = someQuestions(5, { choices: 4 });
    draw(set, 5);
    expect(set).toEqual(someQuestions(5, { choices: 4 }));
  });
});

describe('R4.11 the order of a game', () => {
  const written = { questionOrder: 'written' } as const;
  const texts = (questions: Game['questions']): string[] =>
    questions.map(({ shown }) => shown.quiz);

  it('is the author’s where the host wants it: the first questions, and the next ones as spares', () => {
    const set = someQuestions(14, { choices: 4 });
    for (let seed = 0; seed < 20; seed++) {
      const { questions, spares } = draw(set, 3, seed, written);
      const quizzes = set.map(({ quiz }) => quiz);
      expect(texts(questions)).toEqual(quizzes.slice(0, 3));
      expect(texts(spares)).toEqual(quizzes.slice(3, 13));
    }
    expect(draw(set, 14, 1, written).spares).toEqual([]);
  });

  it('leaves the choices as written, whatever order the questions have', () => {
    const [base] = someQuestions(1, { choices: 5 });
    const set = [0, 1, 2, 3, 4].map((answer) => ({
      ...base!,
      quiz: `${answer}`,
      answers: [answer],
    }));
    for (let seed = 0; seed < 20; seed++)
      for (const question of draw(set, 5, seed, { choiceOrder: 'written' }).questions) {
        const { quiz, choiceList } = question.shown;
        expect(choiceList.map(({ content }) => content)).toEqual(base!.choices);
        expect(rightOf(question)).toBe(Number(quiz) + 1);
      }
  });

  it('of the choices is shuffled unless the host says so, though the questions come as written', () => {
    const set = someQuestions(1, { choices: 5 });
    const answers = Array.from({ length: 50 }, (_, seed) =>
      rightOf(draw(set, 1, seed, written).questions[0]),
    );
    expect(new Set(answers).size).toBe(5);
  });

  it('refuses more questions than the set has', async () => {
    expect(await codeOf(() => draw(someQuestions(2), 3, 1, written))).toBe('NOT_ENOUGH_QUESTIONS');
  });
});
