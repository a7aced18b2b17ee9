import { describe, expect, it } from 'vitest';
import { pick } from '../../src/game/pick.js';
import type { RoomState } from '../../src/game/room-state.js';
import { limits } from '../../src/protocol/index.js';
import { aGame, aRoom, codeOf } from '../support/game-data.js';
import { asking, countdown } from './room-trial.js';

const informed = ['knows'];
const inGame = (phase: RoomState['phase'], count = 5) =>
  aRoom({ phase, informed, game: aGame(count) });
const order = (room: RoomState, place: number) => {
  const { game, phase } = pick(room, { kind: 'pick', by: 'knows', place });
  expect(phase).toEqual({ ...room.phase, version: room.phase.version + 1 });
  return game!.questions.map(({ shown }) => Number(/\d+/.exec(shown.quiz)![0]));
};
const codeOfPicking = (room: RoomState, place: number, by = 'knows') =>
  codeOf(() => pick(room, { kind: 'pick', by, place }));

describe('R4.14 the question that is asked next', () => {
  it('is one of those to come, and the others keep their order', () => {
    expect(order(inGame(asking(3, 1)), 2)).toEqual([0, 1, 4, 2, 3]);
    expect(order(inGame(asking(3, 1)), 0)).toEqual([0, 1, 2, 3, 4]);
    expect(order(inGame(countdown(1)), 4)).toEqual([4, 0, 1, 2, 3]);
  });

  it('is nobody’s to pick who may play, and none that was not told', async () => {
    expect(await codeOfPicking(inGame(asking(3, 1)), 0, 'identity-0')).toBe('FORBIDDEN');
    expect(await codeOfPicking(aRoom({ informed }), 0)).toBe('WRONG_PHASE');
    expect(await codeOfPicking(inGame(asking(3, 1)), 3)).toBe('BAD_REQUEST');
    expect(await codeOfPicking(inGame(asking(3, 2), 3), 0)).toBe('BAD_REQUEST');
    const long = inGame(countdown(1), 50);
    expect(await codeOfPicking(long, limits.COMING_TOLD)).toBe('BAD_REQUEST');
    expect(await codeOfPicking(long, limits.COMING_TOLD - 1)).toBe('ok');
  });
});
