import { describe, expect, it } from 'vitest';
import { Backlog } from '../../src/batch/backlog.js';

const FLUSH_MS = 50;
/** The first moment at which a client that sees nothing counts as late, silent, or lost. */
const LATE_MS = 1_001;
const SILENT_MS = 2_501;
const LOST_MS = 5_001;
/** So many flushes may stay unseen in silence. */
const FEW = 10;

/** Sends flushes at even times, from one `now` on. */
function flushes(
  backlog: Backlog,
  first: number,
  count: number,
  now = 0,
  every = FLUSH_MS,
): number {
  for (let n = 0; n < count; n++) backlog.sent(first + n, now + n * every);
  return now + (count - 1) * every;
}

describe('an echo', () => {
  it('of the newest flush, or with one unseen for less than a second, is level', () => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    flushes(backlog, 1, 40);
    expect(backlog.echo('a', 40, 1_000_000)).toBe('level');
    flushes(backlog, 41, 5, 5_000);
    expect(backlog.echo('a', 42, 5_100 + LATE_MS - 1)).toBe('level');
    expect(backlog.look(5_150)).toEqual({ late: [], lost: [] });
  });

  it('counts from when the next flush was sent, and not the one that was seen', () => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    backlog.sent(1, 0);
    backlog.sent(2, 10_000);
    expect(backlog.echo('a', 1, 10_000 + LATE_MS - 1)).toBe('level');
    expect(backlog.echo('a', 1, 10_000 + LATE_MS)).toBe('late');
  });

  it('is not owed for what was sent before the client was added', () => {
    const backlog = new Backlog();
    const now = flushes(backlog, 1, 300);
    backlog.add('a', now);
    expect(backlog.echo('a', 0, now + 60_000)).toBe('level');
    expect(backlog.look(now + 60_000)).toEqual({ late: [], lost: [] });
  });

  it.each([41, 1_000, 2 ** 53, Number.MAX_VALUE, Infinity, -1, Number.NaN, 40.5])(
    'of %d, which cannot have been seen, changes nothing',
    (forged) => {
      const backlog = new Backlog();
      backlog.add('a', 0);
      flushes(backlog, 1, 40);
      expect(backlog.echo('a', forged, LATE_MS)).toBe('late');
      expect(backlog.look(SILENT_MS).late).toEqual(['a']);
      backlog.skip('a');
      expect(backlog.echo('a', forged, SILENT_MS)).toBe('level');
      expect(backlog.look(LOST_MS).lost).toEqual(['a']);
      expect(backlog.echo('a', 40, SILENT_MS)).toBe('drained');
    },
  );

  it('of an older flush takes nothing back', () => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    const now = flushes(backlog, 1, 100);
    expect(backlog.echo('a', 100, now)).toBe('level');
    expect(backlog.echo('a', 3, now + 60_000)).toBe('level');
    expect(backlog.look(now + 60_000)).toEqual({ late: [], lost: [] });
  });

  it('of a stranger is level', () => {
    const backlog = new Backlog();
    flushes(backlog, 1, 100);
    expect(backlog.echo('x', 1, 60_000)).toBe('level');
    backlog.skip('x');
    backlog.remove('x');
    expect(backlog.look(120_000)).toEqual({ late: [], lost: [] });
  });
});

describe('a client that does not echo', () => {
  it('is late once the first flush that it has not seen waits for more than two and a half seconds', () => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    backlog.sent(1, 0);
    backlog.echo('a', 1, 10);
    backlog.sent(2, 1_000);
    flushes(backlog, 3, 30, 2_000);
    expect(backlog.look(1_000 + SILENT_MS - 1).late).toEqual([]);
    expect(backlog.look(1_000 + SILENT_MS).late).toEqual(['a']);
  });

  it('is not late for the last ten flushes before a pause, but for eleven', () => {
    for (const [unseen, late] of [
      [FEW, []],
      [FEW + 1, ['a']],
    ] as const) {
      const backlog = new Backlog();
      backlog.add('a', 0);
      const now = flushes(backlog, 1, 40 + unseen);
      backlog.echo('a', 40, now);
      expect([unseen, backlog.look(now + 600_000).late]).toEqual([unseen, late]);
    }
  });

  it('is told of by the first echo, however few flushes it has not seen', () => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    const now = flushes(backlog, 1, 2);
    expect(backlog.look(now + 600_000).late).toEqual([]);
    expect(backlog.echo('a', 1, now + LATE_MS)).toBe('late');
  });

  it('is not late in a room in which nothing happens', () => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    flushes(backlog, 1, 5);
    backlog.echo('a', 5, 250);
    backlog.add('b', 250);
    expect(backlog.look(1e9)).toEqual({ late: [], lost: [] });
  });

  it('is found among others', () => {
    const backlog = new Backlog();
    for (const id of ['a', 'b', 'c']) backlog.add(id, 0);
    flushes(backlog, 1, 60);
    backlog.echo('a', 60, 3_000);
    backlog.echo('c', 59, 3_000);
    backlog.remove('c');
    expect(backlog.look(3_000).late).toEqual(['b']);
  });

  it('is behind also when the flush that it missed is forgotten', () => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    for (const count of [255, 256, 257, 1_000]) {
      const now = flushes(backlog, 1, count);
      expect(backlog.look(now).late).toEqual(['a']);
      expect(backlog.echo('a', 0, now)).toBe('late');
    }
  });

  it('is not late for a second of silence, however many flushes that second had', () => {
    for (const every of [0.5, 1, 2, 5, 10]) {
      const backlog = new Backlog();
      backlog.add('a', 0);
      const now = flushes(backlog, 1, 1_000 / every, 0, every);
      expect([every, backlog.look(now + 100).late]).toEqual([every, []]);
      const later = flushes(backlog, 1 + 1_000 / every, 1_600 / every, now + every, every);
      expect([every, backlog.look(later).late]).toEqual([every, ['a']]);
      expect(backlog.echo('a', 2_600 / every, later + 1)).toBe('level');
    }
  });
});

describe('a skipped client', () => {
  const skipped = (): Backlog => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    flushes(backlog, 1, 40);
    backlog.skip('a');
    return backlog;
  };

  it('is drained when it has seen the last flush that was sent to it, though more went to others', () => {
    const backlog = skipped();
    flushes(backlog, 41, 20, 3_000);
    for (const seq of [1, 20, 39]) expect(backlog.echo('a', seq, 3_100)).toBe('level');
    expect(backlog.echo('a', 40, 3_200)).toBe('drained');
  });

  it('is not late again, but lost five seconds after it fell behind', () => {
    const backlog = skipped();
    flushes(backlog, 41, 200, 3_000);
    expect(backlog.look(LOST_MS - 1)).toEqual({ late: [], lost: [] });
    expect(backlog.look(LOST_MS)).toEqual({ late: [], lost: ['a'] });
    expect(backlog.echo('a', 7, 5_400)).toBe('level');
  });

  it('has more time where it goes on reading, counted from what it has not read yet', () => {
    const backlog = new Backlog();
    backlog.add('a', 0);
    flushes(backlog, 1, 40);
    expect(backlog.echo('a', 20, 20 * FLUSH_MS + LATE_MS)).toBe('late');
    backlog.skip('a');
    expect(backlog.echo('a', 30, 4_000)).toBe('level');
    const nextSentAt = 30 * FLUSH_MS;
    expect(backlog.look(nextSentAt + LOST_MS - 1).lost).toEqual([]);
    expect(backlog.look(nextSentAt + LOST_MS).lost).toEqual(['a']);
  });

  it('begins anew when it is added again', () => {
    const backlog = skipped();
    flushes(backlog, 41, 20, 3_000);
    backlog.add('a', 60_000);
    expect(backlog.echo('a', 40, 60_000)).toBe('level');
    flushes(backlog, 61, FEW + 1, 60_000);
    expect(backlog.look(60_000 + SILENT_MS)).toEqual({ late: ['a'], lost: [] });
  });

  it('that is removed is forgotten', () => {
    const backlog = skipped();
    backlog.remove('a');
    expect(backlog.echo('a', 40, 3_000)).toBe('level');
    expect(backlog.look(1e9)).toEqual({ late: [], lost: [] });
  });
});
