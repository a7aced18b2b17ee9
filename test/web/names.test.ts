import { describe, expect, it } from 'vitest';
import { nameMode, neighbours, shownTags } from '../../src/web/arena/names.js';

const PHONE = 390 * 480;
const tag = (x: number, y = 0) => ({ x, y, width: 60, height: 16 });

describe('the names in a crowd', () => {
  it('are all there for a few, and around oneself in a crowd on a phone', () => {
    expect(nameMode(24, PHONE, false)).toBe('all');
    expect(nameMode(100, PHONE, false)).toBe('nearest');
  });

  it('stay for everybody where the floor is wide, and on the projector', () => {
    expect(nameMode(100, 880 * 560, false)).toBe('legible');
    expect(nameMode(200, PHONE, true)).toBe('legible');
  });

  it('belong to those who stand nearest, in that order', () => {
    const crowd = Array.from({ length: 60 }, (_, index) => ({ x: index * 5, y: 0 }));
    const near = neighbours({ x: 100, y: 0 }, crowd, 'nearest');
    expect(near[0]).toEqual({ x: 100, y: 0 });
    expect(near.every(({ x }) => Math.abs(x - 100) <= 60)).toBe(true);
  });

  it('never cover each other or oneself, and are no more than ten', () => {
    const tags = Array.from({ length: 24 }, (_, index) => tag(index * 70));
    expect(shownTags([tag(0), tag(30), tag(70)], [], 'nearest')).toEqual([tag(0), tag(70)]);
    expect(shownTags([tag(0), tag(70)], [tag(10)], 'legible')).toEqual([tag(70)]);
    expect(shownTags(tags, [], 'nearest')).toHaveLength(10);
    expect(shownTags([tag(0), tag(1)], [tag(0)], 'all')).toHaveLength(2);
  });
});
