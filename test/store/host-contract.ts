import { describe, expect, it } from 'vitest';
import { handOver, standIn, takeBack } from '../../src/game/host.js';
import { setCoHost } from '../../src/game/roles.js';
import { addCockpit, dismissScreens, removeScreen } from '../../src/game/screen-commands.js';
import { COCKPIT_SPEAKER } from '../../src/protocol/index.js';
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

    it('R3.2 who stands in does so until the owner is back, told behind the return', async () => {
      const parts = use();
      const { store, writer } = parts;
      const roomId = await openWith(3);
      const heard = await listen(parts, roomId);
      await dropFrom(parts, roomId, 0);
      await writer.run(roomId, standIn);
      expect(await read(store, roomId)).toMatchObject({ hostId: 'p0', actingId: 'p1' });
      const again = request(0, { connectionId: 'again' });
      expect(await seatPlayer(parts, roomId, again)).toMatchObject({ becameHost: false });
      const { hostId, actingId, seq } = await read(store, roomId);
      expect([hostId, actingId]).toEqual(['p0', '']);
      const updates = await heardUpTo(heard, seq);
      expect(updates).toHaveLength(3);
      expect(changesOf(updates)).toMatchObject([
        { kind: 'dropped', slot: 0 },
        { kind: 'acting', actingId: 'p1' },
        { kind: 'attached', slot: 0 },
        { kind: 'acting', actingId: '' },
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

    it('R3.2 the role goes to nobody with its holder who leaves, and not to the next who comes', async () => {
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
      expect(await seatPlayer(parts, roomId, request(2))).toMatchObject({ becameHost: false });
      expect((await read(store, roomId)).hostId).toBe('');
    });

    it('R3.4, R3.5 keeps co-hosts, and cockpits apart from projectors', async () => {
      const parts = use();
      const { store, writer } = parts;
      const roomId = await openWith(2);
      await writer.run(roomId, setCoHost('p1', true));
      const heard = await listen(parts, roomId);
      const ask = (n: number, who: number) =>
        addCockpit({ connectionId: `k${n}`, identityId: `identity-${who}`, process: 'process' });
      expect(await writer.run(roomId, ask(1, 0))).toEqual({ replaced: null });
      await writer.run(roomId, ask(2, 1));
      expect(await codeOf(() => writer.run(roomId, ask(3, 2)))).toBe('NOT_HOST');
      const { helpers, screens, watchers } = await read(store, roomId);
      expect([helpers.coHosts, watchers.size]).toEqual([['identity-1'], 0]);
      expect([...screens]).toEqual([
        ['k1', { identityId: OWNER, process: 'process', number: 1, isCockpit: true }],
        ['k2', { identityId: 'identity-1', process: 'process', number: 2, isCockpit: true }],
      ]);
      expect(await writer.run(roomId, dismissScreens)).toEqual([]);
      await writer.run(roomId, removeScreen('k1'));
      const { cockpitLeftAt, lastPresentAt, seq } = await read(store, roomId);
      expect(changesOf(await heardUpTo(heard, seq)).at(-1)).toEqual({
        kind: 'screensRemoved',
        connectionIds: ['k1'],
        reason: 'left',
        at: cockpitLeftAt,
      });
      expect([cockpitLeftAt > 0, lastPresentAt]).toEqual([true, cockpitLeftAt]);
      expect((await store.snapshot(roomId))?.state).toMatchObject({ helpers, cockpitLeftAt });
    });

    it('R3.5 takes what a cockpit says while it is there, and says it as the host', async () => {
      const parts = use();
      const { store, writer } = parts;
      const roomId = await openWith(1);
      const cockpit = 'k1';
      await writer.run(
        roomId,
        addCockpit({ connectionId: cockpit, identityId: OWNER, process: 'process' }),
      );
      const say = (message: string) =>
        store.share(roomId, { moves: [], chats: [{ cockpit, message }] });
      expect(await say('welcome')).toEqual([]);
      await writer.run(roomId, removeScreen(cockpit));
      expect(await say('late')).toEqual([0]);
      const chat = (await store.snapshot(roomId))?.chat;
      expect(chat).toMatchObject([{ ...COCKPIT_SPEAKER, message: 'welcome', livingId: 1 }]);
    });

    it('R3.2 the role is given on once, though it is given to several at once', async () => {
      const parts = use();
      const { store, writer } = parts;
      const roomId = await openWith(4);
      const codes = await Promise.all(
        ['p1', 'p2', 'p3'].map((to) =>
          codeOf(() => writer.run(roomId, handOver('identity-0', to))),
        ),
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
      const foreign = await open(store, { identityId: 'opener' });
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
