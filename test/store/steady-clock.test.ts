import { describe, expect, it, vi } from 'vitest';
import { MemoryBus } from '../../src/server/live/store/memory/memory-bus.js';
import { MemoryStore } from '../../src/server/live/store/memory/memory-store.js';
import { MemoryTimer } from '../../src/server/live/store/memory/memory-timer.js';
import { SteadyClock } from '../../src/server/live/store/steady-clock.js';
import { EPOCH, someOptions } from '../support/game-data.js';

const HOUR_MS = 3_600_000;

describe('the clock of one process', () => {
  it('passes as timers do, whatever the machine says, until it is adjusted', () => {
    let wall = EPOCH;
    let steady = 1_000.5;
    const clock = new SteadyClock(
      () => wall,
      () => steady,
    );
    expect(clock.now()).toBe(EPOCH);
    wall += HOUR_MS;
    expect(clock.now()).toBe(EPOCH);
    wall -= 3 * HOUR_MS;
    steady += 20;
    expect(clock.now()).toBe(EPOCH + 20);
    clock.adjust();
    expect(clock.now()).toBe(EPOCH - 2 * HOUR_MS);
  });

  it('is adjusted before the first room is opened, and not while one is open', async () => {
    const adjust = vi.fn<() => void>();
    const timer = new MemoryTimer(() => EPOCH);
    const store = new MemoryStore(new MemoryBus(), timer, () => EPOCH, { begins: adjust });
    const open = (pin: string): Promise<string | undefined> =>
      store.openRoom({
        pin,
        options: someOptions(),
        quizSet: { quizSetId: 'test-set', quizCount: 1, title: 'Test set' },
        identityId: 'ann',
        address: '192.0.2.1',
        limits: { rooms: 9, perIdentity: 9, perAddress: 9 },
      });
    const first = await open('111111');
    await open('222222');
    expect(adjust).toHaveBeenCalledTimes(1);
    for (const { roomId } of await store.openRooms())
      await store.closeRoom(roomId, 'empty', (await store.readRoom(roomId))!.seq);
    expect(await store.readRoom(first!)).toBeUndefined();
    await open('333333');
    expect(adjust).toHaveBeenCalledTimes(2);
    timer.close();
  });
});
