import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import { RoomDirectory } from '../../src/server/live/room/room-directory.js';
import { FakeBroadcaster } from '../support/fake-broadcaster.js';
import { inZone } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';
import { rightOf } from '../support/drawn.js';

let stage: Stage;
let roomId: string;
let ann: Actor;
let bob: Actor;

beforeEach(async () => {
  stage = openStage({ flushIntervalMs: 0 });
  roomId = await stage.open();
  [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
});
afterEach(() => {
  closeStage(stage);
});

describe('an interval of 0', () => {
  it('sends each event in the call that made it', async () => {
    stage.move(ann, [1, 1]);
    stage.move(ann, [2, 2]);
    const said = stage.say(bob, 'one');
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toEqual([
      'updatePosition',
      'updatePosition',
      'chatMessage',
    ]);
    // What is said next goes once this one is stored.
    await said;
    stage.chat(bob, 'two');
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toEqual([
      'updatePosition',
      'updatePosition',
      'chatMessage',
      'chatMessage',
    ]);
    stage.broadcaster.clear();
    const carl = await stage.sit(roomId, 'carl');
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toEqual(['joinRoom']);
    expect(stage.broadcaster.eventsOf(carl.connectionId)).toContain('phase');
    await stage.exit(carl);
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toEqual(['joinRoom', 'exitRoom']);
  });

  it('plays a game as any other', async () => {
    await stage.driver.start(roomId);
    await stage.pass(6_000);
    const { game } = await stage.state(roomId);
    stage.move(ann, inZone(rightOf(game!.questions[0])));
    stage.move(bob, inZone(3 - rightOf(game!.questions[0])));
    await stage.pass(15_000);
    expect([...(await stage.state(roomId)).seats.values()].map(({ score }) => score)).toEqual([
      1000, 0,
    ]);
    stage.broadcaster.clear();
    await stage.pass(3 * 28_000);
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual([
      'phase',
      'startQuizTime',
      'phase',
      'endQuizTime',
      'phase',
      'startQuizTime',
      'phase',
      'endQuizTime',
      'phase',
      'endGame',
      'claimCode',
    ]);
  });

  it('keeps the order for a second process on the same bus', async () => {
    const broadcaster = new FakeBroadcaster();
    const hooks = { failed: (error: unknown) => stage.failures.push(error) };
    const second = new RoomDirectory(stage.store, stage.elsewhere.writer, stage.bus, broadcaster, {
      tickRate: new TickRate(0),
      shareLeadMs: 0,
      hooks,
      mayBeDecided: () => {},
      checkSeats: () => {},
    });
    const room = await second.host(roomId);
    await room.join({
      connectionId: 'there',
      slot: null,
      grant: null,
      format: 'json',
      isCreator: false,
      cursor: null,
    });
    stage.chat(ann, 'one');
    stage.move(ann, [4, 4]);
    stage.chat(bob, 'two');
    await stage.rooms.rename(stage.room(roomId), bob.seat.playerId, 'bobby', 'en');
    expect(room.view.seq).toBe((await stage.state(roomId)).seq);
    expect(broadcaster.eventsOf('there').slice(-4)).toEqual([
      'chatMessage',
      'updatePosition',
      'chatMessage',
      'setPlayerName',
    ]);
    second.close();
  });
});
