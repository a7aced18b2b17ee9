import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import type { Answer, GameRules, JudgedQuestion } from '../../src/game/shared/judged.js';
import type { Worth } from '../../src/game/shared/quiz-set.js';
import { marksOf } from '../../src/game/scoring.js';
import type { PlayerMark, Seat } from '../../src/game/room-state.js';
import { aSeat } from '../support/game-data.js';
import { choiceOf } from '../support/drawn.js';

const crowd = (size: number): Seat[] => Array.from({ length: size }, (_, slot) => aSeat(slot));

/** What `p0`, `p1`, … answered: right or not, and when they entered it in ms. */
const said = (...answers: readonly [isRight: boolean, ms?: number][]): Answer[] =>
  answers.map(([isRight, ms = 0], n) => [`p${n}`, isRight ? 1 : 2, ms, 1, 0, 0]);

function judged(index: number, answers: readonly Answer[], worth: Worth = {}): JudgedQuestion {
  const question = { ...choiceOf(2), blind: true, limitMs: 15_000, isVoid: false } as const;
  return { ...nameOf({ index }), ...question, ...worth, answers };
}

type Marks = readonly PlayerMark[];
const scores = (marks: Marks): number[] => marks.map(({ score }) => score);
const answers = (marks: Marks): boolean[] => marks.map(({ isAnswer }) => isAnswer);
const played = (marks: Marks): boolean[] => marks.map((mark) => mark.played);
const alive = (marks: Marks): boolean[] => marks.map(({ fellAt }) => fellAt === null);

describe('R6.9 what a question is worth', () => {
  const rules = (changes: Partial<GameRules>): GameRules => ({
    gameMode: 'RANKING',
    scoring: 'shared',
    crowd: 'visible',
    lives: 1,
    revival: false,
    ...changes,
  });
  const EARLY = rules({ scoring: 'early', crowd: 'blind' });

  it.each([
    ['shared', 1000],
    ['flat', 200],
    ['early', 1800],
  ] as const)('×2 doubles the points: %s', (scoring, points) => {
    const question = judged(0, said([true, 9_000], [true, 9_000], [false]), { points: 2 });
    const marks = marksOf(crowd(3), [question], { ...EARLY, scoring }, 'judged');
    expect(scores(marks)).toEqual([points, points, 0]);
  });

  it('×2 does not double what a streak adds', () => {
    const questions = [0, 1, 2].map((index) => judged(index, said([true]), { points: 2 }));
    expect(marksOf(crowd(1), questions, EARLY, 'judged')[0]).toMatchObject({
      gain: 2050,
      score: 6050,
    });
  });

  it('×0 gives no points, and tells who was right', () => {
    for (const scoring of ['shared', 'flat', 'early'] as const) {
      const question = judged(0, said([true], [false]), { points: 0 });
      const marks = marksOf(crowd(2), [question], { ...EARLY, scoring }, 'judged');
      expect([scores(marks), answers(marks), played(marks)]).toEqual([
        [0, 0],
        [true, false],
        [true, true],
      ]);
    }
  });

  it('×0 neither grows nor breaks a streak', () => {
    const questions = [true, false, true, true].map((isRight, index) =>
      judged(index, said([isRight]), index === 1 || index === 2 ? { points: 0 } : {}),
    );
    questions.push(judged(4, said([true])));
    const gains = questions.map(
      (_, i) => marksOf(crowd(1), questions.slice(0, i + 1), EARLY, 'judged')[0]!.gain,
    );
    expect(gains).toEqual([1000, 0, 0, 1000, 1050]);
  });

  it('×0 breaks no tie, by rights or by time', () => {
    const questions = [
      judged(0, said([true, 5], [true, 5])),
      judged(1, said([true, 9], [false]), { points: 0 }),
    ];
    const marks = marksOf(crowd(2), questions, rules({ scoring: 'flat' }), 'judged');
    expect(marks.map(({ rank }) => rank)).toEqual([1, 1]);
  });

  it('in survival ×0 takes no life and gives no point, and ×2 is as any', () => {
    const survival = rules({ gameMode: 'SURVIVAL' });
    const after = (worth: Worth): PlayerMark[] =>
      marksOf(crowd(2), [judged(0, said([true], [false]), worth)], survival, 'judged');
    expect([alive(after({ points: 0 })), scores(after({ points: 0 }))]).toEqual([
      [true, true],
      [0, 0],
    ]);
    expect(after({ points: 2 })).toEqual(after({}));
  });
});
