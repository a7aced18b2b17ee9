import { describe, expect, it } from 'vitest';
import { entryKey } from '../../src/game/phase.js';
import { resultsIn } from '../../src/game/closing.js';
import { rulesOf, type RoomState, type RoomText, type Seat } from '../../src/game/room-state.js';
import { earlyPoints, marksOf, standingsOf } from '../../src/game/scoring.js';
import {
  EARLIEST_MS,
  LEAST_TIE_MS,
  stillMs,
  type Answer,
  type GameRules,
  type JudgedQuestion,
} from '../../src/game/shared/judged.js';
import { correct } from '../../src/game/correct.js';
import type { Question } from '../../src/game/shared/quiz-set.js';
import { finished } from '../../src/game/steps.js';
import { reportSteps } from '../../src/server/desk/results/report.js';
import type { RoomOptions } from '../../src/protocol/index.js';
import { aRoom, aSeat, someQuestions } from '../support/game-data.js';
import { choiceOf } from '../support/drawn.js';
import { AIMED, GUESS, NUMBER, SPOT, STATEMENTS, TYPED } from '../support/kinds.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import { after } from './phase-rooms.js';
import { play, stand, step } from './kinds/played.js';

const [CHOICE] = someQuestions(1) as [Question];
const LIMIT_MS = 15_000;

function playing(questions: readonly Question[], options: Partial<RoomOptions> = {}): RoomState {
  const room = play({ scoring: 'early', ...options }, questions);
  const seats = Array.from({ length: 3 }, (_, slot) => aSeat(slot));
  return { ...room, seats: new Map(seats.map((seat) => [seat.slot, seat])) };
}

const timesOf = ({ judged }: RoomState): number[][] =>
  judged.map(({ answers }) => answers.map(([, , ms]) => ms));
const limitsOf = ({ judged }: RoomState): number[] => judged.map(({ limitMs }) => limitMs);

/** The player has moved in the open part, and stood there before. */
function tapped(room: RoomState, slot: number): RoomState {
  const { phase, tally } = room;
  if (phase.kind !== 'question') throw new Error(phase.kind);
  const seat = room.seats.get(slot) as Seat;
  const entered = { question: entryKey(tally.game, phase), ms: EARLIEST_MS };
  return { ...room, seats: new Map(room.seats).set(slot, { ...seat, entered }) };
}

describe('R6.15 a player who stands still', () => {
  it('has half of the limit, for points as well', () => {
    const room = step(stand(tapped(playing([CHOICE]), 1), [1]));
    expect(timesOf(room)).toEqual([[1_000, EARLIEST_MS, stillMs(LIMIT_MS)]]);
    expect(room.tally.marks.map(({ gain }) => gain)).toEqual([
      1_000,
      1_000,
      earlyPoints(LIMIT_MS / 2, LIMIT_MS, 'visible'),
    ]);
  });

  it.each([NUMBER, SPOT, AIMED])('of a $kind goes by moves likewise', (question) => {
    const room = step(stand(tapped(playing([question]), 1), [1]));
    expect(timesOf(room)).toEqual([[1_000, EARLIEST_MS, stillMs(limitsOf(room)[0]!)]]);
  });

  it('has two thirds of it with extra time', () => {
    const open = playing([CHOICE]);
    const { identityId } = open.seats.get(2)!;
    const room = step({ ...open, extraTimed: [[identityId, true]] });
    expect(timesOf(room)).toEqual([[7_500, 7_500, 5_000]]);
  });

  it('has moved in a series by a move in any of its parts, also in one that came later', () => {
    let room = playing([STATEMENTS]);
    room = step(tapped(room, 0));
    room = step(room);
    expect(room.parts.flatMap(({ answers }) => answers.map(([, , ms]) => Number(ms > 0)))).toEqual([
      1, 0, 0, 0, 0, 0,
    ]);
    room = step(tapped(room, 1));
    const half = stillMs(limitsOf(room)[0]!);
    expect(timesOf(room)).toEqual(limitsOf(room).map(() => [EARLIEST_MS, EARLIEST_MS, half]));
  });

  it('has moved in a guess by a move in its poll', () => {
    let room = playing([GUESS]);
    const more = [3, 4, 5, 6, 7].map((slot) => [slot, aSeat(slot)] as const);
    room = { ...room, seats: new Map([...room.seats, ...more]) };
    room = step(stand(room, [1, 1, 2, 1, 2, 1]));
    expect(room.phase.kind).toBe('question');
    room = step(room);
    const [, guess] = timesOf(room);
    expect(guess?.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => EARLIEST_MS));
    expect(guess?.slice(6)).toEqual([1, 2].map(() => stillMs(limitsOf(room)[1]!)));
  });

  it('has the time of the text where they have written it, and may move while all write', () => {
    const texts = new Map<number, RoomText>([
      [0, { texts: ['seoul'], ms: 3_000 }],
      [1, { texts: ['busan'], ms: 4_000 }],
      [2, { texts: ['busan'], ms: 5_000 }],
    ]);
    const room = step(tapped({ ...playing([TYPED]), texts }, 1));
    if (room.phase.kind !== 'question') throw new Error(room.phase.kind);
    const revealed = step(room);
    const [{ written, limitMs }] = revealed.judged as [JudgedQuestion];
    expect(written?.texts.map(([, ms]) => ms)).toEqual([3_000, 4_000, 5_000]);
    expect(timesOf(revealed)).toEqual([[stillMs(limitMs), EARLIEST_MS, stillMs(limitMs)]]);
  });

  it('is no matter where nobody could walk', () => {
    const room = step({
      ...playing([TYPED]),
      texts: new Map([[0, { texts: ['seoul'], ms: 3_000 }]]),
    });
    expect(room.phase.kind).toBe('reveal');
    expect(timesOf(room)).toEqual([[EARLIEST_MS, EARLIEST_MS, EARLIEST_MS]]);
  });
});

const RULES: GameRules = rulesOf({ ...aRoom().settings, scoring: 'flat' });
const { tieFromMs: _tieFromMs, ...OLD } = RULES;
const SEATS = [0, 1, 2].map((slot) => aSeat(slot));

const judged = (times: readonly number[], changes: Partial<JudgedQuestion> = {}) => ({
  ...nameOf({ index: 0 }),
  ...choiceOf(2),
  limitMs: LIMIT_MS,
  isVoid: false,
  answers: times.map((ms, n): Answer => [`p${n}`, 1, ms, 1, 0, 0]),
  ...changes,
});
const told = (questions: JudgedQuestion[], rules: GameRules) =>
  marksOf(SEATS, questions, rules, 'judged').map(({ rank, tieMs }) => [rank, tieMs]);

describe('R6.16 the least time where times tell scores apart', () => {
  it('is a second: who is faster than that wins no tie', () => {
    expect(RULES.tieFromMs).toBe(LEAST_TIE_MS);
    expect(told([judged([300, 999, 1_200])], RULES)).toEqual([
      [1, 1_000],
      [1, 1_000],
      [3, 1_200],
    ]);
  });

  it('counts each part of a question by itself', () => {
    const parts = [judged([300, 1_000, 2_000]), judged([3_000, 2_500, 2_000], { part: 1 })];
    const { rightMs } = standingsOf(parts, RULES).get('p0')!;
    expect(rightMs).toBe(2_000);
    expect(told(parts, RULES).map(([rank]) => rank)).toEqual([2, 1, 2]);
  });

  it('changes nothing of points, nor of the times of answers', () => {
    const early = { ...RULES, scoring: 'early' } as const;
    const short = [judged([300, 999, 1_200], { limitMs: 3_000 })];
    const gains = (rules: GameRules) =>
      marksOf(SEATS, short, rules, 'judged').map(({ gain }) => gain);
    expect(gains(early)).toEqual(gains({ ...OLD, scoring: 'early' }));
    expect(new Set(gains(early)).size).toBe(3);
  });

  it('holds for games since then: older ones keep their ranks, by corrections as well', () => {
    const before = [judged([300, 999, 1_200])];
    expect(told(before, OLD)).toEqual([
      [1, 300],
      [2, 999],
      [3, 1_200],
    ]);
    const room = aRoom({ seats: SEATS, rules: OLD, judged: before });
    const lobby = { ...room.phase, results: resultsIn(standingsOf(before, OLD), SEATS, OLD) };
    const name = { question: 0, part: 0, drops: 0 };
    const ended = { ...room, phase: lobby } as RoomState;
    const voided = after(ended, correct(ended, name, { isVoid: true, rights: null }));
    const back = after(voided, correct(voided, name, { isVoid: false, rights: null }));
    expect(back.phase).toMatchObject({ results: [{ rank: 1 }, { rank: 2 }, { rank: 3 }] });
  });

  it('is what a report tells of the time of a player, whose answers have theirs', () => {
    const players = SEATS.map(({ playerId, slot }) => {
      return { playerId, slot, name: playerId, hasLeft: false };
    });
    const questions = [{ ...judged([300, 999, 1_200]), shown: null }];
    const timesIn = (rules: GameRules) => {
      const report = finished(reportSteps({ rules, players, questions }));
      return [
        report.players.map(({ rightMs }) => rightMs),
        report.questions[0]?.answers.map(([, , ms]) => ms),
      ];
    };
    expect(timesIn(RULES)).toEqual([
      [1_000, 1_000, 1_200],
      [300, 999, 1_200],
    ]);
    expect(timesIn(OLD)).toEqual([
      [300, 999, 1_200],
      [300, 999, 1_200],
    ]);
  });
});
