import { describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/index.js';
import { codeOf } from '../support/game-data.js';
import { open, read, request, seatAll, type UseParts } from './parts.js';

const OTHERS = limits.MAX_SCREENS - 1;
const screen = (n: number, identityId = `watcher-${n}`) => ({ connectionId: `s${n}`, identityId });

/** Projectors, and who is known in a room. */
export function screensContract(use: UseParts): void {
  describe('projectors', () => {
    async function fill(): Promise<string> {
      const { store } = use();
      const { roomId } = await open(store);
      for (let n = 0; n < OTHERS; n++) await store.addScreen(roomId, screen(n));
      return roomId;
    }
    const add = (roomId: string, n: number, identityId?: string) =>
      use().store.addScreen(roomId, screen(n, identityId));

    it('R10.5 get all places but one, and a place again when one goes', async () => {
      const { store } = use();
      const roomId = await fill();
      expect(await codeOf(() => add(roomId, 20))).toBe('TOO_MANY_SCREENS');
      expect(await add(roomId, 0, 'watcher-0')).toEqual({ replaced: null });
      await store.removeScreen(roomId, 's0');
      await store.removeScreen(roomId, 's0');
      expect(await add(roomId, 20)).toEqual({ replaced: null });
      expect(await codeOf(() => add(roomId, 21))).toBe('TOO_MANY_SCREENS');
    });

    it('R10.5 of who opened the room, and of its host, always get in', async () => {
      const { store } = use();
      const roomId = await fill();
      await store.seatPlayer(roomId, request(0));
      expect(await add(roomId, 30, 'opener')).toEqual({ replaced: null });
      expect(await add(roomId, 31, request(0).identityId)).toEqual({ replaced: 's30' });
      expect(await add(roomId, 32, 'opener')).toEqual({ replaced: 's31' });
      expect(await codeOf(() => add(roomId, 33))).toBe('TOO_MANY_SCREENS');
    });

    it('R10.5 of somebody else never take a place of the host’s', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      for (const n of [30, 31]) await add(roomId, n, 'opener');
      for (let n = 0; n < OTHERS - 1; n++) await add(roomId, n);
      expect(await codeOf(() => add(roomId, 20))).toBe('TOO_MANY_SCREENS');
      expect(await add(roomId, 32, 'opener')).toEqual({ replaced: 's30' });
    });

    it('R10.5 are let in exactly as many as there may be, however many come at once', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      const codes = await Promise.all(
        Array.from({ length: 30 }, (_, n) => codeOf(() => add(roomId, n))),
      );
      expect(codes.filter((code) => code === 'ok')).toHaveLength(OTHERS);
      expect(await store.dismissScreens(roomId)).toHaveLength(OTHERS);
    });

    it('R1.2 are kept out by the lock, but for the host’s and those that were in', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await add(roomId, 1);
      await store.updateRoom(roomId, { options: { isLocked: true } }, { inLobby: false });
      expect(await codeOf(() => add(roomId, 2))).toBe('ROOM_LOCKED');
      await store.removeScreen(roomId, 's1');
      expect(await add(roomId, 3, 'watcher-1')).toEqual({ replaced: null });
      expect(await add(roomId, 4, 'opener')).toEqual({ replaced: null });
    });

    it('R3.3 are dismissed all at once, but for the host’s, and stay out while it is locked', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      for (const n of [1, 2]) await add(roomId, n);
      await add(roomId, 3, 'opener');
      await store.updateRoom(roomId, { options: { isLocked: true } }, { inLobby: false });
      expect((await store.dismissScreens(roomId)).toSorted()).toEqual(['s1', 's2']);
      expect(await store.dismissScreens(roomId)).toEqual([]);
      expect(await codeOf(() => add(roomId, 1))).toBe('ROOM_LOCKED');
      await store.updateRoom(roomId, { options: { isLocked: false } }, { inLobby: false });
      expect(await add(roomId, 1)).toEqual({ replaced: null });
    });

    it('R1.1 find no room where there is none', async () => {
      const { store } = use();
      expect(await codeOf(() => add('000000-nothing', 1))).toBe('ROOM_NOT_FOUND');
      expect(await codeOf(() => store.dismissScreens('000000-nothing'))).toBe('ROOM_NOT_FOUND');
      await store.removeScreen('000000-nothing', 's1');
    });
  });

  describe('who is known in a room', () => {
    it('R10.4 are those with a seat, and whoever comes from where somebody had one', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      const [grant] = await seatAll(store, roomId, 1);
      const { identityId, address } = request(0);
      const isFamiliar = (who: { identityId?: string; address?: string }) =>
        store.isFamiliar(roomId, { identityId: 'x', address: 'x', ...who });
      expect(await isFamiliar({ identityId })).toBe(true);
      expect(await isFamiliar({ address })).toBe(true);
      expect(await isFamiliar({})).toBe(false);
      await store.removePlayer(roomId, grant!.seat, 'left');
      expect(await isFamiliar({ identityId })).toBe(false);
      expect(await isFamiliar({ address })).toBe(true);
      const other = await open(store);
      expect(await store.isFamiliar(other.roomId, { identityId, address })).toBe(false);
    });

    it('R2.1 are found by PIN and identity, with their role', async () => {
      const { store } = use();
      const { roomId, pin } = await open(store);
      await seatAll(store, roomId, 2);
      const { hostId } = await read(store, roomId);
      expect(hostId).toBe('p0');
      const find = (who: string, at = pin) => store.findMember(at, who);
      expect(await find(request(0).identityId)).toEqual({ roomId, isHost: true });
      expect(await find(request(1).identityId)).toEqual({ roomId, isHost: false });
      for (const [who, at] of [
        ['identity-9', pin],
        [request(0).identityId, '999998'],
        [request(0).identityId, 'x'],
        ['', ''],
      ] as const)
        expect(await find(who, at)).toBeUndefined();
    });
  });

  describe('open rooms', () => {
    it('R10.5 are told with who opened them, from where, and how much they are used', async () => {
      const { store } = use();
      const empty = await open(store, { identityId: 'a', address: '192.0.2.8' });
      const busy = await open(store, { identityId: 'identity-0', address: '192.0.2.9' });
      await seatAll(store, busy.roomId, 3);
      const alone = await open(store, { identityId: 'identity-1', address: '192.0.2.9' });
      await store.seatPlayer(alone.roomId, request(2));
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
      await store.closeRoom(empty.roomId, 'idle', 0);
      expect((await store.openRooms()).map(({ roomId }) => roomId)).not.toContain(empty.roomId);
    });
  });
}
