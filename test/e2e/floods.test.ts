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
});
