import { describe, expect, it } from 'vitest';
import { sendAt } from '../../src/web/kinds/writing/send-time.js';

/** One server takes one answer of a player a second. */
const SECOND = 1_000;
const BELL = 20_000;

describe('R16.14 when an answer that somebody writes is sent', () => {
  it('waits until the text rests', () => {
    expect(sendAt({ restsAt: 3_000, lastAt: -Infinity, bellAt: BELL })).toBe(3_000);
    expect(sendAt({ restsAt: 3_000, lastAt: -Infinity, bellAt: undefined })).toBe(3_000);
  });

  it('waits a second and a little more after the one before', () => {
    const at = sendAt({ restsAt: 3_100, lastAt: 3_000, bellAt: BELL });
    expect(at).toBeGreaterThan(3_000 + SECOND);
    expect(at).toBeLessThan(3_000 + 1.5 * SECOND);
  });

  it('keeps the last time before the bell free for the last change', () => {
    const lastTime = sendAt({ restsAt: BELL, lastAt: -Infinity, bellAt: BELL });
    expect(lastTime).toBeLessThan(BELL - 300);
    expect(lastTime).toBeGreaterThan(BELL - SECOND);
    for (let restsAt = 15_000; restsAt <= BELL; restsAt += 10) {
      const at = sendAt({ restsAt, lastAt: -Infinity, bellAt: BELL });
      // Either early enough for another one, or at the last time.
      expect(at === lastTime || at + SECOND < lastTime).toBe(true);
    }
  });

  it('sends the last change together with the one before, where a bell comes sooner than a second', () => {
    const at = sendAt({ restsAt: 4_000, lastAt: 3_900, bellAt: 5_000 });
    expect(at).toBeLessThanOrEqual(5_000 - 500);
    // A third one in that second would be refused.
    expect(sendAt({ restsAt: 5_000, lastAt: at, bellAt: 5_000 })).toBeGreaterThan(at + SECOND);
  });

  it('sends at once what rests later than that', () => {
    const late = { restsAt: BELL - 100, lastAt: -Infinity, bellAt: BELL };
    expect(sendAt(late)).toBeLessThan(BELL - 100);
  });
});
