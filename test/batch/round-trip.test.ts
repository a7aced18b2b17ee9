import { describe, expect, it } from 'vitest';
import { SlowConsumers } from '../../src/server/live/batch/slow-consumers.js';

const FLUSH_MS = 50;

/** A room that flushed so often, the first at 0 ms, and in which `a` reads from the beginning. */
function flushed(count: number): SlowConsumers {
  const slowConsumers = new SlowConsumers();
  slowConsumers.add('a', 0);
  for (let seq = 1; seq <= count; seq++) slowConsumers.sent(seq, (seq - 1) * FLUSH_MS);
  return slowConsumers;
}

/** The client tells of this flush so many ms after it was sent. */
function echoAfter(slowConsumers: SlowConsumers, seq: number, ms: number): void {
  slowConsumers.echo('a', seq, (seq - 1) * FLUSH_MS + ms);
}

describe('R11.1 the round trip of a client', () => {
  it('is not known before its first echo, nor of who does not echo', () => {
    const slowConsumers = flushed(40);
    expect([slowConsumers.roundTripMs('a'), slowConsumers.roundTripMs('x')]).toEqual([null, null]);
  });

  it('is the time from a flush to its echo, the median of the last five', () => {
    const slowConsumers = flushed(100);
    echoAfter(slowConsumers, 10, 80);
    expect(slowConsumers.roundTripMs('a')).toBe(80);
    for (const [seq, ms] of [
      [20, 90],
      [30, 900],
      [40, 70],
      [50, 85],
    ] as const)
      echoAfter(slowConsumers, seq, ms);
    expect(slowConsumers.roundTripMs('a')).toBe(85);
    // The first ones are forgotten.
    for (const seq of [60, 70, 80, 90]) echoAfter(slowConsumers, seq, 400);
    expect(slowConsumers.roundTripMs('a')).toBe(400);
  });

  it('says nothing where no newer flush came, as the client may have waited to tell', () => {
    const slowConsumers = flushed(40);
    echoAfter(slowConsumers, 40, 900);
    expect(slowConsumers.roundTripMs('a')).toBeNull();
    slowConsumers.sent(41, 60_000);
    slowConsumers.sent(42, 62_000);
    slowConsumers.echo('a', 41, 62_030);
    expect(slowConsumers.roundTripMs('a')).toBeNull();
    slowConsumers.echo('a', 42, 62_045);
    expect(slowConsumers.roundTripMs('a')).toBe(45);
  });

  it.each([0, 41, 1_000, -1, Number.NaN])('takes nothing from a forged echo of %d', (seq) => {
    const slowConsumers = flushed(40);
    slowConsumers.echo('a', seq, 5);
    expect(slowConsumers.roundTripMs('a')).toBeNull();
  });

  it('is not measured by the same echo twice, by flushes that are forgotten, or while skipped', () => {
    const slowConsumers = flushed(400);
    slowConsumers.echo('a', 400 - 256, 20_000);
    expect(slowConsumers.roundTripMs('a')).toBeNull();
    echoAfter(slowConsumers, 300, 60);
    slowConsumers.echo('a', 300, 60_000);
    slowConsumers.skip('a');
    slowConsumers.echo('a', 350, 60_000);
    expect(slowConsumers.roundTripMs('a')).toBe(60);
    slowConsumers.add('a', 60_000);
    expect(slowConsumers.roundTripMs('a')).toBeNull();
  });
});
