import { describe, expect, it } from 'vitest';
import { findCapacity, type Verdict, judge } from '../../load-test/lab/capacity.js';
import { DEFAULT_OPTIONS } from '../../load-test/swarm/options.js';
import { runSwarm } from '../../load-test/swarm/swarm.js';
import type { SwarmResult } from '../../load-test/swarm/result.js';
import { startToyServer } from './toy-server.js';

const RANGE = { start: 1, largest: 1000 };

/** Tries against a server that carries so many; also tells what was tried. */
async function search(carries: number, range = RANGE, failure: Verdict = 'server') {
  const tried: number[] = [];
  const found = await findCapacity(async (count) => {
    tried.push(count);
    return count <= carries ? 'carried' : failure;
  }, range);
  return { ...found, tried };
}

describe('the capacity search', () => {
  it('finds every capacity from every start', async () => {
    for (let carries = 0; carries <= 40; carries++)
      for (let start = 1; start <= 45; start++)
        expect(await search(carries, { start, largest: 1000 })).toMatchObject({
          most: carries,
          limit: 'server',
        });
  });

  it('adds in steps that double, then backs off by halves, and tries what failed once more', async () => {
    expect((await search(11)).tried).toEqual([1, 2, 4, 8, 16, 16, 12, 12, 10, 11]);
    expect((await search(5, { start: 8, largest: 1000 })).tried).toEqual([8, 8, 7, 7, 5, 6, 6]);
  });

  it('comes to nothing when not even one is carried', async () => {
    const { most, limit, tried } = await search(0);
    expect({ most, limit }).toEqual({ most: 0, limit: 'server' });
    expect(tried).toEqual([1, 1]);
  });

  it('ends at the largest try', async () => {
    const { most, limit, tried } = await search(Infinity, { start: 3, largest: 20 });
    expect({ most, limit }).toEqual({ most: 20, limit: 'range' });
    expect(tried).toEqual([3, 4, 6, 10, 18, 20]);
    expect(await search(Infinity, { start: 50, largest: 20 })).toMatchObject({ most: 20 });
  });

  it('tells that the players were the limit, not the server', async () => {
    expect(await search(6, RANGE, 'swarm')).toMatchObject({ most: 6, limit: 'swarm' });
    // The server fails first; what the players could not do beyond it does not matter.
    const mixed = await findCapacity(async (count) => {
      if (count <= 6) return 'carried';
      return count >= 8 ? 'swarm' : 'server';
    }, RANGE);
    expect(mixed).toEqual({ most: 6, limit: 'server' });
  });

  it('survives a single moment of bad luck at every try', async () => {
    const seen = new Set<number>();
    const found = await findCapacity(async (count) => {
      const isFirst = !seen.has(count);
      seen.add(count);
      return isFirst || count > 9 ? 'server' : 'carried';
    }, RANGE);
    expect(found).toEqual({ most: 9, limit: 'server' });
  });

  it('converges when more is carried than less', async () => {
    // 5 and 6 fail although 7 to 9 would not: whatever it finds was carried, and the next one was not.
    const carried = (count: number): boolean => count <= 9 && count !== 5 && count !== 6;
    for (let start = 1; start <= 12; start++) {
      const { most } = await findCapacity(
        async (count) => (carried(count) ? 'carried' : 'server'),
        { start, largest: 1000 },
      );
      expect(carried(most)).toBe(true);
      expect(carried(most + 1)).toBe(false);
    }
  });

  it('keeps what was carried when it is interrupted', async () => {
    const found = await findCapacity(async (count) => (count < 8 ? 'carried' : undefined), RANGE);
    expect(found).toEqual({ most: 4, limit: 'interrupted' });
  });
});

describe('a try', () => {
  const bounds = { meanMs: 100, p95Ms: 120 };

  async function played(faults: Parameters<typeof startToyServer>[0] = {}): Promise<SwarmResult> {
    const server = await startToyServer(faults);
    const result = await runSwarm({
      ...DEFAULT_OPTIONS,
      target: server.target,
      players: 4,
      rate: 10,
      seconds: 0.4,
      chatShare: 0.3,
      joinSeconds: 0.1,
      warmupSeconds: 0,
      lostAfterSeconds: 0.5,
    });
    await server.close();
    return result;
  }

  it('is judged by mean, 95th percentile and losses, and blamed on who was late', async () => {
    const good = await played();
    const slow = (change: object): SwarmResult => ({
      ...good,
      moves: { ...good.moves, ms: { ...good.moves.ms, mean: 20, p95: 50, ...change } },
    });
    expect(judge(slow({}), bounds)).toEqual({ verdict: 'carried', why: '' });
    expect(judge(slow({ mean: 101 }), bounds)).toMatchObject({
      verdict: 'server',
      why: expect.stringContaining('101 ms'),
    });
    expect(judge(slow({ p95: 121 }), bounds).verdict).toBe('server');
    expect(judge(slow({ count: 0 }), bounds).verdict).toBe('server');
    const saturated = { swarmSaturated: true };
    expect(judge({ ...slow({ mean: 101 }), ...saturated }, bounds).verdict).toBe('swarm');
    // Late as it was, the answers were in time.
    expect(judge({ ...slow({}), ...saturated }, bounds).verdict).toBe('carried');
  });

  it('that loses messages is too much', async () => {
    const { verdict, why } = judge(await played({ loseEveryNthMessage: 3 }), {
      meanMs: 10_000,
      p95Ms: 10_000,
    });
    expect(verdict).not.toBe('carried');
    expect(why).toMatch(/\d+ messages were lost/);
  });
});
