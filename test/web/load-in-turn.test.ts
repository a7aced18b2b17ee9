import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadInTurn, type Loadable } from '../../src/web/kinds/load-in-turn.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The order in which they began, and a way to end each. */
function pictures(count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const list = Array.from({ length: count }, (_, index): Loadable => {
    let loading: Promise<void> | undefined;
    const begin = (): Promise<void> => {
      begun.push(index);
      return new Promise((resolve) => (ends[index] = resolve));
    };
    return { load: () => (loading ??= begin()) };
  });
  const end = async (index: number): Promise<void> => {
    ends[index]?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { list, begun, end };
}

it('R16.13 a phone loads pictures one after the other, from a moment that it draws anew', async () => {
  const { list, begun, end } = pictures(3);
  loadInTurn(list, 8_000, () => 0.5);
  await vi.advanceTimersByTimeAsync(1_599);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual([0]);
  await end(0);
  expect(begun).toEqual([0, 1]);
  await end(1);
  expect(begun).toEqual([0, 1, 2]);
});

it('R16.13 begins in the first two fifths of the time that is left, and loads all at once when it runs out', async () => {
  const { list, begun, end } = pictures(4);
  loadInTurn(list, 10_000, () => 0.999_999);
  await vi.advanceTimersByTimeAsync(4_000);
  await end(0);
  expect(begun).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(begun).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual([0, 1, 2, 3]);
});

it.each([2_999, 0, -5_000])('R16.13 loads all at once %i ms before the choices', (leftMs) => {
  const { list, begun } = pictures(3);
  loadInTurn(list, leftMs, () => 0.5);
  expect(begun).toEqual([0, 1, 2]);
});

it('R16.13 loads no more of a question that is gone', async () => {
  const { list, begun, end } = pictures(3);
  const stop = loadInTurn(list, 8_000, () => 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([0]);
  stop();
  await end(0);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(begun).toEqual([0]);
});
