import { describe, expect, it } from 'vitest';
import { ServerClock } from '../../src/web/room/clock.js';

/** A world with a true server time, a local monotonic clock and delays chosen by the test. */
function world(aheadMs: number) {
  const state = { local: 1_000, ahead: aheadMs };
  const clock = new ServerClock(
    () => state.local,
    () => 0,
  );
  const trip = (outMs: number, backMs: number) => {
    const sentAt = state.local;
    const serverTime = sentAt + outMs + state.ahead;
    state.local += outMs + backMs;
    clock.add({ sentAt, receivedAt: state.local, serverTime });
  };
  const errorMs = () => clock.now() - (state.local + state.ahead);
  return { state, clock, trip, errorMs };
}

describe('the server clock (R4.6)', () => {
  it('is exact over a symmetric line', () => {
    const { trip, errorMs } = world(5_000_000);
    trip(40, 40);
    expect(errorMs()).toBeCloseTo(0);
  });

  it('stays within 50 ms when some answers are delayed one way, by trusting the quickest', () => {
    const { trip, errorMs } = world(-1_234);
    for (const [out, back] of [
      [300, 20],
      [20, 25],
      [15, 400],
      [250, 10],
    ] as const)
      trip(out, back);
    expect(Math.abs(errorMs())).toBeLessThan(50);
  });

  it('follows slow drift, because old samples are forgotten', () => {
    const { state, trip, errorMs } = world(0);
    trip(5, 5);
    for (let second = 0; second < 60; second++) {
      state.local += 1_000;
      state.ahead += 1;
      trip(20, 20);
    }
    expect(Math.abs(errorMs())).toBeLessThan(50);
  });

  it('starts anew at once when a clock jumped while the phone slept', () => {
    const { state, trip, errorMs } = world(0);
    for (let i = 0; i < 10; i++) trip(5, 5);
    state.ahead += 90_000;
    trip(30, 60);
    expect(Math.abs(errorMs())).toBeLessThan(50);
  });
});
