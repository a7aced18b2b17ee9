import { describe, expect, it } from 'vitest';
import { addScreen, dismissScreens, removeScreen } from '../../src/game/screen-commands.js';
import { acceptHostLink, setHostLink } from '../../src/game/host-link.js';
import { handOver } from '../../src/game/host.js';
import { hasRole, isMember, setCoHost } from '../../src/game/roles.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { limits } from '../../src/protocol/index.js';
import { newRoomId } from '../../src/server/live/store/room-id.js';
import { codeOf, request } from '../support/game-data.js';
import { leaveFrom, runAll, seatPlayer } from '../support/store-verbs.js';
import {
  changesOf,
  heardUpTo,
  listen,
  open,
  plain,
  read,
  seatAll,
  start,
  type UseParts,
} from './parts.js';

const OTHERS = limits.MAX_SCREENS - 1;
const screen = (n: number, identityId = `watcher-${n}`) =>
  addScreen({ connectionId: `s${n}`, identityId, process: 'process' });

/** Projectors, and who is known in a room. */
export function screensContract(use: UseParts): void {
  describe('projectors', () => {
    const add = (roomId: string, n: number, identityId?: string) =>
      use().writer.run(roomId, screen(n, identityId));

    it('R10.5 are let in exactly as many as there may be, however many come at once', async () => {
      const parts = use();
      const { roomId } = await open(parts.store, { identityId: 'opener' });
      const crowd = Array.from({ length: 30 }, (_, n) => screen(n));
      const results = await Promise.all([
        runAll(parts, roomId, crowd.slice(0, 15)),
        runAll(parts, roomId, crowd.slice(15)),
      ]);
      const codes = results.flat().map((result) => ('code' in result ? result.code : 'ok'));
      expect(codes.filter((code) => code === 'ok')).toHaveLength(OTHERS);
      expect(new Set(codes)).toEqual(new Set(['ok', 'TOO_MANY_SCREENS']));
      expect((await read(parts.store, roomId)).screens.size).toBe(OTHERS);
      expect(await parts.writer.run(roomId, dismissScreens)).toHaveLength(OTHERS);
    });

    it('R10.5 come, give way and go, in the order in which they came', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store, { identityId: 'opener' });
      const heard = await listen(parts, roomId);
      const connections = async (): Promise<string[]> => [
        ...(await read(store, roomId)).screens.keys(),
      ];
      // More than one digit, so that their numbers sort as numbers.
      for (let n = 0; n < OTHERS; n++) await add(roomId, n);
      expect(await add(roomId, 30, 'opener')).toEqual({ replaced: null });
      expect(await add(roomId, 31, 'opener')).toEqual({ replaced: 's30' });
      await writer.run(roomId, removeScreen('s0'));
      await writer.run(roomId, removeScreen('s0'));
      await add(roomId, 20);
      const others = Array.from({ length: OTHERS - 1 }, (_, n) => `s${n + 1}`);
      expect(await connections()).toEqual([...others, 's31', 's20']);
      const { screens, screenCount, seq } = await read(store, roomId);
      const number = OTHERS + 3;
      expect(screens.get('s20')).toEqual({ identityId: 'watcher-20', process: 'process', number });
      expect([screenCount, seq]).toEqual([number, OTHERS + 4]);
      const told = changesOf(await heardUpTo(heard, seq));
      expect(told.slice(OTHERS)).toMatchObject([
        { kind: 'screenAdded', connectionId: 's30', screen: { identityId: 'opener' } },
        { kind: 'screensRemoved', connectionIds: ['s30'], reason: 'left' },
        { kind: 'screenAdded', connectionId: 's31' },
        { kind: 'screensRemoved', connectionIds: ['s0'], reason: 'left' },
        { kind: 'screenAdded', connectionId: 's20', screen: { number } },
      ]);
    });

    it('R1.2, R3.3 that were in are remembered behind the lock, until they are dismissed', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store, { identityId: 'opener' });
      for (const n of [1, 2]) await add(roomId, n);
      await add(roomId, 3, 'opener');
      await writer.run(roomId, removeScreen('s1'));
      await writer.run(roomId, changeSettings({ isLocked: true }));
      const before = await read(store, roomId);
      expect([...before.watchers].toSorted()).toEqual(['opener', 'watcher-1', 'watcher-2']);
      expect(await codeOf(() => add(roomId, 4))).toBe('ROOM_LOCKED');
      expect(plain(await read(store, roomId))).toEqual(plain(before));
      expect(await add(roomId, 5, 'watcher-1')).toEqual({ replaced: null });
      const heard = await listen(parts, roomId);
      expect((await writer.run(roomId, dismissScreens)).toSorted()).toEqual(['s2', 's5']);
      const { screens, watchers, seq } = await read(store, roomId);
      expect([[...screens.keys()], watchers.size]).toEqual([['s3'], 0]);
      expect(changesOf(await heardUpTo(heard, seq))).toEqual([
        { kind: 'screensRemoved', connectionIds: ['s2', 's5'], reason: 'dismissed' },
      ]);
      expect(await writer.run(roomId, dismissScreens)).toEqual([]);
      expect(await codeOf(() => add(roomId, 1))).toBe('ROOM_LOCKED');
    });

    it('R1.1 find no room where there is none', async () => {
      const { writer } = use();
      const nowhere = '000000-nothing';
      expect(await codeOf(() => add(nowhere, 1))).toBe('ROOM_NOT_FOUND');
      expect(await codeOf(() => writer.run(nowhere, dismissScreens))).toBe('ROOM_NOT_FOUND');
    });
  });

  describe('what somebody is to a room', () => {
    it('R10.4 is told of who has a seat, opened it or watches, and of where one had a seat', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store, { identityId: 'opener' });
      await seatAll(parts, roomId, 1);
      const screen = { connectionId: 's1', identityId: 'watcher', process: store.processId };
      await writer.run(roomId, addScreen(screen));
      const { identityId, address } = request(0);
      const told = async (who: { identityId?: string; address?: string }) => {
        const asked = { identityId: 'x', address: 'x', ...who };
        const standing = await store.standing(roomId, asked);
        if (standing === undefined) return undefined;
        const { roles, isWatcher, isFromThere } = standing;
        return { isMember: isMember(roles, asked.identityId), isWatcher, isFromThere };
      };
      const nothing = { isMember: false, isWatcher: false, isFromThere: false };
      expect(await told({})).toEqual(nothing);
      for (const one of [identityId, 'opener'])
        expect(await told({ identityId: one })).toEqual({ ...nothing, isMember: true });
      expect(await told({ address })).toEqual({ ...nothing, isFromThere: true });
      expect(await told({ identityId: 'watcher' })).toEqual({ ...nothing, isWatcher: true });
      await leaveFrom(parts, roomId, 0);
      expect(await told({ identityId, address })).toEqual({ ...nothing, isFromThere: true });
      for (const nowhere of [newRoomId('999998'), 'none', ''])
        expect(await store.standing(nowhere, { identityId: 'opener', address })).toBeUndefined();
    });

    it('R3.1, R3.4 tells their role, of host, owner and co-hosts, and of who came by a link', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store, { identityId: 'identity-0' });
      await seatAll(parts, roomId, 4);
      await writer.run(roomId, setCoHost('p2', true));
      await writer.run(roomId, setHostLink('digest'));
      await writer.run(roomId, acceptHostLink('linked', 'digest'));
      const rolesOf = async (identityId: string): Promise<string[]> => {
        const standing = await store.standing(roomId, { identityId, address: 'x' });
        return (['owner', 'linked', 'host', 'coHost'] as const).filter(
          (role) => standing && hasRole(standing.roles, identityId, role),
        );
      };
      expect(await rolesOf('identity-0')).toEqual(['owner', 'linked', 'host', 'coHost']);
      expect(await rolesOf('identity-1')).toEqual([]);
      expect(await rolesOf('identity-2')).toEqual(['coHost']);
      expect(await rolesOf('linked')).toEqual(['linked', 'coHost']);
      expect(await rolesOf('coHosts')).toEqual([]);
      await writer.run(roomId, handOver('identity-0', 'p1'));
      expect(await rolesOf('identity-0')).toEqual(['owner', 'linked']);
      expect(await rolesOf('identity-1')).toEqual(['host', 'coHost']);
    });
  });

  describe('fields of a room', () => {
    it('R4.4 are what the whole of it has', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await start(parts, roomId, store.now() + 60_000);
      const whole = await read(store, roomId);
      const names = ['settings', 'hostId', 'helpers', 'phase', 'game'] as const;
      const { settings, hostId, helpers, phase, game } = whole;
      const all = { settings, hostId, helpers, phase, game };
      expect(await store.readFields(roomId, names)).toEqual(all);
      expect(await store.readFields(roomId, ['phase'])).toEqual({ phase });
      expect(await store.readFields(newRoomId('999998'), names)).toBeUndefined();
    });
  });

  describe('open rooms', () => {
    it('R10.5 are told with who opened them, from where, and how much they are used', async () => {
      const parts = use();
      const { store } = parts;
      const empty = await open(store, { identityId: 'a', address: '192.0.2.8' });
      const busy = await open(store, { identityId: 'identity-0', address: '192.0.2.9' });
      await seatAll(parts, busy.roomId, 3);
      const alone = await open(store, { identityId: 'identity-1', address: '192.0.2.9' });
      await seatPlayer(parts, alone.roomId, request(2));
      const rooms = new Map((await store.openRooms()).map((room) => [room.roomId, room]));
      expect(rooms.get(empty.roomId)).toMatchObject({
        identityId: 'a',
        address: '192.0.2.8',
        others: 0,
      });
      expect(rooms.get(busy.roomId)).toMatchObject({ others: 2 });
      expect(rooms.get(alone.roomId)).toMatchObject({ others: 1 });
      const { seq, lastActivityAt } = await read(store, busy.roomId);
      expect(rooms.get(busy.roomId)).toMatchObject({ seq, lastActivityAt });
      const count = await store.countOpenRooms();
      expect(count).toBe((await store.openRooms()).length);
      await store.closeRoom(empty.roomId, 'idle', 0);
      expect(await store.countOpenRooms()).toBe(count - 1);
      expect((await store.openRooms()).map(({ roomId }) => roomId)).not.toContain(empty.roomId);
    });
  });
}
