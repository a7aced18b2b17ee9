import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const BASE_MS = 50;
const LEAD_MS = 10;

describe('the tick rate, of whose shares some come back after their flush,', () => {
  let tickRate: TickRate;
  let now: number;

  beforeEach(() => {
    tickRate = new TickRate(BASE_MS, 100);
    now = 0;
    tickRate.note(0, now);
  });

  /** Seconds of 50 shares each, on a loop that is on time. */
  function seconds(count: number, missed: number): number {
    for (let second = 0; second < count; second++) {
      for (let share = 0; share < 50; share++) tickRate.shared(share >= missed);
      now += 1_000;
      tickRate.note(0, now);
    }
    return tickRate.intervalMs;
  }

  it('stretches when it is more than a fifth of them', () => {
    expect(seconds(20, 10)).toBe(50);
    expect(seconds(1, 11)).toBe(100);
    expect(seconds(20, 50)).toBe(100);
  });

  it('comes back when hardly any was for four seconds', () => {
    seconds(1, 50);
    expect(seconds(20, 3)).toBe(100);
    expect(seconds(3, 2)).toBe(100);
    expect(seconds(1, 2)).toBe(50);
  });

  it('judges each second by its own shares', () => {
    seconds(10, 0);
    expect(seconds(1, 11)).toBe(100);
  });

  it('takes a few that are late for chance', () => {
    for (let second = 1; second <= 10; second++) {
      for (let share = 0; share < 9; share++) tickRate.shared(false);
      tickRate.note(0, second * 1_000);
    }
    expect(tickRate.intervalMs).toBe(50);
  });

  it('does not care for them while nobody shares', () => {
    for (let second = 1; second <= 10; second++) tickRate.note(0, second * 1_000);
    expect(tickRate.intervalMs).toBe(50);
  });
});

describe('a room whose store answers late', () => {
  let stage: Stage;
  let player: Actor;
  let tookMs: number;
  let sharedAt: number[];

  beforeEach(async () => {
    sharedAt = [];
    stage = openStage({ flushMaxMs: 100, shareLeadMs: LEAD_MS });
    const roomId = await stage.open();
    player = await stage.sit(roomId, 'ann');
    await stage.pass(100);
    const share = stage.store.share.bind(stage.store);
    stage.store.share = async (...args) => {
      sharedAt.push(Date.now());
      const leftOut = await share(...args);
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      return leftOut;
    };
  });
  afterEach(() => {
    closeStage(stage);
  });

  /** Between the last shares of three seconds in which somebody always moves, in ms. */
  async function intervals(): Promise<number[]> {
    sharedAt = [];
    for (let n = 0; n < 120; n++) {
      stage.move(player, [n, n]);
      await stage.pass(25);
    }
    const last = sharedAt.slice(-10);
    return [...new Set(last.slice(1).map((at, n) => at - (last[n] ?? 0)))];
  }

  it('flushes less often, and again as before when it answers in time', async () => {
    tookMs = LEAD_MS;
    expect(await intervals()).toEqual([50]);
    tookMs = LEAD_MS + 1;
    expect(await intervals()).toEqual([100]);
    tookMs = 0;
    await intervals();
    expect(await intervals()).toEqual([50]);
  });

  it('counts against a share that it began late', async () => {
    const shared = vi.spyOn(TickRate.prototype, 'shared');
    tookMs = LEAD_MS - 1;
    for (const lateMs of [1, 2]) {
      stage.move(player, [lateMs, 0]);
      vi.setSystemTime(Date.now() + lateMs);
      await stage.pass(200);
    }
    expect(shared.mock.calls).toEqual([[true], [false]]);
    shared.mockRestore();
  });
});
