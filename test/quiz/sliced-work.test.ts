import { describe, expect, it } from 'vitest';
import { SlicedWork } from '../../src/server/desk/files/sliced-work.js';

describe('work in slices', () => {
  it('is done one after the other, whatever fails, and refused where too much waits', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const busy = new SlicedWork();
    const order: number[] = [];
    const jobs = Array.from({ length: 9 }, (_, n) =>
      busy.run(async () => {
        await gate;
        order.push(n);
        if (n === 3) throw new Error('of this one');
      }),
    );
    const settled = Promise.allSettled(jobs);
    await expect(jobs[8]).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    open();
    const failed = (await settled).flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
    expect(failed).toEqual([3, 8]);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    await expect(busy.run(async () => 'again')).resolves.toBe('again');
  });
});
