import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sit } from '../../src/game/seat-commands.js';
import { MemoryBus } from '../../src/server/live/store/memory/memory-bus.js';
import { MemoryStore } from '../../src/server/live/store/memory/memory-store.js';
import { MemoryTimer } from '../../src/server/live/store/memory/memory-timer.js';
import type { RoomUpdate } from '../../src/server/live/store/room-update.js';
import { decideAll, RoomWriter } from '../../src/server/live/store/room-writer.js';
import { EPOCH, request } from '../support/game-data.js';
import { newRoom, open, read, start, type StoreParts } from './parts.js';
import { storeContract } from './store-contract.js';

const PIN_REST_MS = 10 * 60_000;

async function memoryParts(): Promise<StoreParts> {
  vi.useFakeTimers({ now: EPOCH });
  const bus = new MemoryBus();
  const timer = new MemoryTimer(Date.now);
  const store = new MemoryStore(bus, timer, Date.now);
  return {
    bus,
    timer,
    store,
    writer: new RoomWriter(store),
    pinRestMs: PIN_REST_MS,
    passTime: async (ms) => {
      await vi.advanceTimersByTimeAsync(ms);
    },
    close: async () => {
      timer.close();
      const left = vi.getTimerCount();
      vi.useRealTimers();
      expect(left).toBe(0);
    },
  };
}

storeContract('memory', memoryParts);

describe('the memory store on its exact clock', () => {
  let parts: StoreParts;
  beforeEach(async () => {
    parts = await memoryParts();
  });
  afterEach(() => parts.close());

  it('R1.1 a PIN rests 10 minutes, to the millisecond', async () => {
    const { store, passTime } = parts;
    const { roomId, pin } = await open(store);
    await store.closeRoom(roomId, 'idle', 0);
    await passTime(PIN_REST_MS - 1);
    expect(await store.openRoom(newRoom({ pin }))).toBeUndefined();
    await passTime(1);
    expect(await store.openRoom(newRoom({ pin }))).toBeDefined();
  });

  it('R4.5 a store that has ended wakes nobody, though a change that was under way comes after it', async () => {
    const { store, timer, passTime } = parts;
    const { roomId } = await open(store);
    const rung = vi.fn<() => void>();
    timer.onDue(rung);
    (timer as MemoryTimer).close();
    await store.armHousekeeping(roomId, EPOCH + 10);
    await passTime(20);
    expect(vi.getTimerCount()).toBe(0);
    expect(rung).not.toHaveBeenCalled();
  });

  it('R1.6 of two times to look after a room the earlier one stands', async () => {
    const { store, timer, passTime } = parts;
    const rooms = [await open(store), await open(store)] as const;
    const rung: [string, number][] = [];
    timer.onDue(({ roomId }) => rung.push([roomId, store.now() - EPOCH]));
    const arm = (room: { roomId: string }, inMs: number): Promise<void> =>
      store.armHousekeeping(room.roomId, EPOCH + inMs);
    await arm(rooms[0], 10);
    await arm(rooms[0], 20);
    await arm(rooms[1], 40);
    await arm(rooms[1], 30);
    await passTime(100);
    expect(rung).toEqual([
      [rooms[0].roomId, 10],
      [rooms[1].roomId, 30],
    ]);
  });

  it('R4.5 a deadline beyond the longest timeout rings in time', async () => {
    const { store, timer, passTime } = parts;
    const { roomId } = await open(store);
    const rung: number[] = [];
    timer.onDue(() => rung.push(store.now()));
    const endTime = EPOCH + 2 ** 32;
    await start(parts, roomId, endTime);
    await passTime(2 ** 32 - 1);
    expect(rung).toEqual([]);
    await passTime(1);
    expect(rung).toEqual([endTime]);
  });

  it('R4.5 a timeout that fires early rings only when its time has come', async () => {
    let clock = EPOCH;
    const timer = new MemoryTimer(() => clock);
    const rung: string[] = [];
    timer.onDue(({ roomId }) => rung.push(roomId));
    timer.arm({ kind: 'housekeeping', roomId: 'a' }, EPOCH + 100);
    clock = EPOCH + 99;
    await parts.passTime(100);
    expect(rung).toEqual([]);
    clock = EPOCH + 100;
    await parts.passTime(1);
    expect(rung).toEqual(['a']);
    timer.close();
  });

  it('updates are heard before the verb returns, by an observer of all rooms as well', async () => {
    const order: string[] = [];
    const observe = (roomId: string, { kind }: RoomUpdate): void =>
      void order.push(`${roomId} ${kind}`);
    const bus = new MemoryBus(observe);
    const timer = new MemoryTimer(Date.now);
    const store = new MemoryStore(bus, timer, Date.now);
    const { roomId } = await open(store);
    await bus.subscribe(roomId, ({ kind }) => order.push(kind));
    const room = await read(store, roomId);
    const { append } = decideAll(room, [sit(request(0))], store.now());
    const appended = store.append(roomId, { ...append, id: 'x' });
    expect(order).toEqual([`${roomId} appended`, 'appended']);
    await appended;
    expect((await read(store, roomId)).seq).toBe(1);
    timer.close();
  });
});
