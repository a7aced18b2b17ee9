import { describe, expect, it } from 'vitest';
import { beatAt, lengthOf } from '../../../src/game/shared/beats.js';

const BEATS = [
  { scene: 'a', ms: 300 },
  { scene: 'b', ms: 200 },
  { scene: 'rest', ms: 0 },
];

describe('R19.1 the beat that is on', () => {
  it('is the same whoever asks, and however late they came', () => {
    const scenes = [-50, 0, 299, 300, 499, 500, 1e9].map((ms) => {
      const at = beatAt(BEATS, ms);
      return [at?.beat.scene, at?.t, at?.leftMs];
    });
    expect(scenes).toEqual([
      ['a', 0, 300],
      ['a', 0, 300],
      ['a', 299, 1],
      ['b', 0, 200],
      ['b', 199, 1],
      ['rest', 0, Infinity],
      ['rest', 1e9 - 500, Infinity],
    ]);
  });

  it('covers every moment once', () => {
    for (let ms = 0; ms < 700; ms += 7) {
      const { index, t } = beatAt(BEATS, ms)!;
      expect(lengthOf(BEATS.slice(0, index)) + t).toBe(ms);
    }
  });

  it('is none where there are no beats', () => {
    expect(beatAt([], 10)).toBeUndefined();
  });
});
