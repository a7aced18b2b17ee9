import { describe, expect, it } from 'vitest';
import { handOver, inherit, takeBack } from '../../src/game/host.js';
import { codeOf, request } from '../support/game-data.js';
import { dropFrom, leaveFrom, runAll, seatPlayer } from '../support/store-verbs.js';
import { changesOf, heardUpTo, listen, open, read, seatAll, type UseParts } from './parts.js';

const OWNER = 'identity-0';

/** Whose the host role is, as a store keeps it. */
export function hostContract(use: UseParts): void {
  const openWith = async (count: number): Promise<string> => {
    const parts = use();
    const { roomId } = await open(parts.store, { identityId: OWNER });
    await seatAll(parts, roomId, count);
    return roomId;
  };

  describe('the owner and the host', () => {
    it('R3.1 a room knows who opened it', async () => {
      const { store } = use();
      const roomId = await openWith(0);
      const owned = { ownerIdentityId: OWNER, isHandedOver: false, hostId: '' };
      expect(await read(store, roomId)).toMatchObject(owned);
      expect((await store.snapshot(roomId))?.state).toMatchObject(owned);
    });

    it('R3.2 the role that an heir got comes back with the owner, told behind the return', async () => {
      const parts = use();
      const { store, writer } = parts;
      const roomId = await openWith(3);
      const heard = await listen(parts, roomId);
      await dropFrom(parts, roomId, 0);
      await writer.run(roomId, inherit('p0'));
      expect(await read(store, roomId)).toMatchObject({ hostId: 'p1', isHandedOver: false });
      const again = request(0, { connectionId: 'again' });
      expect(await seatPlayer(parts, roomId, again)).toMatchObject({ becameHost: true });
      const { hostId, seq } = await read(store, roomId);
      expect(hostId).toBe('p0');
      const updates = await heardUpTo(heard, seq);
      expect(updates).toHaveLength(3);
      expect(changesOf(updates)).toMatchObject([
        { kind: 'dropped', slot: 0 },
        { kind: 'host', hostId: 'p1', isHandedOver: false },
        { kind: 'attached', slot: 0 },
        { kind: 'host', hostId: 'p0', isHandedOver: false },
      ]);
      expect(await seatPlayer(parts, roomId, again)).toMatchObject({ becameHost: false });
    });

    it('R3.2 a role that was handed over stays away until it is taken back', async () => {
      const parts = use();
      const { store, writer } = parts;
      const roomId = await openWith(3);
      await writer.run(roomId, handOver('identity-0', 'p1'));
      const given = { hostId: 'p1', isHandedOver: true };
      expect(await read(store, roomId)).toMatchObject(given);
      await leaveFrom(parts, roomId, 0);
      const again = request(0, { playerId: 'p0-again' });
      expect(await seatPlayer(parts, roomId, again)).toMatchObject({ becameHost: false });
      expect((await store.snapshot(roomId))?.state).toMatchObject(given);
      await writer.run(roomId, takeBack(OWNER));
      const back = { hostId: 'p0-again', isHandedOver: false };
      expect(await read(store, roomId)).toMatchObject(back);
    });

    it('R3.2 the role goes to nobody with the last who leaves, and to the next who comes', async () => {
      const parts = use();
      const { store } = parts;
      const roomId = await openWith(2);
      await dropFrom(parts, roomId, 1);
      const heard = await listen(parts, roomId);
      await leaveFrom(parts, roomId, 0);
      const { hostId, seq } = await read(store, roomId);
      expect(hostId).toBe('');
      expect(changesOf(await heardUpTo(heard, seq))).toMatchObject([
        { kind: 'left', slot: 0 },
        { kind: 'host', hostId: '' },
      ]);
      expect(await seatPlayer(parts, roomId, request(2))).toMatchObject({ becameHost: true });
      expect((await read(store, roomId)).hostId).toBe('p2');
    });

    it('R3.2 the role is given on once, though it is given to several at once', async () => {
      const parts = use();
      const { store, writer } = parts;
      const roomId = await openWith(4);
      const codes = await Promise.all(
        ['p1', 'p2', 'p3'].map((to) => codeOf(() => writer.run(roomId, handOver('identity-0', to)))),
      );
      expect(codes.toSorted()).toEqual(['NOT_HOST', 'NOT_HOST', 'ok']);
      const [to] = ['p1', 'p2', 'p3'].filter((_, i) => codes[i] === 'ok');
      expect((await read(store, roomId)).hostId).toBe(to);
      // Also where it is the same append.
      const by = to!.replace('p', 'identity-');
      const results = await runAll(parts, roomId, [handOver(by, 'p0'), handOver(by, 'p2')]);
      expect(results).toEqual([{ answer: undefined }, { code: 'NOT_HOST' }]);
      expect((await read(store, roomId)).hostId).toBe('p0');
    });

    it('R3.1 finds the newest room that an identity opened and has a seat in, whoever is host', async () => {
      const parts = use();
      const { store, writer, passTime } = parts;
      const { roomId, pin } = await open(store, { identityId: OWNER });
      const foreign = await open(store);
      expect(await store.ownedRoom(OWNER)).toBeUndefined();
      await seatAll(parts, roomId, 2);
      await seatAll(parts, foreign.roomId, 1);
      expect(await store.ownedRoom(OWNER)).toEqual({ roomId, pin });
      expect(await store.ownedRoom('identity-1')).toBeUndefined();
      await writer.run(roomId, handOver('identity-0', 'p1'));
      expect(await store.ownedRoom(OWNER)).toEqual({ roomId, pin });
      expect(await store.ownedRoom('identity-1')).toBeUndefined();
      await passTime(2);
      const newer = await open(store, { identityId: OWNER });
      expect(await store.ownedRoom(OWNER)).toEqual({ roomId, pin });
      await seatAll(parts, newer.roomId, 1);
      expect(await store.ownedRoom(OWNER)).toMatchObject({ roomId: newer.roomId });
      await store.closeRoom(newer.roomId, 'idle', (await read(store, newer.roomId)).seq);
      expect(await store.ownedRoom(OWNER)).toEqual({ roomId, pin });
      await leaveFrom(parts, roomId, 0);
      expect(await store.ownedRoom(OWNER)).toBeUndefined();
    });
  });
}
