import { describe, expect, it } from 'vitest';
import { floorOf, placeSteps, walkAt } from '../../src/web/show/final-layout.js';
import { hasJustEnded, toldUntil } from '../../src/web/show/final-told.js';
import type { ResultRow } from '../../src/protocol/scores.js';

const HD = { width: 1920, height: 1080 };
const step = (rank: number, people: number) => ({ rank, rows: Array.from({ length: people }) });
const THREE = [step(3, 1), step(2, 1), step(1, 1)];

describe('R19.5 the podium', () => {
  it('has the second on the left, the first in the middle, and the third on the right', () => {
    const places = placeSteps(THREE, HD);
    expect(places.map(({ rank }) => rank)).toEqual([2, 1, 3]);
    const [second, first, third] = places;
    expect(first!.left + first!.width / 2).toBe(HD.width / 2);
    expect(first!.top).toBeLessThan(second!.top);
    expect(second!.top).toBeLessThan(third!.top);
    for (const { top, height } of places) expect(top + height).toBe(floorOf(HD));
  });

  it('lets those who tie stand side by side, from four on in small', () => {
    const [two] = placeSteps([step(1, 2)], HD);
    const [four] = placeSteps([step(1, 4)], HD);
    for (const { portraits, portrait } of [two!, four!]) {
      const apart = portraits.slice(1).map(({ x }, n) => x - portraits[n]!.x);
      expect(Math.min(...apart)).toBeGreaterThanOrEqual(portrait - 1);
    }
    expect(four!.portrait).toBeLessThan(two!.portrait * 0.7);
  });

  it.each([
    [HD, [10, 10, 10]],
    [HD, [1, 9, 1]],
    [HD, [1, 1, 9]],
    [{ width: 1024, height: 768 }, [1, 4, 3]],
    [{ width: 390, height: 844 }, [1, 1, 1]],
  ])('keeps everybody on a stage of %j, with %j on the steps', (size, people) => {
    const places = placeSteps(
      people.map((count, n) => step(n + 1, count)),
      size,
    );
    let right = 0;
    for (const { left, width, portraits, portrait, name } of places) {
      expect(left).toBeGreaterThanOrEqual(right);
      right = left + width - 1;
      expect(right).toBeLessThanOrEqual(size.width);
      for (const { x } of portraits) {
        expect(x - portrait / 2).toBeGreaterThanOrEqual(left - 1);
        expect(x + portrait / 2).toBeLessThanOrEqual(right + 2);
      }
      expect(name.width).toBeGreaterThan(portrait);
    }
  });

  it('is walked up to from where somebody stands, on whole pixels', () => {
    const from = { x: 100, y: 1000 };
    const to = { x: 960, y: 500 };
    expect(walkAt(from, to, 0, HD)).toEqual(from);
    expect(walkAt(from, to, 1, HD)).toEqual(to);
    for (const part of [0.1, 0.35, 0.69, 0.71, 0.9]) {
      const { x, y } = walkAt(from, to, part, HD);
      expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
      expect(x).toBeGreaterThanOrEqual(from.x);
      expect(x).toBeLessThanOrEqual(to.x);
    }
  });
});

describe('R19.5 what of the results is told', () => {
  const results = [1, 2, 2, 4, 5].map((rank, slot): ResultRow => {
    return { playerId: `p${slot}`, playerName: `P${slot}`, slot, rank, score: 100 - rank };
  });
  const beats = [
    { scene: 'black', ms: 1 },
    { scene: 'row', ms: 1, row: 4 },
    { scene: 'row', ms: 1, row: 3 },
    { scene: 'step', ms: 1, rank: 2 },
    { scene: 'step', ms: 1, rank: 1 },
    { scene: 'credits', ms: 1 },
    { scene: 'podium', ms: 0 },
  ] as const;
  const totals = { players: 5, questions: 3, answers: 15, rights: 7 };
  const payload = { hostId: 'p0', results, final: { startTime: 0, beats, totals } };
  const told = (index: number) => {
    const { rows, steps } = toldUntil(payload, { index });
    const names = (those: readonly ResultRow[]) => those.map(({ playerName }) => playerName).join();
    return [names(rows), ...steps.map(({ rank, rows: on, isOn }) => [rank, names(on), isOn])];
  };

  it('grows upwards, and those who tie come together', () => {
    expect(told(0)).toEqual(['']);
    expect(told(2)).toEqual(['P3,P4']);
    expect(told(3)).toEqual(['P3,P4', [2, 'P1,P2', true]]);
    expect(told(4)).toEqual(['P3,P4', [2, 'P1,P2', false], [1, 'P0', true]]);
    expect(told(5)).toEqual(['P3,P4', [2, 'P1,P2', false], [1, 'P0', false]]);
  });

  it('is nothing before its first beat', () => {
    expect(toldUntil(payload, undefined)).toEqual({ rows: [], steps: [] });
  });
});

it('R19.5 brightens the podium only where the stage was dark a moment ago', () => {
  const beats = [
    { scene: 'black', ms: 1_200 },
    { scene: 'podium', ms: 0 },
  ] as const;
  const final = {
    startTime: 5_000,
    beats,
    totals: { players: 3, questions: 1, answers: 3, rights: 1 },
  };
  expect([6_200, 7_600, 8_000].map((now) => hasJustEnded(final, now))).toEqual([true, true, false]);
  expect(hasJustEnded(undefined, 6_200)).toBe(false);
});
