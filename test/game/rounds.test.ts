import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import { entryKey, deadlineOf } from '../../src/game/phase.js';
import type { RoomState } from '../../src/game/room-state.js';
import { withScores } from '../../src/game/rounds.js';
import { advance, startGame } from '../../src/game/transitions.js';
import { transitionEvents } from '../../src/server/live/batch/admission.js';
import type { ResultRow, RoomOptions } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import {
  aRoom,
  aSeat,
  codeOf,
  EPOCH,
  inZone,
  LENGTHS,
  someQuestions,
} from '../support/game-data.js';
import { after } from './phase-rooms.js';
import { rightOf } from '../support/drawn.js';

const COUNT = 2;
const SET = someQuestions(COUNT);

function open(options: Partial<RoomOptions> = {}): RoomState {
  const quizSet = { quizSetId: 'test-set', quizCount: COUNT, title: 'Test set' };
  return aRoom({ settings: { scoring: 'flat', ...options, quizSet } });
}

function start(room: RoomState, keepScores: boolean): RoomState {
  const started = startGame(room, { questions: SET, random: seeded(1) }, EPOCH, LENGTHS);
  return after(room, keepScores ? withScores(room, started) : started);
}

/** Plays a game to its end; those of these slots are right, each after so many ms of every question. */
function play(started: RoomState, rightAfter: Record<number, number>): RoomState {
  let room = started;
  const step = (): void => {
    room = after(room, advance(room, deadlineOf(room.phase) ?? EPOCH, LENGTHS));
  };
  for (step(); room.phase.kind !== 'lobby'; step()) {
    const { phase } = room;
    if (phase.kind !== 'question') continue;
    const right = rightOf(room.game!.questions[phase.index]);
    for (const [slot, seat] of room.seats) {
      const ms = rightAfter[slot];
      const position = inZone(ms === undefined ? 3 - right : right);
      const question = entryKey(room.tally.game, phase);
      room.seats.set(slot, { ...seat, position, entered: { question, ms: ms ?? 0 } });
    }
  }
  return room;
}

const rows = ({ phase }: RoomState): Pick<ResultRow, 'playerId' | 'score' | 'rank'>[] =>
  phase.kind === 'lobby'
    ? (phase.results ?? []).map(({ playerId, score, rank }) => ({ playerId, score, rank }))
    : [];

describe('R6.8 going on with the scores', () => {
  it('begins with what everybody had, and adds to it', () => {
    const first = play(start(open(), false), { 0: 100, 1: 900 });
    const second = start(first, true);
    expect([...second.seats.values()].map(({ score }) => score)).toEqual([200, 200, 0]);
    expect(second.tally.marks.map(({ rank, gain, played }) => [rank, gain, played])).toEqual([
      [1, 0, false],
      [2, 0, false],
      [3, 0, false],
    ]);
    // Equal in points and right answers: the times of both games decide.
    const ended = play(second, { 0: 3_000, 1: 2_000, 2: 1 });
    expect(rows(ended)).toEqual([
      { playerId: 'p1', score: 400, rank: 1 },
      { playerId: 'p0', score: 400, rank: 2 },
      { playerId: 'p2', score: 200, rank: 3 },
    ]);
    const third = play(start(ended, true), { 2: 1 });
    expect(rows(third)).toMatchObject([{ score: 400 }, { score: 400 }, { score: 400 }]);
  });

  it('is for who is still there; who came since has nothing', () => {
    const first = play(start(open(), false), { 0: 1, 1: 1, 2: 1 });
    first.seats.delete(1);
    first.seats.set(3, aSeat(3));
    expect(rows(play(start(first, true), {}))).toEqual([
      { playerId: 'p0', score: 200, rank: 1 },
      { playerId: 'p2', score: 200, rank: 1 },
      { playerId: 'p3', score: 0, rank: 3 },
    ]);
  });

  it('takes what corrections have made of the game before, and streaks begin anew', () => {
    const blind = open({ scoring: 'early', crowd: 'blind' });
    const first = play(start(blind, false), { 0: 1 });
    const voided = after(
      first,
      correct(first, nameOf({ index: 1 }), { isVoid: true, rights: null }),
    );
    const second = start(voided, true);
    expect(second.judged).toEqual([]);
    expect(second.seats.get(0)?.score).toBe(1000);
    expect(rows(play(second, { 0: 1 }))[0]).toMatchObject({ score: 3000 });
  });

  it('lets a correction of the new game leave what was brought', () => {
    const ended = play(start(play(start(open(), false), { 0: 1 }), true), { 1: 1 });
    const voided = after(
      ended,
      correct(ended, nameOf({ index: 0 }), { isVoid: true, rights: null }),
    );
    expect(rows(voided)).toMatchObject([
      { playerId: 'p0', score: 200 },
      { playerId: 'p1', score: 100 },
      { playerId: 'p2', score: 0 },
    ]);
    const back = after(
      voided,
      correct(voided, nameOf({ index: 0 }), { isVoid: false, rights: null }),
    );
    expect(rows(back)).toEqual(rows(ended));
  });

  it('a game without it begins at zero', () => {
    const second = start(play(start(open(), false), { 0: 1 }), false);
    expect(second.rules.carried).toBeUndefined();
    expect([...second.seats.values()].map(({ score }) => score)).toEqual([0, 0, 0]);
  });

  it('is told with the start', () => {
    const first = play(start(open(), false), { 0: 1 });
    const events = (keepScores: boolean) => {
      const started = startGame(first, { questions: SET, random: seeded(1) }, EPOCH, LENGTHS);
      const told = keepScores ? withScores(first, started) : started;
      return transitionEvents(first, told).map(([event]) => event);
    };
    expect(events(false)).toEqual(['startGame', 'phase']);
    expect(events(true)).toEqual(['startGame', 'phase', 'updateScores']);
  });

  it('is refused where there is no game of ranking to go on with', async () => {
    const from = (room: RoomState) => codeOf(() => start(room, true));
    const first = play(start(open(), false), { 0: 1 });
    const switched = (room: RoomState, gameMode: 'RANKING' | 'SURVIVAL'): RoomState => ({
      ...room,
      settings: { ...room.settings, gameMode },
    });
    const survival = play(start(open({ gameMode: 'SURVIVAL' }), false), { 0: 1 });
    expect(await from(first)).toBe('ok');
    expect(await from(open())).toBe('WRONG_PHASE');
    expect(await from(switched(first, 'SURVIVAL'))).toBe('BAD_REQUEST');
    expect(await from(switched(survival, 'RANKING'))).toBe('WRONG_PHASE');
  });
});
