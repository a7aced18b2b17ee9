import { describe, expect, it } from 'vitest';
import type { HostChange } from '../../src/game/host.js';
import type { RoomStore, SeatGrant } from '../../src/store/contract.js';
import { heardUpTo, listen, open, read, request, seatAll, type UseParts } from './parts.js';

const OWNER = 'identity-0';

/** Another connection of player `n`, who sits down with another player id where the seat is gone. */
const again = (store: RoomStore, roomId: string, n: number): Promise<SeatGrant> =>
  store.seatPlayer(roomId, request(n, { connectionId: `again-${n}`, playerId: `p${n}-again` }));

const absent = (from: string, to: string): HostChange => {
  return { from, to, isHandedOver: false, ifAway: true };
};
const given = (from: string, to: string): HostChange => {
  return { from, to, isHandedOver: true, ifAway: false };
};

/** Whose the host role is: the owner's, an heir's, or somebody's to whom it was given. */
export function hostContract(use: UseParts): void {
  const openWith = async (count: number): Promise<{ store: RoomStore; roomId: string }> => {
    const { store, passTime } = use();
    const { roomId } = await open(store, { identityId: OWNER });
    for (let n = 0; n < count; n++) {
      await store.seatPlayer(roomId, request(n));
      await passTime(2);
    }
    return { store, roomId };
  };
  const hostOf = async (store: RoomStore, roomId: string): Promise<string> =>
    (await read(store, roomId)).hostId;

  describe('the owner and the host', () => {
    it('R3.1 a room knows who opened it', async () => {
      const { store, roomId } = await openWith(0);
      const owned = { ownerIdentityId: OWNER, isHandedOver: false, hostId: '' };
      expect(await read(store, roomId)).toMatchObject(owned);
      expect((await store.snapshot(roomId))?.state).toMatchObject(owned);
    });

    it('R3.1 the owner is host on sitting down, though somebody was faster', async () => {
      const { store, roomId } = await openWith(0);
      expect(await store.seatPlayer(roomId, request(1))).toMatchObject({ becameHost: true });
      expect(await store.seatPlayer(roomId, request(2))).toMatchObject({ becameHost: false });
      expect(await store.seatPlayer(roomId, request(0))).toMatchObject({ becameHost: true });
      expect(await hostOf(store, roomId)).toBe('p0');
    });

    it('R3.2 a role that absence took comes back with the owner, told behind the return', async () => {
      const { store, roomId } = await openWith(3);
      await store.dropPlayer(roomId, 0, 1);
      expect(await store.setHost(roomId, absent('p0', 'p1'))).toBe(true);
      expect(await hostOf(store, roomId)).toBe('p1');
      const heard = await listen(use(), roomId);
      expect(await again(store, roomId, 0)).toMatchObject({ resumed: true, becameHost: true });
      const { hostId, seq } = await read(store, roomId);
      expect(hostId).toBe('p0');
      expect(await heardUpTo(heard, seq)).toMatchObject([
        { kind: 'attached', slot: 0 },
        { kind: 'host', hostId: 'p0' },
      ]);
      expect(await again(store, roomId, 0)).toMatchObject({ resumed: true, becameHost: false });
    });

    it('R3.2 so it does to a new seat of the owner, who had left on purpose', async () => {
      const { store, roomId } = await openWith(2);
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'left');
      expect(await hostOf(store, roomId)).toBe('p1');
      expect(await again(store, roomId, 0)).toMatchObject({ resumed: false, becameHost: true });
      expect(await hostOf(store, roomId)).toBe('p0-again');
    });

    it('R3.2 to nobody else who was host and comes back', async () => {
      const { store, roomId } = await openWith(3);
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'left');
      await store.dropPlayer(roomId, 1, 1);
      await store.setHost(roomId, absent('p1', 'p2'));
      expect(await again(store, roomId, 1)).toMatchObject({ resumed: true, becameHost: false });
      expect(await hostOf(store, roomId)).toBe('p2');
    });

    it('R3.2 a role that was handed over stays away until it is taken back', async () => {
      const { store, roomId } = await openWith(3);
      expect(await store.setHost(roomId, given('p0', 'p1'))).toBe(true);
      expect(await read(store, roomId)).toMatchObject({ hostId: 'p1', isHandedOver: true });
      await store.dropPlayer(roomId, 0, 1);
      expect(await again(store, roomId, 0)).toMatchObject({ becameHost: false });
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'left');
      expect(await again(store, roomId, 0)).toMatchObject({ resumed: false, becameHost: false });
      expect(await hostOf(store, roomId)).toBe('p1');

      const back = { from: 'p1', to: 'p0-again', isHandedOver: false, ifAway: false };
      expect(await store.setHost(roomId, back)).toBe(true);
      expect(await read(store, roomId)).toMatchObject({ hostId: 'p0-again', isHandedOver: false });
    });

    it('R3.2 the owner inherits first, though others have been there longer', async () => {
      const { store, roomId } = await openWith(3);
      await store.setHost(roomId, given('p0', 'p1'));
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'left');
      await again(store, roomId, 0);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'left');
      expect(await read(store, roomId)).toMatchObject({ hostId: 'p0-again', isHandedOver: false });
    });

    it('R3.2 what a given host leaves to an heir comes back to the owner by itself', async () => {
      const { store, roomId } = await openWith(3);
      await store.setHost(roomId, given('p0', 'p1'));
      await store.dropPlayer(roomId, 0, 1);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'left');
      expect(await read(store, roomId)).toMatchObject({ hostId: 'p2', isHandedOver: false });
      expect(await again(store, roomId, 0)).toMatchObject({ becameHost: true });
    });

    it('R3.2 only the host gives the role on, once, and to who is connected', async () => {
      const { store, roomId } = await openWith(4);
      await store.dropPlayer(roomId, 3, 1);
      const before = await read(store, roomId);
      expect(await store.setHost(roomId, given('p1', 'p2'))).toBe(false);
      expect(await store.setHost(roomId, given('p0', 'p3'))).toBe(false);
      expect(await store.setHost(roomId, given('p0', 'nobody'))).toBe(false);
      expect(await read(store, roomId)).toEqual(before);
      const both = ['p1', 'p2'].map((to) => store.setHost(roomId, given('p0', to)));
      const done = (await Promise.all(both)).filter(Boolean);
      expect(done).toHaveLength(1);
    });

    it('R3.2 who is back in time keeps the role, though its end was decided already', async () => {
      const { store, roomId } = await openWith(2);
      await store.dropPlayer(roomId, 0, 1);
      await again(store, roomId, 0);
      expect(await store.setHost(roomId, absent('p0', 'p1'))).toBe(false);
      expect(await hostOf(store, roomId)).toBe('p0');
      // Of a host who has left altogether nothing is to be waited for.
      await store.dropPlayer(roomId, 1, 1);
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'left');
      expect(await hostOf(store, roomId)).toBe('');
      await again(store, roomId, 1);
      expect(await hostOf(store, roomId)).toBe('p1');
    });

    it('R3.1 finds the newest room that an identity opened and has a seat in, whoever is host', async () => {
      const { store, passTime } = use();
      const { roomId, pin } = await open(store, { identityId: OWNER });
      const foreign = await open(store);
      expect(await store.ownedRoom(OWNER)).toBeUndefined();
      await seatAll(store, roomId, 2);
      await seatAll(store, foreign.roomId, 1);
      expect(await store.ownedRoom(OWNER)).toEqual({ roomId, pin });
      expect(await store.ownedRoom('identity-1')).toBeUndefined();
      await store.setHost(roomId, given('p0', 'p1'));
      expect(await store.ownedRoom(OWNER)).toEqual({ roomId, pin });
      expect(await store.ownedRoom('identity-1')).toBeUndefined();
      await passTime(2);
      const newer = await open(store, { identityId: OWNER });
      expect(await store.ownedRoom(OWNER)).toEqual({ roomId, pin });
      await seatAll(store, newer.roomId, 1);
      expect(await store.ownedRoom(OWNER)).toMatchObject({ roomId: newer.roomId });
      await store.closeRoom(newer.roomId, 'idle', (await read(store, newer.roomId)).seq);
      expect(await store.ownedRoom(OWNER)).toEqual({ roomId, pin });
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'left');
      expect(await store.ownedRoom(OWNER)).toBeUndefined();
    });
  });
}
