import { describe, expect, it } from 'vitest';
import { Tracks } from '../../src/web/room/tracks.js';

describe('drawing others between flushes', () => {
  it('glides at an even pace through regular updates', () => {
    const tracks = new Tracks();
    tracks.place('a', 0, 0);
    const steps: number[] = [];
    let before = 0;
    for (let now = 0; now < 2_000; now += 10) {
      if (now % 100 === 0) tracks.moveTo('a', now / 2_000, 0, now);
      const x = tracks.at('a', now)?.x ?? 0;
      if (now > 500) steps.push(x - before);
      before = x;
    }
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(Math.max(...steps)).toBeLessThan(0.0075);
  });

  it('comes to rest exactly at the reported place', () => {
    const tracks = new Tracks();
    tracks.place('a', 0.2, 0.2);
    tracks.moveTo('a', 0.4, 0.6, 1_000);
    expect(tracks.isGliding('a', 1_050)).toBe(true);
    expect(tracks.at('a', 2_000)).toEqual({ x: 0.4, y: 0.6 });
    expect(tracks.isGliding('a', 2_000)).toBe(false);
  });

  it('tells the reported place at once, which is what counts (R5.3)', () => {
    const tracks = new Tracks();
    tracks.place('a', 0, 0);
    tracks.moveTo('a', 1, 1, 0);
    expect(tracks.reported('a')).toEqual({ x: 1, y: 1 });
    expect(tracks.at('a', 0)).toEqual({ x: 0, y: 0 });
  });

  it('does not glide with reduced motion', () => {
    const tracks = new Tracks();
    tracks.glides = false;
    tracks.place('a', 0, 0);
    tracks.moveTo('a', 1, 1, 0);
    expect(tracks.at('a', 0)).toEqual({ x: 1, y: 1 });
  });

  it('knows nobody who left', () => {
    const tracks = new Tracks();
    tracks.place('a', 0, 0);
    tracks.remove('a');
    expect(tracks.at('a', 0)).toBeUndefined();
  });
});
