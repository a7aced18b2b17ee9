import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SeatGrant } from '../../src/store/contract.js';
import type { RoomFact } from '../../src/store/facts.js';
import { codeOf } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
/** Whether the room's channel is cut: facts happen, and nobody here hears them. */
let isCut: boolean;

beforeEach(async () => {
  stage = openStage();
  isCut = false;
  const subscribe = stage.bus.subscribe.bind(stage.bus);
  stage.bus.subscribe = (id, listener) =>
    subscribe(id, (fact: RoomFact) => {
      if (!isCut) listener(fact);
    });
  roomId = await stage.open();
  await stage.seatAll(roomId, 'ann');
});
afterEach(() => {
  closeStage(stage);
});

/** Bob on another phone, at another process. */
const takeOver = (): Promise<SeatGrant> =>
  stage.store.seatPlayer(roomId, {
    connectionId: 'elsewhere',
    identityId: 'bob',
    address: '192.0.2.1',
    playerId: '',
    playerName: 'bob',
    position: [0, 0],
  });

/** Has Bob wait whose own seat nobody here has heard of. */
async function waitInTheDark(): Promise<Actor> {
  isCut = true;
  const bob = await stage.sit(roomId, 'bob');
  isCut = false;
  await stage.flush();
  expect(bob.isAdmitted()).toBe(false);
  return bob;
}

/** What the store does between seating somebody and its answer. */
function beforeTheAnswer(happens: () => Promise<unknown>): void {
  const seat = stage.store.seatPlayer.bind(stage.store);
  stage.store.seatPlayer = async (id, wanted) => {
    const grant = await seat(id, wanted);
    stage.store.seatPlayer = seat;
    await happens();
    return grant;
  };
}

const told = ({ connectionId }: Actor): unknown[] =>
  stage.broadcaster.heard(connectionId).map(({ payload }) => payload);

/** What has become of a newcomer. */
function fateOf(bob: Actor): object {
  const { disconnected } = stage.broadcaster;
  return { told: told(bob), disconnected, waits: !bob.isAdmitted() };
}

const replaced = ({ connectionId }: Actor): object => {
  return { told: [{ code: 'SESSION_REPLACED' }], disconnected: [connectionId], waits: false };
};

describe('R2.3 a newcomer whose seat another connection takes before it is let in', () => {
  it('is told so when both were heard of before the store had answered', async () => {
    beforeTheAnswer(takeOver);
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    expect(fateOf(bob)).toEqual(replaced(bob));
  });

  it('is told so when neither was heard of', async () => {
    const bob = await waitInTheDark();
    isCut = true;
    await takeOver();
    isCut = false;
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(fateOf(bob)).toEqual(replaced(bob));
  });

  it('is told so when it was just about to be let in', async () => {
    const bob = await stage.sit(roomId, 'bob');
    await takeOver();
    await stage.flush();
    expect(fateOf(bob)).toEqual(replaced(bob));
  });

  it('is not mistaken for the connection before it, of which one hears late', async () => {
    const before = await stage.sit(roomId, 'bob');
    await stage.flush();
    await stage.drop(before);
    const late: RoomFact[] = [];
    const { view } = before.membership.room;
    const apply = before.membership.room.apply.bind(before.membership.room);
    before.membership.room.apply = (fact) => void late.push(fact);
    const between = await takeOver();
    expect(between.seat.connectionId).toBe('elsewhere');
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    for (const fact of late) {
      expect(stage.broadcaster.disconnected).toEqual([]);
      apply(fact);
    }
    await stage.flush();
    expect(view.seats.get(bob.seat.slot)?.connectionId).toBe(bob.connectionId);
    expect(bob.isAdmitted()).toBe(true);
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toContain('getSelfId');
  });
});

describe('R2.3 somebody whose seat another connection takes', () => {
  it('is told so by its own process, as a message from the other one may get lost', async () => {
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    stage.broadcaster.clear();
    await takeOver();
    expect(fateOf(bob)).toEqual(replaced(bob));
  });
});

describe('R2.2 a newcomer whose seat is given up before it is let in', () => {
  it('takes it again when others thought this process dead', async () => {
    beforeTheAnswer(() => stage.store.dropPlayer(roomId, 1, 1));
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    expect(stage.broadcaster.reconnected).toEqual([bob.connectionId]);
  });

  it('comes again, and is refused, when it was kicked and nobody here has heard of it', async () => {
    const bob = await waitInTheDark();
    isCut = true;
    const { slot, serial } = bob.seat;
    await stage.store.removePlayer(roomId, { slot, serial }, 'kicked');
    isCut = false;
    await stage.directory.catchUpAll();
    expect(stage.broadcaster.reconnected).toEqual([bob.connectionId]);
    expect(await codeOf(() => stage.sit(roomId, 'bob'))).toBe('KICKED');
  });

  it('is not sent away for a snapshot that is older than its seat', async () => {
    const snapshot = stage.store.snapshot.bind(stage.store);
    let answer = (): void => {};
    stage.store.snapshot = async (id) => {
      const taken = await snapshot(id);
      await new Promise<void>((done) => (answer = done));
      return taken;
    };
    const catchingUp = stage.directory.catchUpAll();
    await stage.pass(0);
    isCut = true;
    const bob = await stage.sit(roomId, 'bob');
    isCut = false;
    answer();
    await catchingUp;
    expect(stage.broadcaster.reconnected).toEqual([]);
    stage.store.snapshot = snapshot;
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(bob.isAdmitted()).toBe(true);
  });
});

describe('R1.6 a newcomer to a room that ends before it is let in', () => {
  it('is told so, and sent away', async () => {
    const bob = await waitInTheDark();
    const screen = await stage.watch(roomId);
    stage.store.heads = async () => ({ incarnation: 'memory', rooms: new Map() });
    await stage.directory.compare();
    await stage.directory.compare();
    for (const one of [bob, screen]) {
      expect(told(one)).toContainEqual({ code: 'ROOM_LOST' });
      expect(stage.broadcaster.disconnected).toContain(one.connectionId);
      expect(one.isAdmitted()).toBe(true);
    }
  });

  it('is refused when the store had not even answered', async () => {
    const addScreen = stage.store.addScreen.bind(stage.store);
    stage.store.addScreen = async (...who) => {
      const { seq } = await stage.state(roomId);
      await stage.store.closeRoom(roomId, 'idle', seq);
      return addScreen(...who);
    };
    expect(await codeOf(() => stage.watch(roomId))).toBe('ROOM_NOT_FOUND');
  });
});
