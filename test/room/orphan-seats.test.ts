import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Seat } from '../../src/game/room-state.js';
import { RoomError } from '../../src/protocol/index.js';
import type { RoomUpdate } from '../../src/server/live/store/room-update.js';
import {
  changesIn,
  GIVEN_UP_MS,
  loseAnswer,
  loseAppend,
  recordAppends,
} from '../support/appends.js';
import { codeOf } from '../support/game-data.js';
import { Lagging } from '../support/slow-consumer-room.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const S = 1_000;
const MIN = 60 * S;
const LINGER_MS = 5 * S;

let stage: Stage;
let roomId: string;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open();
});
afterEach(() => {
  vi.restoreAllMocks();
  closeStage(stage);
});

/** Sits somebody down whose answer gets lost, as when a command times out. */
async function sitInVain(name: string): Promise<void> {
  loseAnswer(stage.store, 'seated');
  const code = codeOf(() => stage.sit(roomId, name));
  await stage.pass(GIVEN_UP_MS);
  expect(await code).toBe('STORE_AWAY');
}

async function seatOf(name: string): Promise<Seat> {
  const seat = [...(await stage.state(roomId)).seats.values()].find(
    ({ playerName }) => playerName === name,
  );
  if (seat === undefined) throw new Error(`${name} has no seat`);
  return seat;
}

const isConnected = async (name: string): Promise<boolean> =>
  (await seatOf(name)).droppedAt === null;

describe('R2.2 a seat whose join failed after the store had granted it', () => {
  it('is dropped at the second look', async () => {
    await sitInVain('ann');
    await stage.pass(S);
    expect(await isConnected('ann')).toBe(true);
    await stage.pass(S);
    expect(await isConnected('ann')).toBe(false);
  });

  it('R1.6 does not keep the room open', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    await sitInVain('bob');
    await stage.exit(ann!);
    await stage.pass(6 * MIN);
    expect(await stage.store.readRoom(roomId)).toBeUndefined();
  });

  it('R3.2 does not stand in for the host', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    await sitInVain('bob');
    const [carl] = await stage.seatAll(roomId, 'carl');
    await stage.drop(ann!);
    await stage.pass(31 * S);
    expect((await stage.state(roomId)).actingId).toBe(carl!.seat.playerId);
  });

  it('is dropped also where the failure came after the answer', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    await stage.drop(ann!);
    // Who comes while the host is away has the room looked after.
    vi.spyOn(stage.store, 'armHousekeeping').mockRejectedValueOnce(new RoomError('STORE_AWAY'));
    expect(await codeOf(() => stage.sit(roomId, 'bob'))).toBe('STORE_AWAY');
    await stage.pass(2 * S);
    expect(await isConnected('bob')).toBe(false);
  });

  it('is dropped also in a room that is hosted here no more, when the store is back', async () => {
    await sitInVain('ann');
    const away = vi.spyOn(stage.store, 'readRoom').mockRejectedValue(new RoomError('STORE_AWAY'));
    await stage.pass(LINGER_MS + S);
    expect(stage.directory.get(roomId)).toBeUndefined();
    away.mockRestore();
    expect(await isConnected('ann')).toBe(true);
    await stage.pass(2 * S);
    expect(await isConnected('ann')).toBe(false);
  });

  it('is dropped also when the store grants it late, as it had stood still', async () => {
    let grant = async (): Promise<unknown> => undefined;
    loseAnswer(stage.store, 'seated', async (append) => (grant = append));
    const code = codeOf(() => stage.sit(roomId, 'ann'));
    await stage.pass(GIVEN_UP_MS + S);
    expect(await code).toBe('STORE_AWAY');
    await grant();
    await stage.pass(2 * S);
    expect(await isConnected('ann')).toBe(false);
  });

  it('stays with somebody who tries again on the same connection and is let in', async () => {
    loseAnswer(stage.store, 'seated');
    const visitor = { connectionId: 'c', identityId: 'ann', address: '', language: 'en' as const };
    const code = codeOf(() => stage.rooms.sit(roomId, visitor, 'ann'));
    await stage.pass(GIVEN_UP_MS + 0.9 * S);
    expect(await code).toBe('STORE_AWAY');
    const membership = await stage.rooms.sit(roomId, visitor, 'ann');
    const { seat } = membership;
    void membership.room.join({
      connectionId: 'c',
      slot: seat!.slot,
      grant: seat,
      format: 'json',
      isCreator: false,
      cursor: null,
    });
    await stage.pass(10 * S);
    expect(await isConnected('ann')).toBe(true);
  });

  it('is not taken from a connection that came back meanwhile, though the look was under way', async () => {
    await sitInVain('ann');
    await stage.pass(S);
    const read = stage.store.readRoom.bind(stage.store);
    vi.spyOn(stage.store, 'readRoom').mockImplementationOnce(async (id) => {
      const state = await read(id);
      await stage.sit(roomId, 'ann');
      return state;
    });
    await stage.pass(10 * S);
    expect(await isConnected('ann')).toBe(true);
  });
});

describe('R2.2 a seat that the store took back and then lost that again', () => {
  let bob: Actor;
  beforeEach(async () => {
    bob = (await stage.seatAll(roomId, 'ann', 'bob'))[1]!;
  });

  it('is dropped again', async () => {
    // Redis answers, and restarts without its last second.
    loseAppend(stage.store, 'dropped');
    await stage.drop(bob);
    expect(await isConnected('bob')).toBe(true);
    await stage.pass(2 * S);
    expect(await isConnected('bob')).toBe(false);
  });

  it('is dropped also where somebody left on purpose', async () => {
    loseAppend(stage.store, 'left');
    await stage.exit(bob);
    await stage.pass(2 * S);
    expect(await isConnected('bob')).toBe(false);
  });

  it('is dropped when the store is back, however long that takes', async () => {
    loseAppend(stage.store, 'dropped');
    await stage.drop(bob);
    const away = vi.spyOn(stage.store, 'readRoom').mockRejectedValue(new RoomError('STORE_AWAY'));
    await stage.pass(20 * S);
    away.mockRestore();
    await stage.pass(2 * S);
    expect(await isConnected('bob')).toBe(false);
  });

  it('stays with who came back meanwhile on another connection', async () => {
    loseAppend(stage.store, 'dropped');
    await stage.drop(bob);
    await stage.sit(roomId, 'bob');
    await stage.pass(10 * S);
    expect(await isConnected('bob')).toBe(true);
  });
});

describe('who counts as being there', () => {
  it('is somebody whose join is under way, however slow the store', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    await stage.drop(ann!);
    // The newcomer is seated by then.
    const arm = stage.store.armHousekeeping.bind(stage.store);
    vi.spyOn(stage.store, 'armHousekeeping').mockImplementationOnce(async (...at) => {
      await new Promise((done) => setTimeout(done, 9 * S));
      return arm(...at);
    });
    const appends = recordAppends(stage.store);
    const sitting = stage.sit(roomId, 'bob');
    await stage.pass(9 * S);
    await sitting;
    await stage.pass(5 * S);
    expect(changesIn(appends, 'dropped')).toEqual([]);
  });

  it('is a newcomer who waits, a slow consumer and everybody else in the room', async () => {
    const room = await Lagging.open(stage);
    let isCut = false;
    const apply = stage.room(room.roomId).apply.bind(stage.room(room.roomId));
    stage.room(room.roomId).apply = (update: RoomUpdate) => {
      if (!isCut) apply(update);
    };
    await room.lag();
    isCut = true;
    vi.spyOn(stage.store, 'since').mockRejectedValue(new RoomError('STORE_AWAY'));
    const dora = await stage.sit(room.roomId, 'dora');
    const appends = recordAppends(stage.store);
    await stage.pass(4 * S);
    expect(dora.isAdmitted()).toBe(false);
    expect(room.isListening(room.bob)).toBe(false);
    expect(changesIn(appends, 'dropped')).toEqual([]);
    vi.mocked(stage.store.since).mockRestore();
  });
});

describe('the look', () => {
  it('asks the store for no room in which everybody is there', async () => {
    await stage.seatAll(roomId, 'ann', 'bob', 'carl');
    const read = vi.spyOn(stage.store, 'readRoom');
    await stage.pass(5 * S);
    expect(read).not.toHaveBeenCalled();
  });

  it('asks once for all of a room, and forgets who has no seat', async () => {
    roomId = await stage.open({ maxPlayerCount: 1 });
    await stage.seatAll(roomId, 'hana');
    const read = vi.spyOn(stage.store, 'readRoom');
    for (const name of ['ann', 'bob', 'carl']) await codeOf(() => stage.sit(roomId, name));
    await stage.pass(10 * S);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('asks twice when a hall has dropped at once and comes back', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `player ${n}`);
    const players = await stage.seatAll(roomId, ...names);
    const read = vi.spyOn(stage.store, 'readRoom');
    for (const player of players) await stage.drop(player);
    for (const name of names) await stage.sit(roomId, name);
    read.mockClear();
    const appends = recordAppends(stage.store);
    await stage.pass(10 * S);
    expect(read).toHaveBeenCalledTimes(2);
    expect(changesIn(appends, 'dropped')).toEqual([]);
  });

  it('is left out after a standstill, when those who are there have not been heard of', async () => {
    await sitInVain('ann');
    await stage.pass(S);
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 4 * S);
    await stage.pass(S);
    expect(await isConnected('ann')).toBe(true);
    await stage.pass(S);
    expect(await isConnected('ann')).toBe(false);
  });
});
