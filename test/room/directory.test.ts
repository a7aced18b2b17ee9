import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RoomError } from '../../src/protocol/index.js';
import type { SeatGrant } from '../../src/game/seat-commands.js';
import { GIVEN_UP_MS, interceptAppend, loseAnswer } from '../support/appends.js';
import { seatPlayer } from '../support/store-verbs.js';
import { codeOf } from '../support/game-data.js';
import { closeStage, openStage, type Stage } from '../support/stage.js';

const LINGER_MS = 5_000;

let stage: Stage;
let roomId: string;
/** How many subscriptions there are now, and how many there ever were. */
let subscriptions: { now: number; ever: number };

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open();
  subscriptions = { now: 0, ever: 0 };
  const subscribe = stage.bus.subscribe.bind(stage.bus);
  stage.bus.subscribe = async (id, listener) => {
    subscriptions.now += 1;
    subscriptions.ever += 1;
    const stop = await subscribe(id, listener);
    return async () => {
      subscriptions.now -= 1;
      await stop();
    };
  };
});
afterEach(() => {
  closeStage(stage);
});

const join = (connectionId: string): Promise<void> => {
  const newcomer = {
    connectionId,
    slot: null,
    grant: null,
    format: 'json' as const,
    isCreator: false,
    cursor: null,
  };
  return stage.room(roomId).join(newcomer);
};

/** Another process seats somebody. */
const seat = (n: number): Promise<SeatGrant> =>
  seatPlayer(stage.elsewhere, roomId, {
    identityId: `identity-${n}`,
    address: '192.0.2.1',
    connectionId: `c${n}`,
    playerId: `p${n}`,
    playerName: `Player ${n}`,
    position: [0, 0],
    process: 'elsewhere',
    isStoreFull: false,
  });

describe('hosting a room', () => {
  it('subscribes once, however many ask at once', async () => {
    const rooms = await Promise.all(Array.from({ length: 50 }, () => stage.directory.host(roomId)));
    expect(new Set(rooms).size).toBe(1);
    expect(subscriptions).toEqual({ now: 1, ever: 1 });
    expect(await stage.directory.host(roomId)).toBe(rooms[0]);
    expect(stage.directory.all()).toEqual([rooms[0]]);
    expect(subscriptions.ever).toBe(1);
  });

  it('says so where there is no room, and keeps nothing', async () => {
    const asked = Array.from({ length: 3 }, () => codeOf(() => stage.directory.host('none')));
    expect(await Promise.all(asked)).toEqual([
      'ROOM_NOT_FOUND',
      'ROOM_NOT_FOUND',
      'ROOM_NOT_FOUND',
    ]);
    expect(subscriptions.now).toBe(0);
    expect(stage.directory.all()).toEqual([]);
  });

  it('keeps no subscription where the store fails, and the next try succeeds', async () => {
    vi.spyOn(stage.store, 'snapshot').mockRejectedValueOnce(new Error('away'));
    await expect(stage.directory.host(roomId)).rejects.toThrow('away');
    expect(subscriptions.now).toBe(0);
    await stage.directory.host(roomId);
    expect(subscriptions.now).toBe(1);
  });

  it('applies what happens while the snapshot is on its way once, and what it holds not again', async () => {
    const snapshot = stage.store.snapshot.bind(stage.store);
    stage.store.snapshot = async (id) => {
      // Told before the snapshot, and in it.
      await seat(0);
      await stage.store.share(id, {
        moves: [],
        chats: [{ slot: 0, generation: 1, message: 'ho' }],
      });
      const taken = await snapshot(id);
      // Told before the snapshot has arrived, and not in it.
      await seat(1);
      await stage.store.share(id, {
        moves: [],
        chats: [{ slot: 1, generation: 2, message: 'hi' }],
      });
      return taken;
    };
    const applied: number[] = [];
    const room = await stage.directory.host(roomId);
    const { view } = room;
    stage.store.snapshot = snapshot;
    const apply = room.apply.bind(room);
    room.apply = (update) => {
      applied.push(update.seq);
      apply(update);
    };
    await seat(2);
    const now = await snapshot(roomId);
    expect(view.seats).toEqual(now?.state.seats);
    expect(view.chat.all()).toEqual(now?.chat);
    expect(view.seq).toBe(now?.state.seq);
    expect(applied).toEqual([now?.state.seq]);
  });

  it('hears updates in order, and survives one that cannot be told', async () => {
    await stage.directory.host(roomId);
    const joined = join('c');
    await stage.flush();
    await joined;
    stage.broadcaster.breaks = ({ event }) => event === 'startGame';
    await seat(0);
    await stage.driver.start(roomId);
    // With what happened before it, and by itself.
    expect(stage.failures.splice(0)).toHaveLength(2);
    stage.broadcaster.breaks = () => false;
    await seat(1);
    expect(stage.room(roomId).view.seq).toBe((await stage.state(roomId)).seq);
  });
});

describe('letting a room go', () => {
  it('happens 5 s after the last connection has left, with its subscription', async () => {
    await stage.directory.host(roomId);
    const joined = join('c');
    await stage.flush();
    await joined;
    await stage.pass(LINGER_MS * 3);
    stage.room(roomId).leave('c');
    stage.directory.releaseIfEmpty(roomId);
    await stage.pass(LINGER_MS - 1);
    expect(stage.directory.get(roomId)).toBeDefined();
    expect(subscriptions.now).toBe(1);
    await stage.pass(1);
    expect(stage.directory.get(roomId)).toBeUndefined();
    expect(subscriptions).toEqual({ now: 0, ever: 1 });
  });

  it('does not happen when somebody comes back in time', async () => {
    await stage.directory.host(roomId);
    await stage.pass(LINGER_MS - 1);
    await stage.directory.host(roomId);
    await stage.pass(LINGER_MS - 1);
    expect(subscriptions).toEqual({ now: 1, ever: 1 });
    const joined = join('c');
    await stage.pass(LINGER_MS * 2);
    await joined;
    expect(stage.directory.get(roomId)).toBeDefined();
  });

  it('happens also to a room that was only asked for, as by somebody it had no seat for', async () => {
    await stage.directory.host(roomId);
    await stage.pass(LINGER_MS);
    expect(stage.directory.get(roomId)).toBeUndefined();
    expect(subscriptions.now).toBe(0);
  });

  it('R2.2 does not happen while the store takes its time to seat somebody', async () => {
    interceptAppend(stage.store, 'seated', async (append) => {
      await new Promise((done) => setTimeout(done, LINGER_MS + 1_000));
      return append();
    });
    const sitting = stage.sit(roomId, 'ann');
    await stage.pass(LINGER_MS + 1_000);
    const ann = await sitting;
    await stage.flush();
    expect(ann.isAdmitted()).toBe(true);
    expect(stage.directory.get(roomId)).toBe(ann.membership.room);
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toContain('joinRoom');
    await stage.drop(ann);
    await stage.pass(LINGER_MS);
    expect(stage.directory.get(roomId)).toBeUndefined();
  });

  it('happens when nobody could be seated after all', async () => {
    roomId = await stage.open({ maxPlayerCount: 1 });
    await seat(0);
    loseAnswer(stage.store, 'screenAdded', async () => {});
    expect(await codeOf(() => stage.sit(roomId, 'ann'))).toBe('ROOM_FULL');
    const watching = codeOf(() => stage.watch(roomId));
    await stage.pass(GIVEN_UP_MS);
    expect(await watching).toBe('STORE_AWAY');
    await stage.pass(LINGER_MS);
    expect(stage.directory.get(roomId)).toBeUndefined();
  });

  it('loses nothing that was done just before the last one left', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    stage.chat(ann!, 'last words');
    stage.move(ann!, [7, 7]);
    await stage.drop(ann!);
    await stage.pass(LINGER_MS);
    expect((await stage.state(roomId)).seats.get(0)?.position).toEqual([7, 7]);
    expect((await stage.store.snapshot(roomId))?.chat).toMatchObject([{ message: 'last words' }]);
  });

  it('leaves no timer behind where the copy was catching up just then', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'skip');
    const since = stage.store.since.bind(stage.store);
    let answer = (): void => {};
    stage.store.since = async (...copy) => {
      await new Promise<void>((done) => (answer = done));
      return since(...copy);
    };
    const catchingUp = stage.directory.catchUpAll();
    await stage.drop(ann!);
    await stage.driver.adjust(roomId, 'pause');
    await stage.driver.adjust(roomId, 'resume');
    await stage.pass(LINGER_MS);
    expect(stage.directory.get(roomId)).toBeUndefined();
    // What the store itself waits for.
    const waiting = vi.getTimerCount();
    answer();
    await catchingUp;
    expect(vi.getTimerCount()).toBe(waiting);
  });

  it('leaves no timer behind where the store was asked to take something just then', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    let refuse = (): void => {};
    vi.spyOn(stage.store, 'share').mockImplementation(
      () => new Promise((_done, fail) => (refuse = () => fail(new RoomError('STORE_AWAY')))),
    );
    stage.move(ann!, [1, 2]);
    await stage.flush();
    ann!.membership.room.leave(ann!.connectionId);
    stage.directory.releaseIfEmpty(roomId);
    await stage.pass(LINGER_MS);
    expect(stage.directory.get(roomId)).toBeUndefined();
    const waiting = vi.getTimerCount();
    refuse();
    await stage.pass(0);
    expect(vi.getTimerCount()).toBe(waiting);
  });

  it('R1.6 happens at once when the room is closed', async () => {
    await stage.directory.host(roomId);
    await stage.store.closeRoom(roomId, 'empty', 0);
    expect(stage.directory.get(roomId)).toBeUndefined();
    expect(subscriptions.now).toBe(0);
    expect(await codeOf(() => stage.directory.host(roomId))).toBe('ROOM_NOT_FOUND');
  });

  it('leaves the others alone', async () => {
    const other = await stage.open();
    await stage.directory.host(roomId);
    await stage.pass(LINGER_MS - 1);
    await stage.directory.host(other);
    await stage.pass(1);
    expect(stage.directory.all().map(({ view }) => view.roomId)).toEqual([other]);
  });

  it('of all rooms ends every timer and subscription', async () => {
    const other = await stage.open();
    for (const id of [roomId, other]) await stage.directory.host(id);
    const joined = join('c');
    stage.directory.close();
    expect(stage.directory.all()).toEqual([]);
    expect(subscriptions.now).toBe(0);
    void joined;
  });
});
