import { describe, expect, it } from 'vitest';
import { FRAMES, type FrameKind } from '../../load-test/hostile/floods.js';
import { Flooder } from '../support/flooder.js';
import { useHall } from '../support/hall.js';

const hall = useHall();
/** What a connection may send at once, and then in each second, as frames without payload. */
const BURST = 1_024;
const PER_S = 128;

describe.concurrent('R10.2 frames that are no commands', () => {
  it.each(Object.keys(FRAMES) as FrameKind[])(
    'R10.2 are counted, and a connection that goes on is ended: %s',
    async (kind) => {
      const { host } = await hall.openRoom();
      const flooder = await Flooder.open(hall.app.url);
      flooder.enter();
      const startedAt = performance.now();
      const flooding = flooder.flood(kind);
      // Somebody honest is answered meanwhile.
      for (let n = 0; n < 20; n++) expect((await host.do('syncTime', { t0: n })).t0).toBe(n);
      await flooder.closed;
      await flooding;
      const seconds = (performance.now() - startedAt) / 1000;
      expect(flooder.pongs).toBeLessThanOrEqual(BURST + PER_S * seconds);
      expect(flooder.pongs > 0).toBe(kind === 'pings');
      expect(await host.fail('syncTime', { t0: 1 })).toBe('ok');
    },
  );

  it('R10.2 are not read for long behind a goodbye', async () => {
    const flooder = await Flooder.open(hall.app.url);
    flooder.sayGoodbye();
    await flooder.flood('pings');
    expect(flooder.pongs).toBe(0);
  });

  it('R10.2 leave nothing behind when their senders go in the middle', async () => {
    const { host } = await hall.openRoom();
    for (const kind of Object.keys(FRAMES) as FrameKind[]) {
      const flooders = await Promise.all([1, 2, 3].map(() => Flooder.open(hall.app.url)));
      for (const one of flooders) {
        one.enter();
        void one.flood(kind);
      }
      expect(await host.fail('syncTime', { t0: 1 })).toBe('ok');
      await Promise.all(flooders.map((one) => one.reset()));
    }
    expect(await host.fail('syncTime', { t0: 2 })).toBe('ok');
    expect(hall.app.logs).toEqual([]);
  });
});
