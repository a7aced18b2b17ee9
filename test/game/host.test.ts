import { describe, expect, it } from 'vitest';
import {
  comesWith,
  fallBack,
  handOver,
  hostsAwaySince,
  standIn,
  standInOf,
  takeBack,
} from '../../src/game/host.js';
import type { RoomChange } from '../../src/game/room-change.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
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

describe('R3.2 who stands in', () => {
  const pick = (seats: Seat[], shape: RoomShape = {}) =>
    standInOf(aRoom({ seats, ownerIdentityId: 'nobody', hostId: '', ...shape }))?.slot;

  it('is the longest-present player who is connected and alive', () => {
    const seats = [
      dropped(1),
      aSeat(2, { joinedAt: EPOCH - 1 }),
      aSeat(3, { joinedAt: EPOCH - 2, fellAt: [0, 0] }),
      aSeat(4, { joinedAt: EPOCH }),
    ];
    expect(pick(seats)).toBe(2);
    const together = [aSeat(4, { joinedAt: EPOCH }), aSeat(5, { joinedAt: EPOCH })];
    expect(pick(together)).toBe(4);
    // Of two who came in the same moment it is the same one for every process, however its seats come.
    expect(pick(together.toReversed())).toBe(4);
    expect(pick([])).toBeUndefined();
    expect(pick([dropped(1)])).toBeUndefined();
  });

  it('stays who it is while fit for it, and is nobody where the owner wants nobody', () => {
    const seats = [aSeat(1), aSeat(2), aSeat(3, { fellAt: [0, 0] })];
    expect(pick(seats, { actingId: 'p2' })).toBe(2);
    expect(pick(seats, { actingId: 'p3' })).toBe(1);
    expect(pick(seats, { settings: { actingHost: false } })).toBeUndefined();
  });

  it('has to only while owner, host and co-hosts are all away', () => {
    const acting = (actingId: string): RoomChange[] => [{ kind: 'acting', actingId }];
    const away = [dropped(0), aSeat(1), aSeat(2)];
    expect(changesOf(aRoom({ seats: away }), standIn)).toEqual(acting('p1'));
    expect(changesOf(aRoom({ seats: away, actingId: 'p2' }), standIn)).toEqual([]);
    expect(changesOf(aRoom(), standIn)).toEqual([]);
    expect(changesOf(aRoom({ actingId: 'p1' }), standIn)).toEqual(acting(''));
    const coHost = { helpers: { coHosts: ['identity-2'] } };
    expect(changesOf(aRoom({ seats: away, ...coHost }), standIn)).toEqual([]);
    const given = { hostId: 'p1', isHandedOver: true };
    expect(changesOf(aRoom({ seats: away, ...given }), standIn)).toEqual([]);
    const bothAway = [dropped(0), dropped(1), aSeat(2)];
    expect(changesOf(aRoom({ seats: bothAway, ...given }), standIn)).toEqual(acting('p2'));
    const screens = new Map([
      ['s', { identityId: OWNER, process: 'a', number: 1, isCockpit: true as const }],
    ]);
    expect(changesOf(aRoom({ seats: away, screens }), standIn)).toEqual([]);
  });

  it('is told since when they are away, by whoever went last', () => {
    const at = (slot: number, droppedAt: number) => ({ ...dropped(slot), droppedAt });
    const since = (shape: RoomShape) => hostsAwaySince(aRoom(shape));
    expect(since({})).toBeNull();
    expect(since({ seats: [at(0, EPOCH), aSeat(1)] })).toBe(EPOCH);
    expect(since({ seats: [at(0, EPOCH)], cockpitLeftAt: EPOCH + 5 })).toBe(EPOCH + 5);
    const coHost = { helpers: { coHosts: ['identity-1'] } };
    expect(since({ seats: [at(0, EPOCH), at(1, EPOCH + 9)], ...coHost })).toBe(EPOCH + 9);
    // Of who left on purpose nobody knows when they come back.
    expect(since({ hostId: '', seats: [aSeat(1)] })).toBe(0);
  });
});

describe('R3.2 who sits down or comes back', () => {
  it('becomes host as the owner, who has not given the role away, and nobody else', () => {
    const room = aRoom({ hostId: '', ownerIdentityId: OWNER });
    expect(comesWith(aSeat(0), room)).toBe(true);
    expect(comesWith(aSeat(1), room)).toBe(false);
    expect(comesWith(aSeat(0), { ...room, hostId: 'p1', isHandedOver: true })).toBe(false);
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
    const seatless = aRoom({ hostId: 'p1', isHandedOver: true, seats: [aSeat(1)] });
    expect(changesOf(seatless, takeBack(OWNER))).toEqual(host('', false));
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

describe('R3.2 falling back', () => {
  const given = { hostId: 'p1', isHandedOver: true };

  it('gives the owner the role of who is away, and ends the hand-over', () => {
    const room = aRoom({ ...given, seats: [aSeat(0), dropped(1), aSeat(2)] });
    expect(changesOf(room, fallBack('p1'))).toEqual(host('p0', false));
  });

  it('gives it to an owner without a seat as well', () => {
    const cockpit = { identityId: OWNER, process: 'a', number: 1, isCockpit: true as const };
    const room = aRoom({ ...given, seats: [dropped(1)], screens: new Map([['s', cockpit]]) });
    expect(changesOf(room, fallBack('p1'))).toEqual(host('', false));
    const { isCockpit: _isCockpit, ...projector } = cockpit;
    const shown = aRoom({ ...given, seats: [dropped(1)], screens: new Map([['s', projector]]) });
    expect(changesOf(shown, fallBack('p1'))).toEqual([]);
  });

  it('does nothing where the host is back in time, has given it on, or the owner is away', () => {
    expect(changesOf(aRoom(given), fallBack('p1'))).toEqual([]);
    const away = [aSeat(0), dropped(1), aSeat(2)];
    const next = aRoom({ ...given, hostId: 'p2', seats: away });
    expect(changesOf(next, fallBack('p1'))).toEqual([]);
    const nobody = aRoom({ ...given, seats: [dropped(0), dropped(1)] });
    expect(changesOf(nobody, fallBack('p1'))).toEqual([]);
  });
});
