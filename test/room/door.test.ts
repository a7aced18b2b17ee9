import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeAll } from '../../src/game/unmoved.js';
import { RoomError, type QueuePlace } from '../../src/protocol/index.js';
import { DoorReader, doorHere } from '../../src/server/live/room/door-report.js';
import { WaitingLine, type Waiting } from '../../src/server/live/room/waiting-line.js';
import { closeStage, openStage, type Stage } from '../support/stage.js';

/** Somebody who comes to the door, whatever becomes of it. */
interface Comer {
  name: string;
  connectionId: string;
  outcome: string;
  places: QueuePlace[];
}

let stage: Stage;
let roomId: string;
let seatedInOrder: string[];
let connections = 0;

function come(name: string, address = '192.0.2.1'): Comer {
  const connectionId = `d${connections++}`;
  const comer: Comer = { name, connectionId, outcome: 'waits', places: [] };
  const waiter = { isHere: () => true, tell: (place: QueuePlace) => void comer.places.push(place) };
  const visitor = { connectionId, identityId: name, address, language: 'en' as const, waiter };
  void stage.rooms.sit(roomId, visitor, name).then(
    () => {
      comer.outcome = 'seated';
      seatedInOrder.push(name);
    },
    (error: unknown) => (comer.outcome = error instanceof RoomError ? error.code : String(error)),
  );
  return comer;
}
const comeAll = (prefix: string, count: number, address?: string): Comer[] =>
  Array.from({ length: count }, (_, n) => come(`${prefix}${n}`, address));
const count = (comers: readonly Comer[], outcome: string): number =>
  comers.filter((one) => one.outcome === outcome).length;

beforeEach(async () => {
  stage = openStage({ newcomersPerS: 10, limits: { rooms: 10 } });
  roomId = await stage.open({ maxPlayerCount: 200 }, 3, 'owner');
  seatedInOrder = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  closeStage(stage);
});

describe('R1.8 the queue at the door', () => {
  it('seats so many of an address in a second, in their order, and refuses nobody', async () => {
    const hall = comeAll('a', 35);
    const far = comeAll('b', 10, '198.51.100.1');
    await stage.pass(50);
    expect([count(hall, 'seated'), count(far, 'seated')]).toEqual([10, 10]);
    await stage.pass(1_000);
    expect(count(hall, 'seated')).toBe(20);
    await stage.pass(2_500);
    expect(count(hall, 'seated')).toBe(35);
    const order = seatedInOrder.filter((name) => name.startsWith('a'));
    expect(order).toEqual(hall.map(({ name }) => name));
  });

  it('tells who waits where they stand', async () => {
    const hall = comeAll('a', 25);
    await stage.pass(150);
    expect(hall[9]!.places).toEqual([]);
    expect(hall[10]!.places[0]).toEqual({ place: 1, seconds: 1 });
    expect(hall[24]!.places[0]).toEqual({ place: 15, seconds: 2 });
  });

  it('lets each identity take its turn, however many connections it has', async () => {
    comeAll('first', 10);
    await stage.pass(20);
    for (let n = 0; n < 8; n++) come('many');
    const few = comeAll('few', 5);
    await stage.pass(1_100);
    expect(count(few, 'seated')).toBe(5);
    expect(seatedInOrder.slice(10, 16)).toEqual(['many', 'few0', 'few1', 'few2', 'few3', 'few4']);
  });

  it('lets nobody wait who has a seat or runs the room, nor anybody in a small room', async () => {
    const seated = comeAll('a', 10);
    await stage.pass(20);
    comeAll('b', 20);
    await stage.pass(20);
    const back = [come('a0'), come('a1'), come('owner')];
    await stage.pass(5);
    expect(count(back, 'seated')).toBe(3);
    expect(count(seated, 'seated')).toBe(10);
    roomId = await stage.open({ maxPlayerCount: 29 }, 3, 'other');
    const small = comeAll('c', 25);
    await stage.pass(5);
    expect(count(small, 'seated')).toBe(25);
  });

  it('after a reconnect storm all who had a seat are back at once, and the others go on in their order', async () => {
    comeAll('a', 10);
    await stage.pass(20);
    const lost = comeAll('b', 10);
    await stage.pass(20);
    for (const { connectionId } of lost) stage.door.giveUp(connectionId);
    seatedInOrder = [];
    const again = [...comeAll('b', 10), ...comeAll('a', 10)];
    await stage.pass(5);
    expect(seatedInOrder.filter((name) => name.startsWith('a'))).toHaveLength(10);
    await stage.pass(2_100);
    expect(count(again, 'seated')).toBe(20);
    expect(seatedInOrder.filter((name) => name.startsWith('b'))).toEqual(
      lost.map(({ name }) => name),
    );
  });

  it('keeps nothing of who gives up, nor of a queue that is over', async () => {
    comeAll('a', 10);
    await stage.pass(20);
    const waiting = comeAll('b', 500);
    await stage.pass(20);
    expect(stage.door.waitingFor(roomId)).toBe(500);
    for (const { connectionId } of waiting) stage.door.giveUp(connectionId);
    await stage.pass(200);
    expect(count(waiting, 'NOT_IN_ROOM')).toBe(500);
    expect(stage.door.waitingFor(roomId)).toBe(0);
    expect(stage.door.size).toBe(0);
  });

  it('refuses all who wait as soon as the room is locked', async () => {
    comeAll('a', 10);
    await stage.pass(20);
    const waiting = comeAll('b', 50);
    await stage.rooms.changeSettings(stage.room(roomId), { isLocked: true });
    await stage.pass(300);
    expect(count(waiting, 'ROOM_LOCKED')).toBe(50);
  });
});

describe('R1.8 R3.7 a phone that fills the hall', () => {
  it('leaves the hall to those who were turned away, in less than a minute after one press of the host', async () => {
    come('owner');
    const attack = comeAll('x', 199);
    await stage.pass(21_000);
    expect(count(attack, 'seated')).toBe(199);
    const honest = comeAll('h', 199);
    await stage.pass(50);
    expect(count(honest, 'ROOM_FULL')).toBe(199);
    expect(await stage.rooms.removeAll(stage.room(roomId), 'unmoved', true)).toEqual({
      count: 199,
    });
    const pressedAt = Date.now();
    expect(await stage.rooms.removeAll(stage.room(roomId), 'unmoved', false)).toEqual({
      count: 199,
    });
    // The phone comes back at once, each time as somebody new; people see that they were refused, and try again.
    const again = comeAll('y', 199);
    await stage.pass(2_000);
    const tried = comeAll('h', 199);
    while (count(tried, 'seated') < 199 && Date.now() - pressedAt < 60_000) await stage.pass(250);
    const tookS = (Date.now() - pressedAt) / 1000;
    console.log(
      `199 of the hall were seated ${tookS} s after the press; of the phone ${count(again, 'seated')}`,
    );
    expect(count(tried, 'seated')).toBe(199);
    expect(tookS).toBeLessThan(60);
    expect(count(again, 'seated')).toBe(0);
  });
});

describe('R3.7 seats that are kept', () => {
  it("are no one else's who asks in the moment of the press, nor at a time with others", async () => {
    come('owner');
    comeAll('x', 199);
    await stage.pass(21_000);
    const honest = comeAll('h', 190);
    await stage.pass(50);
    expect(count(honest, 'ROOM_FULL')).toBe(190);
    // Of these some are decided with the removal, some before it and some after.
    const inFlight = comeAll('before', 40);
    const pressing = stage.rooms.removeAll(stage.room(roomId), 'unmoved', false);
    inFlight.push(...comeAll('after', 40, '198.51.100.1'));
    expect(await pressing).toEqual({ count: 199 });
    const addresses = Array.from({ length: 20 }, (_, n) => `203.0.113.${n}`);
    for (const address of addresses) inFlight.push(...comeAll(address, 5, address));
    await stage.pass(1_000);
    // Nine seats are more than there are people whom they are kept for.
    expect(count(inFlight, 'seated')).toBe(9);
    const tried = comeAll('h', 190);
    await stage.pass(20_000);
    expect(count(tried, 'seated')).toBe(190);
  });

  it('are not kept from who runs the room, nor in a small one', async () => {
    comeAll('x', 200);
    await stage.pass(21_000);
    const honest = comeAll('h', 200);
    await stage.pass(50);
    await stage.rooms.removeAll(stage.room(roomId), 'unmoved', false);
    const [owner, other] = [come('owner'), come('y')];
    await stage.pass(20);
    expect([owner.outcome, other.outcome]).toEqual(['seated', 'waits']);
    expect(count(honest, 'ROOM_FULL')).toBe(200);
    roomId = await stage.open({ maxPlayerCount: 20 }, 3, 'small');
    comeAll('s', 20);
    await stage.pass(20);
    comeAll('t', 20);
    await stage.pass(20);
    await stage.rooms.removeAll(stage.room(roomId), 'unmoved', false);
    const fresh = comeAll('u', 20);
    await stage.pass(20);
    expect(count(fresh, 'seated')).toBe(20);
  });
});

describe('R3.7 while seats are kept', () => {
  beforeEach(async () => {
    come('owner');
    comeAll('x', 199);
    await stage.pass(21_000);
    comeAll('h', 150);
    await stage.pass(50);
  });

  it('others are seated in their order as far as more are free', async () => {
    await stage.rooms.removeAll(stage.room(roomId), 'unmoved', false);
    seatedInOrder = [];
    const fresh = comeAll('n', 70);
    await stage.pass(8_000);
    expect(seatedInOrder).toEqual(fresh.slice(0, 49).map(({ name }) => name));
    expect(count(fresh, 'waits')).toBe(21);
  });

  it('who would be refused anyway is refused at once', async () => {
    const room = stage.room(roomId);
    await stage.moderation.listNames(room, ['Ann'], false);
    await stage.rooms.changeSettings(room, { names: 'list' });
    // So that more are kept than are free.
    comeAll('g', 60);
    await stage.pass(50);
    await stage.rooms.removeAll(room, 'unmoved', false);
    const other = come('zoe');
    await stage.pass(50);
    expect(other.outcome).toBe('NAME_NOT_ON_LIST');
  });

  it('a press that removes nobody keeps none', async () => {
    const room = stage.room(roomId);
    await stage.pass(60_000);
    await stage.rooms.changeOptions(room, { maxPlayerCount: 250 });
    expect(await stage.rooms.removeAll(room, 'lastMinute', false)).toEqual({ count: 0 });
    const fresh = comeAll('n', 10);
    await stage.pass(50);
    expect(count(fresh, 'seated')).toBe(10);
  });
});

describe('R1.7 R1.8 wrong names of who waits', () => {
  it('are counted as of everybody, where the host brings a list meanwhile', async () => {
    comeAll('a', 10);
    await stage.pass(20);
    const tries = Array.from({ length: 15 }, () => come('many'));
    await stage.pass(20);
    expect(count(tries, 'waits')).toBe(15);
    const room = stage.room(roomId);
    await stage.moderation.listNames(room, ['Ann'], false);
    await stage.rooms.changeSettings(room, { names: 'list' });
    await stage.pass(2_000);
    expect([count(tries, 'NAME_NOT_ON_LIST'), count(tries, 'RATE_LIMITED')]).toEqual([10, 5]);
  });
});

describe('a line in which some are known by now', () => {
  it('R3.7 lets those go first', () => {
    const line = new WaitingLine();
    const one = (identityId: string): Waiting => {
      const nothing = (): void => {};
      const parts = { goesAtOnce: () => false, go: nothing, end: nothing, tell: nothing };
      return { connectionId: identityId, identityId, ...parts };
    };
    for (const name of ['a', 'b', 'c']) line.add(one(name), false);
    line.add(one('d'), true);
    line.bringForward(new Set(['c', 'd', 'e']));
    expect([...line.inOrder()].map(({ identityId }) => identityId)).toEqual(['d', 'c', 'a', 'b']);
    expect(line.size).toBe(4);
    expect(line.peek(false)?.identityId).toBe('d');
  });
});

describe('R1.9 who was turned away', () => {
  const reader = () =>
    new DoorReader(
      (id) => doorHere(stage.door, id),
      async () => ({ facts: [], isComplete: true }),
    );

  it('is counted once by why, until they are in', async () => {
    roomId = await stage.open({ maxPlayerCount: 2 }, 3, 'owner');
    come('owner');
    come('ann');
    await stage.pass(5);
    for (const name of ['bob', 'bob', 'cho']) come(name);
    await stage.pass(5);
    const room = stage.room(roomId);
    expect((await reader().read(room, false)).turnedAway).toEqual({ ROOM_FULL: 2 });
    await stage.rooms.changeOptions(room, { maxPlayerCount: 3 });
    const bob = come('bob');
    await stage.pass(5);
    expect(bob.outcome).toBe('seated');
    expect((await reader().read(room, false)).turnedAway).toEqual({ ROOM_FULL: 1 });
    await stage.pass(10 * 60_000);
    expect((await reader().read(room, false)).turnedAway).toEqual({});
  });

  it('tells which names of the list nobody has', async () => {
    come('owner');
    await stage.pass(5);
    const room = stage.room(roomId);
    expect((await reader().read(room, true)).missing).toBeNull();
    await stage.moderation.listNames(room, ['Ann', 'Bob', 'Cho'], false);
    await stage.rooms.changeSettings(room, { names: 'list' });
    come('bob');
    await stage.pass(5);
    const report = await reader().read(room, true);
    expect(report).toMatchObject({ missing: 2, names: ['Ann', 'Cho'] });
    expect((await reader().read(room, false)).names).toBeUndefined();
    const other = come('zoe');
    await stage.pass(5);
    expect(other.outcome).toBe('NAME_NOT_ON_LIST');
    expect((await reader().read(room, false)).turnedAway).toEqual({ NAME_NOT_ON_LIST: 1 });
  });
});

describe('R3.7 who is removed', () => {
  it('is told so, and finds the door open', async () => {
    come('owner');
    const [ann] = await stage.seatAll(roomId, 'ann');
    const ended = vi.spyOn(stage.broadcaster, 'disconnect');
    expect(await stage.directory.run(roomId, removeAll('unmoved'))).toBe(1);
    await stage.pass(5);
    expect(ended.mock.calls).toContainEqual([ann!.connectionId, 'REMOVED']);
    const again = come('ann');
    await stage.pass(1_100);
    expect(again.outcome).toBe('seated');
  });
});
