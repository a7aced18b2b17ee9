import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameLoop } from '../../src/web/arena/frame-loop.js';

let waiting: ((now: number) => void)[] = [];
let now = 0;

beforeEach(() => {
  waiting = [];
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const loopOf = (draw: (now: number, elapsedMs: number) => boolean) =>
  new FrameLoop(draw, (frame) => waiting.push(frame));

/** Lets the browser draw, this long after the last time; tells whether there was a frame to draw. */
function frame(afterMs = 16): boolean {
  now += afterMs;
  const due = waiting;
  waiting = [];
  for (const draw of due) draw(now);
  return due.length > 0;
}

describe('the frames of the arena', () => {
  it('are none before somebody wakes it, and one for a change', () => {
    const draw = vi.fn<() => boolean>(() => false);
    const loop = loopOf(draw);
    expect(frame()).toBe(false);
    loop.wake();
    loop.wake();
    expect(frame()).toBe(true);
    expect(frame()).toBe(false);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('follow each other while something moves', () => {
    let steps = 3;
    const loop = loopOf(() => --steps > 0);
    loop.wake();
    expect([frame(), frame(), frame(), frame()]).toEqual([true, true, true, false]);
  });

  it('tell how long the last one took, and nothing of the time in which nothing was drawn', () => {
    const elapsed: number[] = [];
    const loop = loopOf((_, ms) => elapsed.push(ms) % 2 === 1);
    loop.wake();
    frame(10);
    frame(20);
    now += 60_000;
    loop.wake();
    frame(10);
    expect(elapsed).toEqual([10, 20, 10]);
  });

  it('are never of negative length, as a frame’s time is that of its beginning', () => {
    const elapsed: number[] = [];
    const loop = loopOf((_, ms) => elapsed.push(ms) < 0);
    loop.wake();
    frame(-4);
    expect(elapsed).toEqual([0]);
  });

  it('end with the arena', () => {
    const draw = vi.fn<() => boolean>(() => true);
    const loop = loopOf(draw);
    loop.wake();
    frame();
    loop.stop();
    frame();
    loop.wake();
    expect(frame()).toBe(false);
    expect(draw).toHaveBeenCalledTimes(1);
  });
});
