import { describe, expect, it } from 'vitest';
import { RoomError } from '../../src/protocol/index.js';
import { AttemptLimit } from '../../src/server/platform/rate/attempt-limit.js';
import { MemoryCounts } from '../../src/server/live/store/memory/memory-counts.js';

const LIMIT = { what: 'test', most: 3, windowMs: 1_000 };

/** Two processes over one store, and the clock of both. */
function processes() {
  let now = 1_000_000;
  let isAway = false;
  const memory = new MemoryCounts(() => now);
  const unlessAway = async <T>(act: () => Promise<T>): Promise<T> => {
    if (isAway) throw new RoomError('STORE_AWAY');
    return act();
  };
  const counts = {
    raise: (name: string, windowMs: number) => unlessAway(() => memory.raise(name, windowMs)),
    read: (name: string) => unlessAway(() => memory.read(name)),
  };
  const [here, there] = [1, 2].map(() => new AttemptLimit(LIMIT, counts, () => now));
  return {
    here: here!,
    there: there!,
    pass: (ms: number) => (now += ms),
    setAway: (away: boolean) => (isAway = away),
  };
}

describe('R10.4 failed attempts', () => {
  it('R10.4 count for the address at all processes', async () => {
    const { here, there } = processes();
    for (const one of [here, there, here]) {
      expect(await one.mayPass('a')).toBe(true);
      await one.noteFailure('a');
    }
    for (const one of [here, there]) {
      expect(await one.mayPass('a')).toBe(false);
      expect(await one.mayPass('b')).toBe(true);
    }
  });

  it('R10.4 are forgiven when the window ends, which begins with the first', async () => {
    const { here, there, pass } = processes();
    for (let n = 0; n < 3; n++) await here.noteFailure('a');
    pass(999);
    expect([await here.mayPass('a'), await there.mayPass('a')]).toEqual([false, false]);
    pass(1);
    expect([await here.mayPass('a'), await there.mayPass('a')]).toEqual([true, true]);
    await here.noteFailure('a');
    expect(await here.mayPass('a')).toBe(true);
  });

  it('R10.4 are counted by each process for itself while the store is away', async () => {
    const { here, there, setAway } = processes();
    setAway(true);
    for (let n = 0; n < 3; n++) await here.noteFailure('a');
    expect([await here.mayPass('a'), await there.mayPass('a')]).toEqual([false, true]);
    setAway(false);
    expect([await here.mayPass('a'), await there.mayPass('a')]).toEqual([false, true]);
  });

  it('R10.4 let no right attempt pass behind too many wrong ones, however many come at once', async () => {
    const { here } = processes();
    const outcomes = Array.from({ length: 10 }, (_, n) =>
      n === 8 ? here.mayPass('a') : here.noteFailure('a'),
    );
    expect(await Promise.all(outcomes)).toEqual([
      true,
      true,
      true,
      ...Array<boolean>(7).fill(false),
    ]);
  });

  it('a bug of the store is no reason to let anybody in', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    const limit = new AttemptLimit(LIMIT, { raise: broken, read: broken });
    await expect(limit.mayPass('a')).rejects.toThrow('broken');
    await expect(limit.noteFailure('a')).rejects.toThrow('broken');
  });
});
