import { describe, expect, it } from 'vitest';
import { SlowConsumers } from '../../src/server/live/batch/slow-consumers.js';

const FLUSH_MS = 50;
/** The first moment at which a client that sees nothing counts as late, silent, or lost. */
const LATE_MS = 1_001;
const SILENT_MS = 2_501;
const LOST_MS = 5_001;
/** So many flushes may stay unseen in silence. */
const FEW = 10;

/** Sends flushes at even times, from one `now` on. */
function flushes(
  slowConsumers: SlowConsumers,
  first: number,
  count: number,
  now = 0,
  every = FLUSH_MS,
): number {
  for (let n = 0; n < count; n++) slowConsumers.sent(first + n, now + n * every);
  return now + (count - 1) * every;
}

describe('an echo', () => {
  it('of the newest flush, or with one unseen for less than a second, is level', () => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    flushes(slowConsumers, 1, 40);
    expect(slowConsumers.echo('a', 40, 1_000_000)).toBe('level');
    flushes(slowConsumers, 41, 5, 5_000);
    expect(slowConsumers.echo('a', 42, 5_100 + LATE_MS - 1)).toBe('level');
    expect(slowConsumers.look(5_150)).toEqual({ late: [], lost: [] });
  });

  it('counts from when the next flush was sent, and not the one that was seen', () => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    slowConsumers.sent(1, 0);
    slowConsumers.sent(2, 10_000);
    expect(slowConsumers.echo('a', 1, 10_000 + LATE_MS - 1)).toBe('level');
    expect(slowConsumers.echo('a', 1, 10_000 + LATE_MS)).toBe('late');
  });

  it('is not owed for what was sent before the client was added', () => {
    const slowConsumers = new SlowConsumers();
    const now = flushes(slowConsumers, 1, 300);
    slowConsumers.add('a', now);
    expect(slowConsumers.echo('a', 0, now + 60_000)).toBe('level');
    expect(slowConsumers.look(now + 60_000)).toEqual({ late: [], lost: [] });
  });

  it.each([41, 1_000, 2 ** 53, Number.MAX_VALUE, Infinity, -1, Number.NaN, 40.5])(
    'of %d, which cannot have been seen, changes nothing',
    (forged) => {
      const slowConsumers = new SlowConsumers();
      slowConsumers.add('a', 0);
      flushes(slowConsumers, 1, 40);
      expect(slowConsumers.echo('a', forged, LATE_MS)).toBe('late');
      expect(slowConsumers.look(SILENT_MS).late).toEqual(['a']);
      slowConsumers.skip('a');
      expect(slowConsumers.echo('a', forged, SILENT_MS)).toBe('level');
      expect(slowConsumers.look(LOST_MS).lost).toEqual(['a']);
      expect(slowConsumers.echo('a', 40, SILENT_MS)).toBe('drained');
    },
  );

  it('of an older flush takes nothing back', () => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    const now = flushes(slowConsumers, 1, 100);
    expect(slowConsumers.echo('a', 100, now)).toBe('level');
    expect(slowConsumers.echo('a', 3, now + 60_000)).toBe('level');
    expect(slowConsumers.look(now + 60_000)).toEqual({ late: [], lost: [] });
  });

  it('of a stranger is level', () => {
    const slowConsumers = new SlowConsumers();
    flushes(slowConsumers, 1, 100);
    expect(slowConsumers.echo('x', 1, 60_000)).toBe('level');
    slowConsumers.skip('x');
    slowConsumers.remove('x');
    expect(slowConsumers.look(120_000)).toEqual({ late: [], lost: [] });
  });
});

describe('a client that does not echo', () => {
  it('is late once the first flush that it has not seen waits for more than two and a half seconds', () => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    slowConsumers.sent(1, 0);
    slowConsumers.echo('a', 1, 10);
    slowConsumers.sent(2, 1_000);
    flushes(slowConsumers, 3, 30, 2_000);
    expect(slowConsumers.look(1_000 + SILENT_MS - 1).late).toEqual([]);
    expect(slowConsumers.look(1_000 + SILENT_MS).late).toEqual(['a']);
  });

  it('is not late for the last ten flushes before a pause, but for eleven', () => {
    for (const [unseen, late] of [
      [FEW, []],
      [FEW + 1, ['a']],
    ] as const) {
      const slowConsumers = new SlowConsumers();
      slowConsumers.add('a', 0);
      const now = flushes(slowConsumers, 1, 40 + unseen);
      slowConsumers.echo('a', 40, now);
      expect([unseen, slowConsumers.look(now + 600_000).late]).toEqual([unseen, late]);
    }
  });

  it('is told of by the first echo, however few flushes it has not seen', () => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    const now = flushes(slowConsumers, 1, 2);
    expect(slowConsumers.look(now + 600_000).late).toEqual([]);
    expect(slowConsumers.echo('a', 1, now + LATE_MS)).toBe('late');
  });

  it('is not late in a room in which nothing happens', () => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    flushes(slowConsumers, 1, 5);
    slowConsumers.echo('a', 5, 250);
    slowConsumers.add('b', 250);
    expect(slowConsumers.look(1e9)).toEqual({ late: [], lost: [] });
  });

  it('is found among others', () => {
    const slowConsumers = new SlowConsumers();
    for (const id of ['a', 'b', 'c']) slowConsumers.add(id, 0);
    flushes(slowConsumers, 1, 60);
    slowConsumers.echo('a', 60, 3_000);
    slowConsumers.echo('c', 59, 3_000);
    slowConsumers.remove('c');
    expect(slowConsumers.look(3_000).late).toEqual(['b']);
  });

  it('is behind also when the flush that it missed is forgotten', () => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    for (const count of [255, 256, 257, 1_000]) {
      const now = flushes(slowConsumers, 1, count);
      expect(slowConsumers.look(now).late).toEqual(['a']);
      expect(slowConsumers.echo('a', 0, now)).toBe('late');
    }
  });

  it('is not late for a second of silence, however many flushes that second had', () => {
    for (const every of [0.5, 1, 2, 5, 10]) {
      const slowConsumers = new SlowConsumers();
      slowConsumers.add('a', 0);
      const now = flushes(slowConsumers, 1, 1_000 / every, 0, every);
      expect([every, slowConsumers.look(now + 100).late]).toEqual([every, []]);
      const later = flushes(slowConsumers, 1 + 1_000 / every, 1_600 / every, now + every, every);
      expect([every, slowConsumers.look(later).late]).toEqual([every, ['a']]);
      expect(slowConsumers.echo('a', 2_600 / every, later + 1)).toBe('level');
    }
  });
});

describe('a skipped client', () => {
  const skipped = (): SlowConsumers => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    flushes(slowConsumers, 1, 40);
    slowConsumers.skip('a');
    return slowConsumers;
  };

  it('is drained when it has seen the last flush that was sent to it, though more went to others', () => {
    const slowConsumers = skipped();
    flushes(slowConsumers, 41, 20, 3_000);
    for (const seq of [1, 20, 39]) expect(slowConsumers.echo('a', seq, 3_100)).toBe('level');
    expect(slowConsumers.echo('a', 40, 3_200)).toBe('drained');
  });

  it('is not late again, but lost five seconds after it fell behind', () => {
    const slowConsumers = skipped();
    flushes(slowConsumers, 41, 200, 3_000);
    expect(slowConsumers.look(LOST_MS - 1)).toEqual({ late: [], lost: [] });
    expect(slowConsumers.look(LOST_MS)).toEqual({ late: [], lost: ['a'] });
    expect(slowConsumers.echo('a', 7, 5_400)).toBe('level');
  });

  it('has more time where it goes on reading, counted from what it has not read yet', () => {
    const slowConsumers = new SlowConsumers();
    slowConsumers.add('a', 0);
    flushes(slowConsumers, 1, 40);
    expect(slowConsumers.echo('a', 20, 20 * FLUSH_MS + LATE_MS)).toBe('late');
    slowConsumers.skip('a');
    expect(slowConsumers.echo('a', 30, 4_000)).toBe('level');
    const nextSentAt = 30 * FLUSH_MS;
    expect(slowConsumers.look(nextSentAt + LOST_MS - 1).lost).toEqual([]);
    expect(slowConsumers.look(nextSentAt + LOST_MS).lost).toEqual(['a']);
  });

  it('begins anew when it is added again', () => {
    const slowConsumers = skipped();
    flushes(slowConsumers, 41, 20, 3_000);
    slowConsumers.add('a', 60_000);
    expect(slowConsumers.echo('a', 40, 60_000)).toBe('level');
    flushes(slowConsumers, 61, FEW + 1, 60_000);
    expect(slowConsumers.look(60_000 + SILENT_MS)).toEqual({ late: ['a'], lost: [] });
  });

  it('that is removed is forgotten', () => {
    const slowConsumers = skipped();
    slowConsumers.remove('a');
    expect(slowConsumers.echo('a', 40, 3_000)).toBe('level');
    expect(slowConsumers.look(1e9)).toEqual({ late: [], lost: [] });
  });
});
