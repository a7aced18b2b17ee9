import { describe, expect, it } from 'vitest';
import { comesWith, handOver, heirOf, inherit, takeBack } from '../../src/game/host.js';
import type { RoomChange } from '../../src/game/room-change.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import type { RoomState } from '../../src/game/room-state.js';
import { aRoom, aSeat, codeOf, EPOCH, type RoomShape } from '../support/game-data.js';

const OWNER = 'identity-0';
const dropped = (slot: number) =>
  aSeat(slot, { connectionId: null, process: null, droppedAt: EPOCH });

/** What a command makes happen, having left the room as it was. */
function changesOf(room: RoomState, command: RoomCommand<void>): RoomChange[] {
  const before = structuredClone(room);
  const { changes } = command.decide(room, EPOCH);
  expect(structuredClone(room)).toEqual(before);
  return changes;
}

const host = (hostId: string, isHandedOver: boolean): RoomChange[] => [
  { kind: 'host', hostId, isHandedOver },
];

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
    // Of two who came in the same moment it is the same one for every process, however its seats come.
    expect(heirOf(together.toReversed(), OWNER)?.slot).toBe(4);
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
  const roomOf = (changes: RoomShape = {}): RoomState =>
    aRoom({ hostId: 'p0', ownerIdentityId: OWNER, ...changes });

  it('by the owner is for as long as the owner does not ask', () => {
    expect(changesOf(roomOf(), handOver('identity-0', 'p1'))).toEqual(host('p1', true));
    const given = { hostId: 'p1', isHandedOver: true };
    const next = roomOf(given);
    expect(changesOf(next, handOver('identity-1', 'p2'))).toEqual(host('p2', true));
    expect(changesOf(next, handOver('identity-1', 'p0'))).toEqual(host('p0', false));
    const ownerLeft = roomOf({ ...given, seats: [aSeat(1), aSeat(2)] });
    expect(changesOf(ownerLeft, handOver('identity-1', 'p2'))).toEqual(host('p2', true));
  });

  it('by who stands in for the owner is not', () => {
    for (const seats of [
      [dropped(0), aSeat(1), aSeat(2)],
      [aSeat(1), aSeat(2)],
    ]) {
      const standIn = roomOf({ hostId: 'p1', seats });
      expect(changesOf(standIn, handOver('identity-1', 'p2'))).toEqual(host('p2', false));
    }
  });

  it.each([
    ['NOT_HOST', 'identity-1', 'p2'],
    ['BAD_REQUEST', 'identity-0', 'p0'],
    ['PLAYER_NOT_FOUND', 'identity-0', 'p9'],
    ['WRONG_PHASE', 'identity-0', 'p3'],
  ])('is refused with %s from %s to %s', async (code, from, to) => {
    const room = roomOf({ seats: [aSeat(0), aSeat(1), aSeat(2), dropped(3)] });
    const before = structuredClone(room);
    expect(await codeOf(() => handOver(from, to).decide(room, EPOCH))).toBe(code);
    expect(structuredClone(room)).toEqual(before);
  });
});

describe('R3.2 taking back', () => {
  const room = aRoom({ hostId: 'p1', ownerIdentityId: OWNER, isHandedOver: true });

  it('is the owner’s, in any phase, and ends the hand-over', () => {
    expect(changesOf(room, takeBack(OWNER))).toEqual(host('p0', false));
    expect(changesOf({ ...room, hostId: '' }, takeBack(OWNER))).toEqual(host('p0', false));
    expect(changesOf({ ...room, hostId: 'p0' }, takeBack(OWNER))).toEqual([]);
    const clock = { startTime: EPOCH, endTime: EPOCH + 1, pausedAt: null };
    const phase = { kind: 'countdown', version: 1, count: 3, clock } as const;
    expect(changesOf({ ...room, phase }, takeBack(OWNER))).toEqual(host('p0', false));
  });

  it('is nobody else’s', async () => {
    for (const player of ['identity-1', 'identity-2', 'identity-9'])
      expect(await codeOf(() => takeBack(player).decide(room, EPOCH))).toBe('FORBIDDEN');
  });
});

describe('R3.2 inheriting', () => {
  const away = [dropped(0), aSeat(1), aSeat(2, { joinedAt: EPOCH - 1 })];

  it('gives the role to the heir of who is away, or gone, and ends a hand-over', () => {
    expect(changesOf(aRoom({ seats: away }), inherit('p0'))).toEqual(host('p2', false));
    const given = aRoom({ hostId: 'p1', isHandedOver: true, seats: [aSeat(0), dropped(1)] });
    expect(changesOf(given, inherit('p1'))).toEqual(host('p0', false));
    for (const hostId of ['', 'somebody who left'])
      expect(changesOf(aRoom({ hostId }), inherit(hostId))).toEqual(host('p0', false));
  });

  it('does nothing where the host is back in time, has another by now, or has no heir', () => {
    expect(changesOf(aRoom(), inherit('p0'))).toEqual([]);
    expect(changesOf(aRoom({ hostId: 'p1', seats: away }), inherit('p0'))).toEqual([]);
    expect(changesOf(aRoom({ seats: [dropped(0), dropped(1)] }), inherit('p0'))).toEqual([]);
  });
});
