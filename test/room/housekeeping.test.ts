import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeOptions } from '../../src/game/settings-commands.js';
import { codeOf, EPOCH, someOptions } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const S = 1_000;
const MIN = 60 * S;

let stage: Stage;
let roomId: string;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open();
});
afterEach(() => {
  closeStage(stage);
});

/** Who stands in for the host, else the host. */
const hostName = async (): Promise<string | undefined> => {
  const { seats, hostId, actingId } = await stage.state(roomId);
  return [...seats.values()].find(({ playerId }) => playerId === (actingId || hostId))?.playerName;
};
const isOpen = async (): Promise<boolean> => (await stage.store.readRoom(roomId)) !== undefined;
const names = async (): Promise<string[]> =>
  [...(await stage.state(roomId)).seats.values()].map(({ playerName }) => playerName);

/** Once, when the room has been read and before anything is done about it. */
function afterNextRead(work: () => Promise<unknown>): void {
  const read = stage.store.readRoom.bind(stage.store);
  stage.store.readRoom = async (id) => {
    const state = await read(id);
    stage.store.readRoom = read;
    await work();
    return state;
  };
}

describe('R3.2 who stands in for the host', () => {
  it('does so 30 s after the host dropped, until the host is back', async () => {
    const [ann, , carl] = await stage.seatAll(roomId, 'ann', 'bob', 'carl');
    await stage.drop(ann!);
    await stage.pass(30 * S - 1);
    expect(await hostName()).toBe('ann');
    await stage.pass(1);
    expect(await hostName()).toBe('bob');
    await stage.flush();
    const { seats } = await stage.state(roomId);
    expect(stage.broadcaster.payloads(carl!.connectionId, 'actingHost')).toEqual([
      { playerId: seats.get(1)?.playerId },
    ]);
    await stage.sit(roomId, 'ann');
    await stage.pass(5 * MIN);
    expect(await hostName()).toBe('ann');
  });

  it('is nobody where the host comes back in time', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.drop(ann!);
    await stage.pass(30 * S - 1);
    await stage.sit(roomId, 'ann');
    await stage.pass(5 * MIN);
    expect(await hostName()).toBe('ann');
  });

  it('comes 30 s after the last drop', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.drop(ann!);
    await stage.pass(20 * S);
    await stage.drop(await stage.sit(roomId, 'ann'));
    await stage.pass(30 * S - 1);
    expect(await hostName()).toBe('ann');
    await stage.pass(1);
    expect(await hostName()).toBe('bob');
  });

  it('does so at once when the host leaves, also in a game', async () => {
    const [ann, bob] = await stage.seatAll(roomId, 'ann', 'bob', 'carl');
    await stage.driver.start(roomId);
    await stage.exit(ann!);
    await stage.pass(1);
    expect(await hostName()).toBe('bob');
    await stage.drop(bob!);
    await stage.pass(30 * S);
    expect(await hostName()).toBe('carl');
  });

  it('is the first who is connected again, when all had gone', async () => {
    const [ann, bob] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.driver.start(roomId);
    await stage.drop(ann!);
    await stage.drop(bob!);
    await stage.pass(60 * S);
    expect(await hostName()).toBe('ann');
    await stage.sit(roomId, 'bob');
    await stage.pass(1);
    expect(await hostName()).toBe('bob');
  });

  it('is on time who comes back where the last look found nobody', async () => {
    const [ann, bob] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.pass(50 * S);
    await stage.drop(ann!);
    await stage.drop(bob!);
    await stage.pass(15 * S);
    await stage.sit(roomId, 'bob');
    await stage.pass(15 * S - 1);
    expect(await hostName()).toBe('ann');
    await stage.pass(1);
    expect(await hostName()).toBe('bob');
  });

  it('is the first who is connected again, when the host had left among the absent', async () => {
    const [ann, bob] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.drop(bob!);
    await stage.exit(ann!);
    expect(await hostName()).toBeUndefined();
    await stage.sit(roomId, 'bob');
    await stage.pass(1);
    expect(await hostName()).toBe('bob');
  });
});

describe('R3.2 the owner', () => {
  let ann: Actor;
  let bob: Actor;
  beforeEach(async () => {
    roomId = await stage.open({}, 3, 'ann');
    [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob', 'carl')) as [Actor, Actor];
  });

  const room = () => stage.room(roomId);
  const idOf = ({ seat: { playerId } }: Actor): string => playerId;

  it('away for 33 s is host on coming back, in a game, too', async () => {
    await stage.driver.start(roomId);
    await stage.drop(ann);
    await stage.pass(33 * S);
    expect(await hostName()).toBe('bob');
    stage.broadcaster.clear();
    const back = await stage.sit(roomId, 'ann');
    await stage.flush();
    expect([back.membership.becameHost, await hostName()]).toEqual([false, 'ann']);
    expect(stage.broadcaster.payloads(bob.connectionId, 'actingHost')).toEqual([{ playerId: '' }]);
    const [roster] = stage.broadcaster.payloads(back.connectionId, 'joinRoom');
    const hosts = roster?.players.filter(({ isHost }) => isHost);
    expect(hosts).toMatchObject([{ playerName: 'ann', isOwner: true }]);
  });

  it('whose seat was freed is host on a new one', async () => {
    await stage.drop(ann);
    await stage.pass(3 * MIN);
    expect(await names()).toEqual(['bob', 'carl']);
    const back = await stage.sit(roomId, 'ann');
    expect(back.membership).toMatchObject({ resumed: false, becameHost: true });
    expect(await hostName()).toBe('ann');
  });

  it('who is back in the moment in which the role would go on keeps it', async () => {
    await stage.drop(ann);
    await stage.pass(30 * S - 1);
    afterNextRead(() => stage.sit(roomId, 'ann'));
    await stage.pass(2);
    expect(await hostName()).toBe('ann');
  });

  it('gives the role away and takes it back, and a late click of the other changes nothing', async () => {
    await stage.roles.handOver(room(), 'ann', idOf(bob));
    await stage.drop(ann);
    await stage.pass(33 * S);
    expect((await stage.sit(roomId, 'ann')).membership.becameHost).toBe(false);
    expect(await hostName()).toBe('bob');
    await stage.roles.takeBack(room(), 'ann');
    expect(await hostName()).toBe('ann');
    const late = () => stage.roles.handOver(room(), 'bob', idOf(ann));
    expect(await codeOf(late)).toBe('NOT_HOST');
    const foreign = () => stage.roles.takeBack(room(), 'bob');
    expect(await codeOf(foreign)).toBe('FORBIDDEN');
    expect(await hostName()).toBe('ann');
  });

  it('cannot be kicked', async () => {
    await stage.drop(ann);
    await stage.pass(33 * S);
    expect(await codeOf(() => stage.rooms.kick(room(), idOf(ann)))).toBe('FORBIDDEN');
    expect(await names()).toEqual(['ann', 'bob', 'carl']);
  });
});

describe('R2.2 seats of who dropped', () => {
  it('are freed after 2 minutes in the lobby', async () => {
    const [, bob] = await stage.seatAll(roomId, 'ann', 'bob', 'carl');
    await stage.drop(bob!);
    await stage.pass(2 * MIN - 1);
    expect(await names()).toEqual(['ann', 'bob', 'carl']);
    await stage.pass(1);
    expect(await names()).toEqual(['ann', 'carl']);
    stage.broadcaster.clear();
    await stage.flush();
    expect(stage.broadcaster.frames.map(({ event, payload }) => [event, payload])).toEqual([
      ['exitRoom', { playerId: bob!.seat.playerId }],
    ]);
  });

  it('are not freed of who comes back in time', async () => {
    const [, bob] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.drop(bob!);
    await stage.pass(2 * MIN - 1);
    const back = await stage.sit(roomId, 'bob');
    expect(back.membership.resumed).toBe(true);
    await stage.pass(5 * MIN);
    expect(await names()).toEqual(['ann', 'bob']);
  });

  it('are never freed in a game, but 2 minutes later at the soonest when it is over', async () => {
    const [, bob] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'pause');
    await stage.drop(bob!);
    await stage.pass(60 * MIN);
    expect(await names()).toEqual(['ann', 'bob']);
    const back = await stage.sit(roomId, 'bob');
    expect(back.membership).toMatchObject({
      resumed: true,
      seat: { playerId: bob!.seat.playerId },
    });
    await stage.drop(back);
    await stage.driver.adjust(roomId, 'end');
    await stage.pass(2 * MIN);
    expect(await names()).toEqual(['ann']);
  });

  it('free the place for somebody else', async () => {
    await stage.directory.run(roomId, changeOptions({ maxPlayerCount: 2 }));
    const [, bob] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.drop(bob!);
    expect(await codeOf(() => stage.sit(roomId, 'carl'))).toBe('ROOM_FULL');
    await stage.pass(2 * MIN);
    await stage.sit(roomId, 'carl');
    expect(await names()).toEqual(['ann', 'carl']);
  });
});

describe('R1.6 rooms end', () => {
  it('when nobody was connected for 5 minutes, and the PIN rests then', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    const { pin } = await stage.state(roomId);
    await stage.pass(10 * MIN);
    await stage.drop(ann!);
    await stage.pass(5 * MIN - 1);
    expect(await isOpen()).toBe(true);
    await stage.pass(1);
    expect(await isOpen()).toBe(false);
    expect(await stage.store.findRoom(pin)).toBeUndefined();
    const again = {
      pin,
      options: someOptions(),
      quizSet: { quizSetId: 'test-set', quizCount: 3, title: 'x' },
      identityId: 'x',
      address: 'x',
      limits: { rooms: 9, perIdentity: 9, perAddress: 9 },
    };
    await stage.pass(10 * MIN - 1);
    expect(await stage.store.openRoom(again)).toBeUndefined();
    await stage.pass(1);
    expect(await stage.store.openRoom(again)).toBeDefined();
  });

  it('when their creator never came', async () => {
    await stage.pass(5 * MIN - 1);
    expect(await isOpen()).toBe(true);
    await stage.pass(1);
    expect(await isOpen()).toBe(false);
  });

  it('not when somebody was there in between', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    await stage.drop(ann!);
    await stage.pass(4 * MIN);
    await stage.drop(await stage.sit(roomId, 'ann'));
    await stage.pass(4 * MIN);
    expect(await isOpen()).toBe(true);
    await stage.pass(MIN);
    expect(await isOpen()).toBe(false);
  });

  it('after 30 minutes without activity in the lobby, telling who is there', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    await stage.pass(20 * MIN);
    stage.move(ann!, [1, 1]);
    await stage.flush();
    await stage.pass(29 * MIN);
    expect(await isOpen()).toBe(true);
    await stage.pass(2 * MIN);
    expect(await isOpen()).toBe(false);
    expect(stage.broadcaster.payloads(ann!.connectionId, 'notice')).toEqual([
      { code: 'ROOM_CLOSED' },
    ]);
    expect(stage.broadcaster.disconnected).toEqual([ann!.connectionId]);
  });

  it('not while a game runs, but when it was paused for 2 hours', async () => {
    await stage.seatAll(roomId, 'ann');
    await stage.driver.start(roomId);
    for (let n = 0; n < 12 * 60; n++) await stage.driver.adjust(roomId, 'extend');
    await stage.pass(59 * MIN);
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'countdown' } });
    await stage.driver.adjust(roomId, 'pause');
    await stage.pass(120 * MIN - 1);
    expect(await isOpen()).toBe(true);
    await stage.pass(1);
    expect(await isOpen()).toBe(false);
  });

  it('an end that was overtaken by an arrival does not happen', async () => {
    await stage.pass(5 * MIN - 1);
    afterNextRead(() => stage.sit(roomId, 'ann'));
    await stage.pass(1);
    expect(await names()).toEqual(['ann']);
    await stage.pass(MIN);
    expect(await isOpen()).toBe(true);
    expect(Date.now()).toBe(EPOCH + 6 * MIN);
  });
});
