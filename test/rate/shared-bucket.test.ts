import { expect, it } from 'vitest';
import { SharedBucket } from '../../src/server/platform/rate/shared-bucket.js';

/** Three who ask ten times a second each, and one who asks once in two seconds, for a minute. */
it('leaves something for who takes little, whatever three others take (R18.8)', () => {
  const bucket = new SharedBucket({ perSecond: 5, burst: 100 }, { perSecond: 1, burst: 20 }, 0);
  let [greedy, refused] = [0, 0];
  for (let now = 0; now < 60_000; now += 100) {
    for (const key of ['a', 'b', 'c']) if (bucket.take(key, now)) greedy++;
    if (now % 2_000 === 0 && !bucket.take('honest', now)) refused++;
  }
  expect(refused).toBe(0);
  // Nearly all of what there is, less what the honest one takes.
  expect(greedy).toBeGreaterThan(200);
});
