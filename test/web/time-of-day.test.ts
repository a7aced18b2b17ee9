import { describe, expect, it } from 'vitest';
import { momentOf, timeOfDay } from '../../src/web/stage/item/time-of-day.js';

const HOUR_MS = 3_600_000;
const at = (iso: string): number => Date.parse(iso);

describe('R27.11 a time of day on a slide', () => {
  it('is that of where the host is', () => {
    const now = at('2026-11-27T10:05:59Z');
    expect(timeOfDay(now, 540)).toBe('19:05');
    expect(timeOfDay(now, -300)).toBe('05:05');
    expect(timeOfDay(now, 330)).toBe('15:35');
    expect(timeOfDay(at('2026-11-27T20:00:00Z'), 540)).toBe('05:00');
  });

  it('is a moment of this evening, also on the other side of midnight', () => {
    const seven = at('2026-11-27T10:00:00Z');
    expect(momentOf('19:30', seven, 540)).toBe(at('2026-11-27T10:30:00Z'));
    expect(momentOf('18:30', seven, 540)).toBe(at('2026-11-27T09:30:00Z'));
    expect(momentOf('00:10', at('2026-11-27T14:50:00Z'), 540)).toBe(at('2026-11-27T15:10:00Z'));
    expect(momentOf('23:50', at('2026-11-27T15:10:00Z'), 540)).toBe(at('2026-11-27T14:50:00Z'));
    expect(momentOf('20:00', at('2026-11-28T01:00:00Z'), -300)).toBe(seven + 15 * HOUR_MS);
  });

  it('is that of the browser where nobody knows better', () => {
    const now = at('2026-11-27T10:05:00Z');
    const date = new Date(now);
    const two = (part: number): string => String(part).padStart(2, '0');
    expect(timeOfDay(now)).toBe(`${two(date.getHours())}:${two(date.getMinutes())}`);
    expect(timeOfDay(momentOf('19:30', now))).toBe('19:30');
  });

  it('is at most half a day away', () => {
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const now = at('2026-11-27T00:00:00Z') + minute * 60_000;
      for (const offset of [-840, -300, 0, 330, 540, 840]) {
        const moment = momentOf('19:30', now, offset);
        expect(Math.abs(moment - now)).toBeLessThanOrEqual(12 * HOUR_MS);
        expect(timeOfDay(moment, offset)).toBe('19:30');
      }
    }
  });
});
