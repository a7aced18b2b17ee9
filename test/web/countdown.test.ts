import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PhasePayload } from '../../src/protocol/index.js';
import { ServerClock } from '../../src/web/room/clock.js';

/** Runes are compiled for the tests of pages alone, without the types of a browser. */
const { Countdown } = (await import(
  join(import.meta.dirname, '../../src/web/room/countdown.svelte.ts')
)) as {
  Countdown: new (
    clock: () => ServerClock,
    phase: () => PhasePayload | null,
  ) => { stage: string; seconds: number; part: number; waiting: boolean; run: () => () => void };
};

const START = 1_000_000;
const phaseOf = (
  kind: 'question' | 'reveal',
  totalMs: number,
  more: object = {},
): PhasePayload => ({
  kind,
  index: 0,
  count: 2,
  version: 1,
  startTime: START,
  endTime: START + totalMs,
  ...more,
});

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

function follow(phase: PhasePayload) {
  let reads = 0;
  const clock = new ServerClock(Date.now, Date.now);
  const counted = new Proxy(clock, {
    get: (target, name) => {
      if (name === 'now') reads++;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const countdown = new Countdown(
    () => counted,
    () => phase,
  );
  const stop = countdown.run();
  return { countdown, clock, stop, reads: () => reads };
}

describe('the countdown of a page', () => {
  it('looks at the clock ten times a second at most, and shows every second in time', () => {
    const { countdown, stop, reads } = follow(phaseOf('question', 15_000));
    const shown: number[] = [];
    for (let second = 0; second < 15; second++) {
      shown.push(countdown.seconds);
      const before = reads();
      vi.advanceTimersByTime(1_000);
      expect(reads() - before).toBeLessThanOrEqual(10);
    }
    expect(shown).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(countdown).toMatchObject({ stage: 'answering', seconds: 0, part: 0 });
    stop();
  });

  it('goes from get ready to the question in the moment that the choices appear', () => {
    const early = { startTime: START + 3_000, endTime: START + 18_000 };
    const { countdown, stop } = follow({ ...phaseOf('question', 15_000), ...early });
    vi.advanceTimersByTime(2_999);
    expect(countdown.stage).toBe('ready');
    vi.advanceTimersByTime(1);
    expect(countdown).toMatchObject({ stage: 'answering', seconds: 15 });
    stop();
  });

  it('does nothing while all wait for the host, until the clock is set anew', () => {
    const { countdown, clock, stop, reads } = follow(phaseOf('reveal', 2_000, { waits: true }));
    vi.advanceTimersByTime(2_000);
    expect(countdown.waiting).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    const before = reads();
    vi.advanceTimersByTime(600_000);
    expect(reads()).toBe(before);
    const now = Date.now();
    clock.add({ sentAt: now, receivedAt: now, serverTime: START + 500 });
    expect(countdown.waiting).toBe(false);
    vi.advanceTimersByTime(1_500);
    expect(countdown.waiting).toBe(true);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('moves the ring in steps that divide a second, whatever the length', () => {
    for (const totalMs of [3_000, 15_000, 30_000, 120_000, 600_000]) {
      const { countdown, stop, reads } = follow(phaseOf('question', totalMs));
      const before = reads();
      for (let left = totalMs / 1_000 - 1; left > totalMs / 1_000 - 3; left--) {
        vi.advanceTimersByTime(1_000);
        expect(countdown.seconds).toBe(left);
      }
      expect(reads() - before).toBeLessThanOrEqual(20);
      stop();
      vi.setSystemTime(START);
    }
  });
});
