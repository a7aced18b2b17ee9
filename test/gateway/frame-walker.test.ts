import { describe, expect, it } from 'vitest';
import { FrameWalker } from '../../src/server/live/gateway/frame-walker.js';
import { seeded } from '../../load-test/swarm/seeded.js';

const LENGTHS = [0, 1, 100, 125, 126, 127, 300, 65_535, 65_536, 70_000];

/** A frame whose payload looks like headers, so that a walker that loses its way counts too many. */
function frame(length: number, isMasked: boolean): Buffer {
  const mask = isMasked ? 0x80 : 0;
  const head =
    length < 126
      ? Buffer.from([0x81, mask | length])
      : length < 65_536
        ? Buffer.from([0x81, mask | 126, length >> 8, length & 0xff])
        : Buffer.from([0x81, mask | 127, 0, 0, 0, 0, 0, length >> 16, length >> 8, length]);
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), Buffer.alloc(length, 0x81)]);
}

describe('the walker over frames', () => {
  it('finds where each frame begins, however the bytes are cut', () => {
    const random = seeded(11);
    const draw = (below: number): number => Math.floor(random() * below);
    for (let round = 0; round < 200; round++) {
      const frames = Array.from({ length: 1 + draw(20) }, () =>
        frame(LENGTHS[draw(LENGTHS.length)]!, random() < 0.8),
      );
      const bytes = Buffer.concat(frames);
      const begins = new Set<number>();
      let sum = 0;
      for (const one of frames) {
        begins.add(sum);
        sum += one.length;
      }
      const walker = new FrameWalker();
      const most = 1 + draw(3);
      let counted = 0;
      const stops: number[] = [];
      let at = 0;
      while (at < bytes.length) {
        const chunk = bytes.subarray(at, at + 1 + draw(draw(2) === 0 ? 20 : 100_000));
        let place = 0;
        while (place < chunk.length) {
          place = walker.walk(chunk, place, most);
          counted += walker.frames;
          expect(walker.frames).toBeLessThanOrEqual(most);
          stops.push(at + place);
        }
        // Where the chunk ends, a frame need not.
        stops.pop();
        at += chunk.length;
      }
      expect(stops.filter((stop) => !begins.has(stop))).toEqual([]);
      expect(counted).toBe(frames.length);
    }
  });

  it('lets the rest of a frame pass where no further one may begin', () => {
    const walker = new FrameWalker();
    const bytes = Buffer.concat([frame(10, true), frame(0, true)]);
    expect(walker.walk(bytes.subarray(0, 5), 0, 1)).toBe(5);
    expect(walker.walk(bytes.subarray(5), 0, 0)).toBe(11);
    expect(walker.frames).toBe(0);
  });
});
