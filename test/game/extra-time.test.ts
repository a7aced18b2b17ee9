import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import { setExtraTime } from '../../src/game/extra-time.js';
import { countedMs } from '../../src/game/shared/judged.js';
import { deadlineOf } from '../../src/game/phase.js';
import type { RoomState } from '../../src/game/room-state.js';
import { advance, startGame } from '../../src/game/transitions.js';
import type { RoomOptions } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import {
  aRoom,
  codeOf,
  EPOCH,
  inZone,
  LENGTHS,
  someQuestions,
  type RoomShape,
} from '../support/game-data.js';
import { after } from './phase-rooms.js';
import { rightOf } from '../support/drawn.js';

function start(options: Partial<RoomOptions>, limitTime: number, shape: RoomShape = {}): RoomState {
  const quizSet = { quizSetId: 'test-set', quizCount: 2, title: 'Test set' };
  const room = aRoom({ ...shape, settings: { scoring: 'early', ...options, quizSet } });
  const set = someQuestions(3, { limitTime });
  return after(room, startGame(room, { questions: set, random: seeded(1) }, EPOCH, LENGTHS));
}

/** Plays the first question, in which everybody is right after so many ms. */
function judge(started: RoomState, ms: number): RoomState {
  const room = after(started, advance(started, EPOCH + 3_000, LENGTHS));
  const { phase } = room;
  if (phase.kind !== 'question') throw new Error(phase.kind);
  const position = inZone(rightOf(room.game!.questions[0]));
  for (const [slot, seat] of room.seats)
    room.seats.set(slot, {
      ...seat,
      position,
      entered: { question: `${room.tally.game}.0.0.0`, ms },
    });
  return after(room, advance(room, deadlineOf(phase)!, LENGTHS));
}

const scores = ({ tally }: RoomState): number[] => tally.marks.map(({ score }) => score);

describe('R6.10 extra time of the room', () => {
  it.each([
    [15, 23],
    [10, 15],
    [3, 5],
    [120, 180],
  ])('makes a limit of %i seconds one of %i', (limitTime, stretched) => {
    const { game } = start({ extraTime: true }, limitTime);
    const limits = [...game!.questions, ...game!.spares].map((question) => question.limitTime);
    expect(limits).toEqual([stretched, stretched, stretched]);
    expect(start({}, limitTime).game!.questions[0]!.limitTime).toBe(limitTime);
  });

  it('is what the points fall over', () => {
    const room = judge(start({ extraTime: true }, 10), 15_000);
    expect(room.judged[0]?.limitMs).toBe(15_000);
    expect(scores(room)).toEqual([500, 500, 500]);
    expect(scores(judge(start({ extraTime: true }, 10), 9_000))).toEqual([750, 750, 750]);
  });
});

describe('R6.10 extra time of a player', () => {
  it('counts two thirds of the time, in whole ms', () => {
    expect([0, 1, 2, 3, 1_000, 15_000].map((ms) => countedMs(ms, true))).toEqual([
      0, 0, 1, 2, 666, 10_000,
    ]);
    expect(countedMs(1_000, false)).toBe(1_000);
  });

  it('makes the points, and the time that tells equal scores apart', () => {
    const early = judge(start({}, 15, { extraTimed: [['identity-1', true]] }), 12_000);
    expect(scores(early)).toEqual([625, 792, 625]);
    const flat = judge(
      start({ scoring: 'flat' }, 15, { extraTimed: [['identity-1', true]] }),
      12_000,
    );
    expect(flat.tally.marks.map(({ score, rank }) => [score, rank])).toEqual([
      [100, 2],
      [100, 1],
      [100, 2],
    ]);
  });

  it('is kept with the answer: a correction counts it the same, whoever has it by then', () => {
    const judged = judge(start({}, 15, { extraTimed: [['identity-1', true]] }), 12_000);
    const room = { ...judged, extraTimed: [['identity-0', true] as const] };
    const voided = after(room, correct(room, nameOf({ index: 0 }), { isVoid: true, rights: null }));
    expect(scores(voided)).toEqual([0, 0, 0]);
    const back = after(
      voided,
      correct(voided, nameOf({ index: 0 }), { isVoid: false, rights: null }),
    );
    expect(back.tally.marks).toEqual(judged.tally.marks);
  });

  it('belongs to the person, and giving it twice changes nothing', async () => {
    const give = setExtraTime('p1', true);
    const room = aRoom();
    const { changes } = give.decide(room, EPOCH);
    expect(changes).toEqual([
      { kind: 'extraTime', playerId: 'p1', identityId: 'identity-1', extra: true },
    ]);
    expect(give.decide({ ...room, extraTimed: [['identity-1', true]] }, EPOCH).changes).toEqual([]);
    expect(setExtraTime('p1', false).decide(room, EPOCH).changes).toEqual([]);
    expect(await codeOf(() => setExtraTime('nobody', true).decide(room, EPOCH))).toBe(
      'PLAYER_NOT_FOUND',
    );
  });
});
