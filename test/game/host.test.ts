import { describe, expect, it } from 'vitest';
import { comesWith, handOver, heirOf, takeBack, type HostChange } from '../../src/game/host.js';
import { aRoom, aSeat, codeOf, EPOCH } from '../support/game-data.js';

const OWNER = 'identity-0';
const dropped = (slot: number) => aSeat(slot, { connectionId: null, droppedAt: EPOCH });

describe('R3.2 the heir of the host', () => {
  it('is the longest-present connected player, a ghost as well', () => {
    const seats = [
      dropped(1),
      aSeat(2, { joinedAt: EPOCH - 1 }),
      aSeat(3, { joinedAt: EPOCH - 2, fellAt: [0, 0] }),
    ];
    expect(heirOf(seats, OWNER)?.slot).toBe(3);
    const together = [aSeat(4, { joinedAt: EPOCH }), aSeat(5, { joinedAt: EPOCH })];
    expect(heirOf(together, OWNER)?.slot).toBe(4);
    expect(heirOf([], OWNER)).toBeUndefined();
    expect(heirOf([dropped(1)], OWNER)).toBeUndefined();
  });

  it('is the owner before all others, if connected', () => {
    const owner = aSeat(7, { identityId: OWNER, joinedAt: EPOCH + 99 });
    expect(heirOf([aSeat(1), owner], OWNER)?.slot).toBe(7);
    const away = { ...owner, connectionId: null, droppedAt: EPOCH };
    expect(heirOf([aSeat(1), away], OWNER)?.slot).toBe(1);
  });
});

describe('R3.2 who sits down or comes back', () => {
  it('becomes host where there is none', () => {
    expect(comesWith(aSeat(1), aRoom({ hostId: '' }))).toBe(true);
    expect(comesWith(aSeat(1), aRoom({ hostId: 'p2' }))).toBe(false);
  });

  it('becomes host as the owner, who has not given the role away', () => {
    const room = aRoom({ hostId: 'p1', ownerIdentityId: OWNER });
    expect(comesWith(aSeat(0), room)).toBe(true);
    expect(comesWith(aSeat(0), { ...room, isHandedOver: true })).toBe(false);
    expect(comesWith(aSeat(0), { ...room, hostId: 'p0' })).toBe(false);
  });
});

describe('R3.2 handing over', () => {
  const room = aRoom({ hostId: 'p0', ownerIdentityId: OWNER });
  const given = (change: Partial<HostChange>): HostChange => {
    return { from: 'p0', to: 'p1', isHandedOver: true, ifAway: false, ...change };
  };

  it('by the owner is for as long as the owner does not ask', () => {
    expect(handOver(room, 'p0', 'p1')).toEqual(given({}));
    const next = { ...room, hostId: 'p1', isHandedOver: true };
    expect(handOver(next, 'p1', 'p2')).toEqual(given({ from: 'p1', to: 'p2' }));
    const back = given({ from: 'p1', to: 'p0', isHandedOver: false });
    expect(handOver(next, 'p1', 'p0')).toEqual(back);
  });

  it('by who stands in for the owner is not', () => {
    const standIn = { ...room, hostId: 'p1', seats: [dropped(0), aSeat(1), aSeat(2)] };
    const change = given({ from: 'p1', to: 'p2', isHandedOver: false });
    expect(handOver(standIn, 'p1', 'p2')).toEqual(change);
    expect(handOver({ ...standIn, seats: [aSeat(1), aSeat(2)] }, 'p1', 'p2')).toEqual(change);
  });

  it.each([
    ['NOT_HOST', 'p1', 'p2'],
    ['BAD_REQUEST', 'p0', 'p0'],
    ['PLAYER_NOT_FOUND', 'p0', 'p9'],
    ['WRONG_PHASE', 'p0', 'p3'],
  ])('is refused with %s from %s to %s', async (code, from, to) => {
    const seats = [aSeat(0), aSeat(1), aSeat(2), dropped(3)];
    expect(await codeOf(() => handOver({ ...room, seats }, from, to))).toBe(code);
  });
});

describe('R3.2 taking back', () => {
  const room = aRoom({ hostId: 'p1', ownerIdentityId: OWNER, isHandedOver: true });

  it('is the owner’s, in any phase, and ends the hand-over', () => {
    const change = { from: 'p1', to: 'p0', isHandedOver: false, ifAway: false };
    expect(takeBack(room, 'p0')).toEqual(change);
    expect(takeBack({ ...room, hostId: '' }, 'p0')).toEqual({ ...change, from: '' });
    expect(takeBack({ ...room, hostId: 'p0' }, 'p0')).toBeUndefined();
  });

  it('is nobody else’s', async () => {
    for (const player of ['p1', 'p2', 'p9'])
      expect(await codeOf(() => takeBack(room, player))).toBe('FORBIDDEN');
  });
});
