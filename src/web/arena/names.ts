import type { Point } from '../room/zones.js';

/** Centre and size in CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How the names of a crowd are shown: all, all that can be read, or only those around oneself. */
export type NameMode = 'all' | 'legible' | 'nearest';

/** A crowd up to this size has all its names. */
const FEW = 24;
/** CSS pixels of floor for each person; on less, a page full of names hides the people. */
const ROOMY = 4_000;
/** Names around oneself, and the neighbours that they are chosen from. */
const NEAREST = 10;
const NEIGHBOURS = 24;

/** `area` in square CSS pixels. */
export function nameMode(people: number, area: number, isSpectator: boolean): NameMode {
  if (people <= FEW) return 'all';
  return isSpectator || area / people >= ROOMY ? 'legible' : 'nearest';
}

/** Those whose names may be shown, the nearest to `self` first. */
export function neighbours<T extends Point>(self: Point, crowd: readonly T[], mode: NameMode): T[] {
  const sorted = crowd
    .map((one) => ({ one, away: Math.hypot(one.x - self.x, one.y - self.y) }))
    .sort((a, b) => a.away - b.away)
    .map(({ one }) => one);
  return mode === 'nearest' ? sorted.slice(0, NEIGHBOURS) : sorted;
}

/** The tags to show: where not all are, none covers another before it, nor what is `taken`. */
export function shownTags<T extends Box>(
  tags: readonly T[],
  taken: readonly Box[],
  mode: NameMode,
): readonly T[] {
  if (mode === 'all') return tags;
  const placed = [...taken];
  const free = tags.filter((tag) => {
    const meets = placed.some(
      ({ x, y, width, height }) =>
        Math.abs(tag.x - x) * 2 < tag.width + width &&
        Math.abs(tag.y - y) * 2 < tag.height + height,
    );
    if (!meets) placed.push(tag);
    return !meets;
  });
  return mode === 'nearest' ? free.slice(0, NEAREST) : free;
}
