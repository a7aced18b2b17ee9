import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { standIn } from '../../src/game/host.js';
import { standApart } from '../support/answers.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ gameMode: 'SURVIVAL' }, 3, 'away');
});
afterEach(() => closeStage(stage));

/** The answers to the first question are judged. */
async function judge(right: Actor[], wrong: Actor[]): Promise<void> {
  await stage.driver.start(roomId);
  await standApart(stage, roomId, right, wrong);
  await stage.driver.adjust(roomId, 'skip');
  await stage.flush();
}

describe('R3.2 who stands in and falls in survival', () => {
  it('is followed by the next in the same step', async () => {
    const [bob, cho, dan] = (await stage.seatAll(roomId, 'bob', 'cho', 'dan')) as [
      Actor,
      Actor,
      Actor,
    ];
    await stage.changeElsewhere(roomId, standIn);
    expect((await stage.state(roomId)).actingId).toBe(bob.seat.playerId);
    await judge([cho, dan], [bob]);
    const { actingId, revisions, lastAppend } = await stage.state(roomId);
    expect(actingId).toBe(cho.seat.playerId);
    expect([revisions.phase, revisions.roster]).toEqual([lastAppend.id, lastAppend.id]);
    expect(stage.broadcaster.payloads(dan.connectionId, 'actingHost').at(-1)).toEqual({
      playerId: cho.seat.playerId,
    });
  });

  it('goes on where somebody else falls', async () => {
    const [bob, cho, dan] = (await stage.seatAll(roomId, 'bob', 'cho', 'dan')) as [
      Actor,
      Actor,
      Actor,
    ];
    await stage.changeElsewhere(roomId, standIn);
    await judge([bob, dan], [cho]);
    expect((await stage.state(roomId)).actingId).toBe(bob.seat.playerId);
  });
});
