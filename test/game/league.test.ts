import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import type { Answer, GameRules, JudgedQuestion } from '../../src/game/shared/judged.js';
import { leagueIn, resultsIn } from '../../src/game/closing.js';
import { answersOf, marksOf, standingsOf } from '../../src/game/scoring.js';
import { leagueRows, toldScores } from '../../src/game/tally.js';
import { aSeat } from '../support/game-data.js';
import { after, judgedOnce, roomIn } from './phase-rooms.js';
import { choiceOf } from '../support/drawn.js';

const RULES: GameRules = {
  gameMode: 'SURVIVAL',
  scoring: 'flat',
  crowd: 'visible',
  lives: 1,
  revival: false,
};

type Said = readonly [isRight: boolean, played: 0 | 1 | 2, ms?: number] | null;

/** A question that `p0`, `p1`, … answered so; null for who was not there. */
function asked(index: number, said: readonly Said[], changes = {}): JudgedQuestion {
  const answers = said.flatMap((one, n): Answer[] => {
    if (one === null) return [];
    const [isRight, played, ms = 0] = one;
    return [[`p${n}`, isRight ? 1 : 2, ms, played, 0, 0]];
  });
  const known = { ...choiceOf(2), limitMs: 15_000, isVoid: false };
  return { ...nameOf({ index }), ...known, answers, ...changes };
}

/** `p0` and `p1` live on, `p2` and `p3` fall at once, and `p4` came too late. */
const QUESTIONS = [
  asked(0, [
    [true, 1],
    [true, 1],
    [false, 1],
    [false, 1],
  ]),
  asked(1, [
    [true, 1],
    [true, 1],
    [true, 2, 900],
    [true, 2, 100],
    [true, 0],
  ]),
  asked(2, [
    [true, 1],
    [false, 1],
    [true, 2, 900],
    [false, 2],
    [true, 2],
  ]),
];
const SEATS = [0, 1, 2, 3, 4].map((slot) =>
  aSeat(slot, { fellAt: slot < 2 ? null : [0, 0], playsFrom: slot < 4 ? 0 : 2 }),
);
const rowsAfter = (judged: readonly JudgedQuestion[]) =>
  leagueRows({ marks: marksOf(SEATS, judged, RULES, 'judged') });

describe('R14.1 the league of the ghosts', () => {
  it('asks ghosts as the living, from the question after their fall or coming on', () => {
    const answers = answersOf(SEATS, { ordinal: 1, valueOf: () => 1, msOf: () => 5 });
    expect(answers.map(([, , , played]) => played)).toEqual([1, 1, 2, 2, 0]);
    const later = answersOf(SEATS, { ordinal: 2, valueOf: () => 1, msOf: () => 5 });
    expect(later.map(([, , , played]) => played)).toEqual([1, 1, 2, 2, 2]);
  });

  it('ranks them by right answers since the fall, then by their time', () => {
    expect(rowsAfter(QUESTIONS.slice(0, 1))).toEqual([]);
    expect(rowsAfter(QUESTIONS.slice(0, 2))).toEqual([
      { playerId: 'p2', rights: 1, rank: 2, isAnswer: true },
      { playerId: 'p3', rights: 1, rank: 1, isAnswer: true },
    ]);
    // Who has just fallen has answered nothing as a ghost.
    expect(rowsAfter(QUESTIONS)).toEqual([
      { playerId: 'p2', rights: 2, rank: 1, isAnswer: true },
      { playerId: 'p3', rights: 1, rank: 3, isAnswer: false },
      { playerId: 'p4', rights: 1, rank: 2, isAnswer: true },
    ]);
  });

  it('follows from what was answered: a question that is void counts for no ghost', () => {
    const voided = QUESTIONS.with(1, { ...QUESTIONS[1]!, isVoid: true });
    expect(rowsAfter(voided).map(({ playerId, rights }) => [playerId, rights])).toEqual([
      ['p2', 1],
      ['p3', 0],
      ['p4', 1],
    ]);
    const corrected = QUESTIONS.with(1, {
      ...QUESTIONS[1]!,
      solution: { kind: 'choice', rights: [2] },
    });
    // Both who lived were wrong then, so nobody fell.
    expect(rowsAfter(corrected).map(({ rights }) => rights)).toEqual([1, 0, 1]);
  });

  it('ends for who is alive again, and begins anew with the next fall', () => {
    const back = asked(
      0,
      [
        [true, 1],
        [true, 1],
        [false, 1],
        [false, 1],
      ],
      { isVoid: true },
    );
    expect(rowsAfter([back, ...QUESTIONS.slice(1)]).map(({ playerId }) => playerId)).toEqual([
      'p4',
    ]);
    const again = [
      back,
      ...QUESTIONS.slice(1),
      asked(3, [
        [true, 1],
        [true, 2],
        [false, 1],
        [true, 1],
        [true, 2],
      ]),
      asked(4, [
        [true, 1],
        [true, 2],
        [true, 2],
        [true, 1],
        [true, 2],
      ]),
    ];
    expect(rowsAfter(again).find(({ playerId }) => playerId === 'p2')?.rights).toBe(1);
  });

  it('R7.1 is in no mark that the living are sent', () => {
    for (let count = 1; count <= QUESTIONS.length; count++) {
      const judged = QUESTIONS.slice(0, count);
      const silent = judged.map((question) => ({
        ...question,
        answers: question.answers.map((answer): Answer => {
          const [playerId, zone, ms, played, ...at] = answer;
          return played === 2 ? [playerId, 3 - zone, ms + 7, 2, ...at] : answer;
        }),
      }));
      const told = (questions: readonly JudgedQuestion[]) =>
        toldScores({ marks: marksOf(SEATS, questions, RULES, 'judged') }, true).players;
      expect(told(judged)).toEqual(told(silent));
      expect(JSON.stringify(told(judged))).not.toContain('league');
    }
  });

  it('R6.6 tells equal falls apart when the game is over, and not before', () => {
    const ranks = (moment: 'judged' | 'over') =>
      marksOf(SEATS, QUESTIONS, RULES, moment).map(({ rank }) => rank);
    expect(ranks('judged')).toEqual([1, 2, 3, 3, 5]);
    expect(ranks('over')).toEqual([1, 2, 3, 4, 5]);
    const rows = resultsIn(standingsOf(QUESTIONS, RULES), SEATS, RULES);
    expect(rows.map(({ playerId, rank }) => [playerId, rank])).toEqual([
      ['p0', 1],
      ['p1', 2],
      ['p2', 3],
      ['p3', 4],
      ['p4', 5],
    ]);
    // As it was before there was a league.
    const shared = { ...RULES, scoring: 'shared' as const };
    expect(
      resultsIn(standingsOf(QUESTIONS, shared), SEATS, shared).map(({ rank }) => rank),
    ).toEqual([1, 2, 3, 3, 3]);
  });

  it('tells the first three of it at the end, as far as they were right', () => {
    expect(leagueIn(standingsOf(QUESTIONS, RULES), SEATS)).toEqual([
      { playerId: 'p2', playerName: 'Player 2', slot: 2, rights: 2, rank: 1 },
      { playerId: 'p4', playerName: 'Player 4', slot: 4, rights: 1, rank: 2 },
      { playerId: 'p3', playerName: 'Player 3', slot: 3, rights: 1, rank: 3 },
    ]);
    expect(leagueIn(standingsOf(QUESTIONS.slice(0, 1), RULES), SEATS)).toEqual([]);
    const crowd = Array.from({ length: 6 }, (_, slot) => aSeat(slot));
    const all = [
      asked(0, [[true, 1], ...Array.from({ length: 5 }, (): Said => [false, 1])]),
      asked(1, [[true, 1], ...Array.from({ length: 5 }, (_, n): Said => [true, 2, n])]),
    ];
    expect(leagueIn(standingsOf(all, RULES), crowd).map(({ playerId }) => playerId)).toEqual([
      'p1',
      'p2',
      'p3',
    ]);
  });

  it('R4.9 is told anew when a question of a game that has ended is corrected', () => {
    const room = judgedOnce(roomIn('lobby'));
    const [question] = room.judged as [JudgedQuestion];
    const known = { ...question, answers: QUESTIONS[1]!.answers };
    const results = resultsIn(standingsOf(QUESTIONS, RULES), SEATS, RULES);
    const phase = { kind: 'lobby', version: 7, results } as const;
    const ended = { ...room, rules: RULES, phase, judged: [QUESTIONS[0]!, known, QUESTIONS[2]!] };
    known.question = 1;
    const corrected = after(
      ended,
      correct(ended, nameOf({ index: 1 }), { isVoid: true, rights: null }),
    );
    expect(corrected.phase).toMatchObject({
      league: [
        { playerId: 'p2', rights: 1, rank: 2 },
        { playerId: 'p4', rights: 1, rank: 1 },
      ].toSorted((a, b) => a.rank - b.rank),
    });
  });
});
