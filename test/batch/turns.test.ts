import { expect, it } from 'vitest';
import { Turns } from '../../src/server/live/batch/turns.js';

const PIECES = 100;

/** Takes a millisecond. */
function work(): void {
  const until = performance.now() + 1;
  while (performance.now() < until);
}

it('R10.6 a hall that writes at once leaves turns of the event loop to others, and keeps its order', async () => {
  const turns = new Turns();
  let others = 0;
  let isOver = false;
  const look = (): void => {
    others++;
    if (!isOver) setImmediate(look);
  };
  const order: number[] = [];
  const asked = Array.from({ length: PIECES }, (_, n) =>
    turns.run(() => {
      work();
      return order.push(n);
    }),
  );
  setImmediate(look);
  const failed = turns.run(() => {
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(await Promise.all(asked)).toEqual(order.map((n) => n + 1));
  isOver = true;
  // Each turn has work for 5 ms.
  expect(others).toBeGreaterThan(PIECES / 10);
  expect(await turns.run(() => 'later')).toBe('later');
});
