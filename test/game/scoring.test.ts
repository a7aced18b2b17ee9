import { describe, expect, it } from 'vitest';
import type { RevealedQuestion } from '../../src/game/phase.js';

import { closingMarks, judge, resultsOf } from '../../src/game/scoring.js';
import type { PlayerMark, Seat } from '../../src/game/room-state.js';
import { aSeat, inZone } from '../support/game-data.js';

const QUESTION: RevealedQuestion = {
  kind: 'choice',
  quiz: 'Which?',
  choiceList: [1, 2, 3, 4].map((order) => ({ order, content: `Choice ${order}` })),
  answer: 3,
};
const right = inZone(3, 4);
const wrong = inZone(1, 4);

/** `right` and `wrong` players, in this order, from slot 0 on. */
function crowd(rightCount: number, wrongCount: number): Seat[] {
  return Array.from({ length: rightCount + wrongCount }, (_, slot) =>
    aSeat(slot, { position: slot < rightCount ? right : wrong }),
  );
}

type Marks = readonly PlayerMark[];
const scores = (marks: Marks): number[] => marks.map(({ score }) => score);
const answers = (marks: Marks): boolean[] => marks.map(({ isAnswer }) => isAnswer);
const played = (marks: Marks): boolean[] => marks.map((mark) => mark.played);
const alive = (marks: Marks): boolean[] => marks.map(({ fellAt }) => fellAt === null);

describe('R6.1 RANKING', () => {
  it.each([
    [1, 1000],
    [2, 500],
    [3, 333],
    [7, 142],
    [200, 5],
    [1000, 1],
    [1001, 0],
  ])('%i who are right share 1000 points: %i each', (count, each) => {
    const judgement = judge(crowd(count, 2), 'RANKING', QUESTION, 0);
    expect(scores(judgement)).toEqual([...Array.from({ length: count }, () => each), 0, 0]);
    expect(alive(judgement)).not.toContain(false);
  });

  it('nobody who is right means nobody scores', () => {
    expect(scores(judge(crowd(0, 3), 'RANKING', QUESTION, 0))).toEqual([0, 0, 0]);
    expect(judge([], 'RANKING', QUESTION, 0)).toEqual([]);
  });

  it('points add to what was there, and ties share a rank', () => {
    const seats = crowd(2, 3);
    [0, 500, 1000, 500, 100].forEach((score, slot) => (seats[slot]!.score = score));
    const marks = judge(seats, 'RANKING', QUESTION, 0);
    expect(marks.map(({ playerId, score, rank }) => [playerId, score, rank])).toEqual([
      ['p0', 500, 3],
      ['p1', 1000, 1],
      ['p2', 1000, 1],
      ['p3', 500, 3],
      ['p4', 100, 5],
    ]);
  });

  it('R5.3 a dropped player counts where it stood last', () => {
    const dropped = { connectionId: null, droppedAt: 1 };
    const seats = [
      aSeat(0, { ...dropped, position: right }),
      aSeat(1, { ...dropped, position: wrong }),
    ];
    const judgement = judge(seats, 'RANKING', QUESTION, 0);
    expect(answers(judgement)).toEqual([true, false]);
    expect(scores(judgement)).toEqual([1000, 0]);
  });

  it('R7.3 who joined during the question neither scores nor takes a share', () => {
    const seats = [...crowd(1, 0), aSeat(1, { position: right, playsFrom: 1 })];
    const first = judge(seats, 'RANKING', QUESTION, 0);
    expect(scores(first)).toEqual([1000, 0]);
    expect(answers(first)).toEqual([true, false]);
    expect(played(first)).toEqual([true, false]);
    const next = judge(seats, 'RANKING', QUESTION, 1);
    expect(scores(next)).toEqual([500, 500]);
    expect(played(next)).toEqual([true, true]);
  });

  it('a mark belongs to the owner of the slot, not to the slot', () => {
    const marks = judge([aSeat(4, { playerId: 'x', position: right })], 'RANKING', QUESTION, 0);
    expect(marks).toEqual([
      { playerId: 'x', score: 1000, isAnswer: true, played: true, rank: 1, fellAt: null },
    ]);
  });

  it('changes no seat itself', () => {
    const seats = crowd(1, 1);
    const before = structuredClone(seats);
    judge(seats, 'SURVIVAL', QUESTION, 0);
    expect(seats).toEqual(before);
  });
});

describe('R6.2 SURVIVAL', () => {
  it('who is wrong falls where it stands, who survives gets a point', () => {
    const judgement = judge(crowd(2, 2), 'SURVIVAL', QUESTION, 0);
    expect(scores(judgement)).toEqual([1, 1, 0, 0]);
    expect(alive(judgement)).toEqual([true, true, false, false]);
    expect(judgement.map(({ fellAt }) => fellAt)).toEqual([null, null, wrong, wrong]);
  });

  it('nobody falls when all the living are wrong, and all have survived', () => {
    const ghost = aSeat(2, { position: right, fellAt: wrong, score: 4 });
    const judgement = judge([...crowd(0, 2), ghost], 'SURVIVAL', QUESTION, 0);
    expect(scores(judgement)).toEqual([1, 1, 4]);
    expect(alive(judgement)).toEqual([true, true, false]);
    expect(answers(judgement)).toEqual([false, false, false]);
  });

  it('R7.2 a ghost is not right wherever it walks, and stays where it fell', () => {
    const ghost = aSeat(2, { position: right, fellAt: inZone(2, 4), score: 3 });
    const judgement = judge([...crowd(1, 1), ghost], 'SURVIVAL', QUESTION, 0);
    expect(answers(judgement)).toEqual([true, false, false]);
    expect(judgement[2]).toMatchObject({ score: 3, fellAt: inZone(2, 4) });
  });

  it('R7.2 tells who was playing: those who fall by this answer, but no earlier ghost', () => {
    const ghost = aSeat(3, { position: right, fellAt: wrong });
    const judgement = judge([...crowd(1, 2), ghost], 'SURVIVAL', QUESTION, 0);
    expect(alive(judgement)).toEqual([true, false, false, false]);
    expect(played(judgement)).toEqual([true, true, true, false]);
  });

  it('a single player who is wrong does not fall', () => {
    expect(alive(judge(crowd(0, 1), 'SURVIVAL', QUESTION, 0))).toEqual([true]);
  });

  it('R5.3 who dropped in a wrong zone falls like anybody else', () => {
    const seats = [...crowd(1, 0), aSeat(1, { position: wrong, connectionId: null, droppedAt: 1 })];
    expect(alive(judge(seats, 'SURVIVAL', QUESTION, 0))).toEqual([true, false]);
  });
});

describe('R6.3 the final table', () => {
  it('is best first, ties share a rank, and it carries names', () => {
    const scored = [10, 30, 30, 0, 10].map((score, slot) => aSeat(slot, { score }));
    expect(resultsOf(scored).map(({ playerId, score, rank }) => [playerId, score, rank])).toEqual([
      ['p1', 30, 1],
      ['p2', 30, 1],
      ['p0', 10, 3],
      ['p4', 10, 3],
      ['p3', 0, 5],
    ]);
    // Equal scores stand in order of slots, however the seats come.
    expect(resultsOf(scored.toReversed())).toEqual(resultsOf(scored));
    expect(resultsOf([aSeat(0)])).toEqual([
      { playerId: 'p0', playerName: 'Player 0', slot: 0, score: 0, rank: 1 },
    ]);
  });

  it('keeps every score and rank in what is left of the game, and everybody is alive', () => {
    const seats = [10, 30, 30].map((score, slot) => aSeat(slot, { score }));
    seats[1]!.fellAt = wrong;
    const left = { isAnswer: false, played: false, fellAt: null };
    expect(closingMarks(seats)).toEqual([
      { ...left, playerId: 'p0', score: 10, rank: 3 },
      { ...left, playerId: 'p1', score: 30, rank: 1 },
      { ...left, playerId: 'p2', score: 30, rank: 1 },
    ]);
  });
});
