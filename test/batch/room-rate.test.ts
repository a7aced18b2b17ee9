import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RoomRate, SmallRooms } from '../../src/server/live/batch/room-rate.js';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import { inZone } from '../support/game-data.js';
import { closeStage, openStage, type Stage } from '../support/stage.js';

const BASE_MS = 50;

describe('the interval of a small room', () => {
  let process: TickRate;
  let smallRooms: SmallRooms;
  let players: number;
  let rate: RoomRate;

  beforeEach(() => {
    process = new TickRate(BASE_MS, 100);
    smallRooms = new SmallRooms(12.5);
    rate = new RoomRate(process, smallRooms, () => players);
  });

  const at = (count: number): number => {
    players = count;
    return rate.intervalMs;
  };

  it('is a quarter up to 8 players, half up to 24, and no sooner back than at half as many again', () => {
    expect([1, 8, 9, 12, 13].map(at)).toEqual([12.5, 12.5, 12.5, 12.5, 25]);
    expect([9, 24, 25, 36, 37].map(at)).toEqual([25, 25, 25, 25, 50]);
    expect([36, 25, 24, 9, 8].map(at)).toEqual([50, 50, 25, 25, 12.5]);
  });

  it('is not below what the process allows, and that of all where none is small', () => {
    const shared = new RoomRate(process, new SmallRooms(25), () => 2);
    expect(shared.intervalMs).toBe(25);
    expect(new RoomRate(process, undefined, () => 2).intervalMs).toBe(50);
    expect(new RoomRate(new TickRate(0), smallRooms, () => 2).intervalMs).toBe(0);
    expect(new RoomRate(new TickRate(20), smallRooms, () => 2).intervalMs).toBe(20);
  });

  it('is that of all while the process falls behind', () => {
    expect(at(2)).toBe(12.5);
    process.note(0, 0);
    for (let now = 50; now <= 1_000; now += 50) process.note(40, now);
    expect(at(2)).toBe(100);
  });

  it('is short in at most twenty rooms, and in the next one when one of them is closed', () => {
    const rooms = Array.from({ length: 21 }, () => new RoomRate(process, smallRooms, () => 2));
    const intervals = rooms.map(({ intervalMs }) => intervalMs);
    expect(intervals.filter((ms) => ms === 12.5)).toHaveLength(20);
    expect(intervals.at(-1)).toBe(50);
    rooms[3]!.close();
    expect(rooms.at(-1)!.intervalMs).toBe(12.5);
    expect(rooms[4]!.intervalMs).toBe(12.5);
    expect(smallRooms.quickCount).toBe(20);
  });
});

describe('a small room', () => {
  let stage: Stage;

  afterEach(() => closeStage(stage));

  it('flushes four times as often, at ticks that those of all rooms are among', async () => {
    stage = openStage({ smallRooms: new SmallRooms(12.5) });
    const roomId = await stage.open();
    const [ann] = await stage.seatAll(roomId, 'ann', 'bob');
    await stage.pass(100);
    stage.broadcaster.clear();
    for (let move = 0; move < 17; move++) {
      stage.move(ann!, inZone(1 + (move % 2)));
      await stage.pass(12);
    }
    const flushedAt = stage.broadcaster.frames.map(({ at }) => at);
    const offset = Number((await stage.state(roomId)).pin);
    expect(new Set(flushedAt).size).toBeGreaterThanOrEqual(15);
    // Timers have whole milliseconds.
    const isTick = (at: number, intervalMs: number): boolean =>
      Math.abs(at - offset - intervalMs * Math.round((at - offset) / intervalMs)) < 1;
    expect(flushedAt.filter((at) => !isTick(at, 12.5))).toEqual([]);
    expect(flushedAt.some((at) => isTick(at, BASE_MS))).toBe(true);
  });
});
