import { describe, expect, it } from 'vitest';
import { RoomError } from '../../src/protocol/index.js';
import { WrongPins } from '../../src/server/platform/rate/wrong-pins.js';
import { MemoryCounts } from '../../src/server/live/store/memory/memory-counts.js';

/** Two processes over one store, and the clock of both. */
function processes(most = 3) {
  let now = 1_000_000;
  let isAway = false;
  const memory = new MemoryCounts(() => now);
  const unlessAway = async <T>(act: () => Promise<T>): Promise<T> => {
    if (isAway) throw new RoomError('STORE_AWAY');
    return act();
  };
  const counts = {
    add: (...args: [string, string, number]) => unlessAway(() => memory.add(...args)),
    size: (...args: [string, number]) => unlessAway(() => memory.size(...args)),
  };
  const [here, there] = [1, 2].map(() => new WrongPins(counts, most, () => now)) as [
    WrongPins,
    WrongPins,
  ];
  return {
    here,
    there,
    pass: (ms: number) => (now += ms),
    setAway: (away: boolean) => (isAway = away),
  };
}

describe('R10.4 wrong PINs of an address', () => {
  it('R10.4 count once each, at whatever process they are looked up and entered', async () => {
    const { here, there } = processes();
    for (let n = 0; n < 5; n++)
      for (const one of [here, there]) expect(await one.note('a', '000001')).toBe(true);
    for (const pin of ['000002', '000003']) expect(await there.note('a', pin)).toBe(true);
    for (const one of [here, there]) {
      expect(await one.mayPass('a')).toBe(false);
      expect(await one.mayPass('b')).toBe(true);
    }
  });

  it('R10.4 beyond the limit tell nothing, not even what was told before', async () => {
    const { here, there } = processes();
    for (const pin of ['1', '2', '3']) expect(await here.note('a', pin)).toBe(true);
    for (const one of [here, there])
      for (const pin of ['1', '2', '3', '4']) expect(await one.note('a', pin)).toBe(false);
  });

  it('R10.4 are forgiven a minute after each', async () => {
    const { here, there, pass } = processes();
    await here.note('a', '1');
    pass(30_000);
    for (const pin of ['2', '3']) await here.note('a', pin);
    pass(29_999);
    expect([await here.mayPass('a'), await there.mayPass('a')]).toEqual([false, false]);
    pass(1);
    expect([await here.mayPass('a'), await there.mayPass('a')]).toEqual([true, true]);
    expect(await there.note('a', '4')).toBe(true);
    expect([await here.mayPass('a'), await there.mayPass('a')]).toEqual([false, false]);
  });

  it('R10.4 are counted by each process for itself while the store is away', async () => {
    const { here, there, setAway } = processes();
    setAway(true);
    for (const pin of ['1', '2', '3']) await here.note('a', pin);
    expect([await here.mayPass('a'), await there.mayPass('a')]).toEqual([false, true]);
  });

  it('R10.4 let no right one pass behind too many, however many come at once', async () => {
    const { here } = processes();
    const outcomes = Array.from({ length: 10 }, (_, n) =>
      n === 8 ? here.mayPass('a') : here.note('a', String(n)),
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
    const wrongPins = new WrongPins({ add: broken, size: broken });
    await expect(wrongPins.mayPass('a')).rejects.toThrow('broken');
    await expect(wrongPins.note('a', '1')).rejects.toThrow('broken');
  });
});
