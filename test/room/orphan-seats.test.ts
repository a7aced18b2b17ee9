import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Seat } from '../../src/game/room-state.js';
import { RoomError } from '../../src/protocol/index.js';
import type { RoomFact } from '../../src/store/facts.js';
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

/** Lets the next seat be taken and the answer get lost, as when a command times out. */
function loseAnswer(): void {
  const seat = stage.store.seatPlayer.bind(stage.store);
  vi.spyOn(stage.store, 'seatPlayer').mockImplementationOnce(async (...asked) => {
    await seat(...asked);
    throw new RoomError('STORE_AWAY');
  });
}

async function seatOf(name: string): Promise<Seat> {
  const seat = (await stage.state(roomId)).seats.find(({ playerName }) => playerName === name);
  if (seat === undefined) throw new Error(`${name} has no seat`);
  return seat;
}

const isConnected = async (name: string): Promise<boolean> =>
  (await seatOf(name)).droppedAt === null;

describe('R2.2 a seat whose join failed after the store had granted it', () => {
  it('is dropped at the second look', async () => {
    loseAnswer();
    expect(await codeOf(() => stage.sit(roomId, 'ann'))).toBe('STORE_AWAY');
    await stage.pass(S);
    expect(await isConnected('ann')).toBe(true);
    await stage.pass(S);
    expect(await isConnected('ann')).toBe(false);
  });

  it('R1.6 does not keep the room open', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    loseAnswer();
    await codeOf(() => stage.sit(roomId, 'bob'));
    await stage.exit(ann!);
    await stage.pass(6 * MIN);
    expect(await stage.store.readRoom(roomId)).toBeUndefined();
  });

  it('R3.2 does not inherit the host role', async () => {
    const [ann] = await stage.seatAll(roomId, 'ann');
    loseAnswer();
    await codeOf(() => stage.sit(roomId, 'bob'));
    const [carl] = await stage.seatAll(roomId, 'carl');
    await stage.drop(ann!);
    await stage.pass(31 * S);
    expect((await stage.state(roomId)).hostId).toBe(carl!.seat.playerId);
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
    loseAnswer();
    await codeOf(() => stage.sit(roomId, 'ann'));
    const away = vi.spyOn(stage.store, 'readRoom').mockRejectedValue(new RoomError('STORE_AWAY'));
    await stage.pass(LINGER_MS + S);
    expect(stage.directory.get(roomId)).toBeUndefined();
    away.mockRestore();
    expect(await isConnected('ann')).toBe(true);
    await stage.pass(2 * S);
    expect(await isConnected('ann')).toBe(false);
  });

  it('is dropped also when the store grants it late, as it had stood still', async () => {
    const seat = stage.store.seatPlayer.bind(stage.store);
    let grant = async (): Promise<unknown> => undefined;
    vi.spyOn(stage.store, 'seatPlayer').mockImplementationOnce(async (...asked) => {
      grant = () => seat(...asked);
      throw new RoomError('STORE_AWAY');
    });
    await codeOf(() => stage.sit(roomId, 'ann'));
    await stage.pass(S);
    await grant();
    await stage.pass(2 * S);
    expect(await isConnected('ann')).toBe(false);
  });

  it('stays with somebody who tries again on the same connection and is let in', async () => {
    loseAnswer();
    const visitor = { connectionId: 'c', identityId: 'ann', address: '', language: 'en' as const };
    expect(await codeOf(() => stage.rooms.sit(roomId, visitor, 'ann'))).toBe('STORE_AWAY');
    await stage.pass(1.5 * S);
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
    loseAnswer();
    await codeOf(() => stage.sit(roomId, 'ann'));
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
    vi.spyOn(stage.store, 'dropPlayer').mockResolvedValueOnce();
    await stage.drop(bob);
    expect(await isConnected('bob')).toBe(true);
    await stage.pass(2 * S);
    expect(await isConnected('bob')).toBe(false);
  });

  it('is dropped also where somebody left on purpose', async () => {
    vi.spyOn(stage.store, 'removePlayer').mockResolvedValueOnce();
    await stage.exit(bob);
    await stage.pass(2 * S);
    expect(await isConnected('bob')).toBe(false);
  });

  it('is dropped when the store is back, however long that takes', async () => {
    vi.spyOn(stage.store, 'dropPlayer').mockResolvedValueOnce();
    await stage.drop(bob);
    const away = vi.spyOn(stage.store, 'readRoom').mockRejectedValue(new RoomError('STORE_AWAY'));
    await stage.pass(20 * S);
    away.mockRestore();
    await stage.pass(2 * S);
    expect(await isConnected('bob')).toBe(false);
  });

  it('stays with who came back meanwhile on another connection', async () => {
    vi.spyOn(stage.store, 'dropPlayer').mockResolvedValueOnce();
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
    const drop = vi.spyOn(stage.store, 'dropPlayer');
    const sitting = stage.sit(roomId, 'bob');
    await stage.pass(9 * S);
    await sitting;
    await stage.pass(5 * S);
    expect(drop).not.toHaveBeenCalled();
  });

  it('is a newcomer who waits, a slow consumer and everybody else in the room', async () => {
    const room = await Lagging.open(stage);
    let isCut = false;
    const apply = stage.room(room.roomId).apply.bind(stage.room(room.roomId));
    stage.room(room.roomId).apply = (fact: RoomFact) => {
      if (!isCut) apply(fact);
    };
    await room.lag();
    isCut = true;
    vi.spyOn(stage.store, 'snapshot').mockRejectedValue(new RoomError('STORE_AWAY'));
    const dora = await stage.sit(room.roomId, 'dora');
    const drop = vi.spyOn(stage.store, 'dropPlayer');
    await stage.pass(4 * S);
    expect(dora.isAdmitted()).toBe(false);
    expect(room.isListening(room.bob)).toBe(false);
    expect(drop).not.toHaveBeenCalled();
    vi.mocked(stage.store.snapshot).mockRestore();
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
    const read = vi.spyOn(stage.store, 'readRoom');
    vi.spyOn(stage.store, 'seatPlayer').mockRejectedValue(new RoomError('ROOM_FULL'));
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
    const drop = vi.spyOn(stage.store, 'dropPlayer');
    await stage.pass(10 * S);
    expect(read).toHaveBeenCalledTimes(2);
    expect(drop).not.toHaveBeenCalled();
  });

  it('is left out after a standstill, when those who are there have not been heard of', async () => {
    loseAnswer();
    await codeOf(() => stage.sit(roomId, 'ann'));
    await stage.pass(S);
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 4 * S);
    await stage.pass(S);
    expect(await isConnected('ann')).toBe(true);
    await stage.pass(S);
    expect(await isConnected('ann')).toBe(false);
  });
});
