import { describe, expect, it } from 'vitest';
import type { Game } from '../../src/game/room-state.js';
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

function draw(set: ReturnType<typeof someQuestions>, quizCount: number, seed = 1): Game {
  const room = aRoom({
    settings: { quizSet: { quizSetId: 'test-set', quizCount, title: 'Test set' } },
  });
  return startGame(room, set, EPOCH, seeded(seed), LENGTHS).game as Game;
}

describe('R4.4 the draw of a game', () => {
  it('takes as many different questions as chosen, in another order each time', () => {
    const set = someQuestions(20);
    const orders = new Set<string>();
    for (let seed = 0; seed < 50; seed++) {
      const { questions } = draw(set, 10, seed);
      const texts = questions.map(({ quiz }) => quiz);
      expect(new Set(texts).size).toBe(10);
      orders.add(texts.join());
    }
    expect(orders.size).toBe(50);
  });

  it('can take the whole set', () => {
    const { questions } = draw(someQuestions(7), 7);
    expect(questions.map(({ quiz }) => quiz).sort()).toEqual(
      someQuestions(7).map(({ quiz }) => quiz),
    );
  });

  it.each([2, 3, 5, 10])('shuffles %i choices and keeps the answer with its text', (choices) => {
    const set = someQuestions(1, { choices });
    const places = new Map<number, number>();
    for (let seed = 0; seed < 60 * choices; seed++) {
      const [question] = draw(set, 1, seed).questions;
      const { choiceList, answer } = question!;
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
      const [question] = draw([{ ...base!, choices, answer }], 1, seed).questions;
      expect(question!.choiceList.map(({ content }) => content)).toEqual(choices);
      expect(question!.answer).toBe(answer + 1);
    }
  });

  it('keeps the answer that the author meant, wherever it stood', () => {
    const [base] = someQuestions(1, { choices: 4 });
    for (let answer = 0; answer < 4; answer++) {
      const { choices } = base!;
      const [question] = draw([{ ...base!, answer }], 1, answer).questions;
      expect(question!.choiceList[question!.answer - 1]?.content).toBe(choices[answer]);
    }
  });

  it('keeps each limit and counts who starts', () => {
    const set = someQuestions(2).map((question, n) => ({ ...question, limitTime: n + 3 }));
    const game = draw(set, 2);
    expect(game.starters).toBe(3);
    for (const { quiz, limitTime } of game.questions)
      expect(quiz).toBe(`Question ${limitTime - 3}?`);
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
    const { phase, game } = startGame(room, someQuestions(1), EPOCH, seeded(1), LENGTHS);
    expect(phase).toMatchObject({ kind: 'countdown', count: 1 });
    expect(game?.starters).toBe(1);
  });

  it('leaves the set as it was', () => {
    const set = someQuestions(5, { choices: 4 });
    draw(set, 5);
    expect(set).toEqual(someQuestions(5, { choices: 4 }));
  });
});
