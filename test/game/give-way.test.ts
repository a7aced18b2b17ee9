import { describe, expect, it } from 'vitest';
import { roomToClose, type OpenRoom } from '../../src/game/give-way.js';

const NOW = 100 * 60_000;
const LIMITS = { rooms: 6, perIdentity: 2, perAddress: 4 };
const NEWCOMER = { identityId: 'me', address: 'home' };

let rooms = 0;
/** Untouched for so many minutes, and nobody is there, unless given. */
function room(
  identityId: string,
  address: string,
  minutes: number,
  facts: Partial<OpenRoom> = {},
): OpenRoom {
  const at = NOW - minutes * 60_000;
  const times = { lastActivityAt: at, lastPresentAt: at, openedAt: at };
  const use = { others: 0, isAttended: false, seq: 1 };
  return { roomId: `r${rooms++}`, identityId, address, ...times, ...use, ...facts };
}
const closing = (all: OpenRoom[]): OpenRoom | undefined => roomToClose(all, NEWCOMER, LIMITS, NOW);

describe('R10.5 rooms that give way', () => {
  it('R10.5 are none while there is room for one more', () => {
    expect(closing([])).toBeUndefined();
    expect(
      closing(Array.from({ length: 5 }, (_, n) => room(`i${n}`, `a${n}`, 60))),
    ).toBeUndefined();
  });

  it('R10.5 are the own ones where an identity has too many', () => {
    const [young, old] = [room('me', 'far', 20), room('me', 'home', 30)];
    expect(closing([young, old, room('you', 'home', 90)])).toBe(old);
  });

  it('R10.5 are those of the own address where it has too many, of the identity with most', () => {
    const most = [room('a', 'home', 11), room('a', 'home', 12)];
    const all = [room('b', 'home', 90), ...most, room('c', 'home', 80), room('d', 'far', 99)];
    expect(closing(all)).toBe(most[1]);
  });

  it('R10.5 are those of the own address first where there are too many in all, then of the address with most', () => {
    const far = [1, 2, 3, 4].map((n) => room(`f${n}`, 'far', 10 + n));
    const own = room('x', 'home', 15);
    const other = room('y', 'other', 99);
    expect(closing([...far, own, other])).toBe(own);
    expect(closing([...far, room('z', 'third', 99), other])).toBe(far[3]);
  });

  it('R10.5 have no other players, and were not touched for ten minutes', () => {
    const busy = Array.from({ length: 6 }, (_, n) => room(`i${n}`, `a${n}`, 60, { others: 1 }));
    expect(closing(busy)).toBeUndefined();
    const fresh = Array.from({ length: 6 }, (_, n) => room(`i${n}`, `a${n}`, 9.9));
    expect(closing(fresh)).toBeUndefined();
    const ripe = room('i6', 'a6', 10);
    expect(closing([...busy, ...fresh, ripe])).toBe(ripe);
  });

  it('R10.5 are at its address those only that nobody is at: no opener for a minute, no projector, no account', () => {
    const attended = [1, 2, 3].map((n) => room(`i${n}`, 'home', 90, { isAttended: true }));
    const gone = room('i4', 'home', 1);
    expect(closing([...attended, gone])).toBe(gone);
    const justGone = room('i4', 'home', 30, { lastPresentAt: NOW - 59_000 });
    expect(closing([...attended, justGone])).toBeUndefined();
    expect(closing([...attended, room('i4', 'home', 5, { others: 1 })])).toBeUndefined();
  });

  it('R10.5 are else the newest of the identity with most, which keeps nobody behind the same address out', () => {
    const held = { isAttended: true };
    const teacher = room('teacher', 'home', 2, held);
    const old = room('many', 'home', 9, held);
    const young = room('many', 'home', 3, held);
    const few = room('few', 'home', 1, held);
    expect(closing([teacher, old, young, few])).toBe(young);
    const played = { ...young, others: 3 };
    expect(closing([teacher, old, played, few])).toBe(old);
  });

  it('R10.5 are none of who has no more rooms than the newcomer will have', () => {
    const held = { isAttended: true };
    const one = (name: string): OpenRoom => room(name, 'home', 1, held);
    expect(closing([one('a'), one('b'), one('c'), one('d')])).toBeUndefined();
    const twice = [one('a'), one('a'), one('me'), one('b')];
    expect(closing(twice)).toBeUndefined();
  });
});
