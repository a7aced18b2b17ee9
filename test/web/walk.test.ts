import { describe, expect, it } from 'vitest';
import type { WirePosition } from '../../src/protocol/position.js';
import { PositionSender } from '../../src/web/arena/position-sender.js';
import { Walker } from '../../src/web/arena/walker.js';

const FRAME_MS = 16;

function walkFor(walker: Walker, ms: number, from = 0): number {
  let now = from;
  for (; now < from + ms; now += FRAME_MS) walker.step(FRAME_MS, now);
  return now;
}

describe('the own avatar', () => {
  it('crosses the arena in about a second and a half', () => {
    const walker = new Walker();
    walker.place({ x: 0, y: 0.5 });
    walker.walkTo({ x: 1, y: 0.5 });
    walkFor(walker, 1_400);
    expect(walker.x).toBeLessThan(1);
    walkFor(walker, 150);
    expect(walker.x).toBe(1);
    expect(walker.moving).toBe(false);
  });

  it('stops at the walls', () => {
    const walker = new Walker();
    walker.steer({ x: 1, y: 1 });
    walkFor(walker, 3_000);
    expect([walker.x, walker.y]).toEqual([1, 1]);
  });

  it('walks diagonally no faster than straight', () => {
    const walker = new Walker();
    walker.place({ x: 0, y: 0 });
    walker.steer({ x: 1, y: 1 });
    walker.step(FRAME_MS, 0);
    const straight = new Walker();
    straight.place({ x: 0, y: 0 });
    straight.steer({ x: 1, y: 0 });
    straight.step(FRAME_MS, 0);
    expect(Math.hypot(walker.x, walker.y)).toBeCloseTo(straight.x);
  });

  it('drops a target when a key is held', () => {
    const walker = new Walker();
    walker.walkTo({ x: 1, y: 0.5 });
    walker.steer({ x: -1, y: 0 });
    walker.steer({ x: 0, y: 0 });
    expect(walker.moving).toBe(false);
  });

  it('does not leap after a stalled frame', () => {
    const walker = new Walker();
    walker.place({ x: 0, y: 0 });
    walker.walkTo({ x: 1, y: 0 });
    walker.step(5_000, 0);
    expect(walker.x).toBeLessThan(0.1);
  });
});

describe('sending the own position (R10.2)', () => {
  function sender() {
    const sent: WirePosition[] = [];
    let open = true;
    const sending = new PositionSender((position) => {
      if (open) sent.push(position);
      return open;
    });
    return { sent, sending, connect: (is: boolean) => (open = is) };
  }

  it('sends about ten times a second while walking, and the last position for sure', () => {
    const { sent, sending } = sender();
    const walker = new Walker();
    walker.place({ x: 0, y: 0 });
    sending.known(walker);
    walker.walkTo({ x: 0.5, y: 0 });
    for (let now = 0; now < 2_000; now += FRAME_MS) {
      walker.step(FRAME_MS, now);
      sending.offer(walker, now);
    }
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.length).toBeLessThanOrEqual(9);
    expect(sent.at(-1)).toEqual([0.5, 0]);
  });

  it('says nothing while standing still', () => {
    const { sent, sending } = sender();
    for (let now = 0; now < 1_000; now += FRAME_MS) sending.offer({ x: 0.3, y: 0.3 }, now);
    expect(sent).toHaveLength(1);
  });

  it('goes out at once when it must', () => {
    const { sent, sending } = sender();
    sending.offer({ x: 0.1, y: 0.1 }, 0);
    sending.offer({ x: 0.2, y: 0.1 }, 5);
    expect(sent).toHaveLength(1);
    sending.offer({ x: 0.2, y: 0.1 }, 6, 'now');
    expect(sent.at(-1)).toEqual([0.2, 0.1]);
  });

  it('offers again what no connection took', () => {
    const { sent, sending, connect } = sender();
    connect(false);
    sending.offer({ x: 0.7, y: 0.7 }, 0);
    expect(sending.differs({ x: 0.7, y: 0.7 })).toBe(true);
    connect(true);
    sending.offer({ x: 0.7, y: 0.7 }, 200);
    expect(sent).toEqual([[0.7, 0.7]]);
  });
});
