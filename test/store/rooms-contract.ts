import { describe, expect, it } from 'vitest';
import { aSet, codeOf, someOptions } from '../support/game-data.js';
import {
  CLOCK_ERROR_MS,
  heardUpTo,
  listen,
  newRoom,
  open,
  read,
  request,
  seatAll,
  start,
  type UseParts,
} from './parts.js';

/** Opening, finding, changing and closing rooms. */
export function roomsContract(use: UseParts): void {
  describe('rooms', () => {
    it('R1.1 a PIN leads to its room, and only while it is open', async () => {
      const { store } = use();
      const { roomId, pin } = await open(store);
      const other = await open(store);
      expect(await store.findRoom(pin)).toBe(roomId);
      expect(await store.findRoom(other.pin)).toBe(other.roomId);
      expect(await store.findRoom('999999')).toBeUndefined();
      await store.closeRoom(roomId, 'idle', 0);
      expect(await store.findRoom(pin)).toBeUndefined();
      expect(await store.findRoom(other.pin)).toBe(other.roomId);
    });

    it('R1.1 a PIN in use opens no second room, not even at the same time', async () => {
      const { store } = use();
      const { pin, roomId } = await open(store);
      expect(await store.openRoom(newRoom({ pin }))).toBeUndefined();
      expect(await store.findRoom(pin)).toBe(roomId);
      const rivals = Array.from({ length: 20 }, () => newRoom({ pin: '777777' }));
      const opened = await Promise.all(rivals.map((room) => store.openRoom(room)));
      const winners = opened.flatMap((id) => id ?? []);
      expect(winners).toHaveLength(1);
      expect(await store.findRoom('777777')).toBe(winners[0]);
      expect(await store.readRoom(winners[0]!)).toMatchObject({ pin: '777777' });
    });

    it('R1.1 the PIN of a closed room rests', async () => {
      const { store, passTime, pinRestMs } = use();
      const { pin, roomId } = await open(store);
      await store.closeRoom(roomId, 'empty', 0);
      expect(await store.openRoom(newRoom({ pin }))).toBeUndefined();
      await passTime(pinRestMs / 2);
      expect(await store.openRoom(newRoom({ pin }))).toBeUndefined();
      await passTime(pinRestMs);
      expect(await store.openRoom(newRoom({ pin }))).toBeDefined();
    });

    it.each([
      ['in all', { rooms: 2, perIdentity: 9, perAddress: 9 }, {}],
      ['per identity', { rooms: 9, perIdentity: 2, perAddress: 9 }, { identityId: 'other' }],
      ['per address', { rooms: 9, perIdentity: 9, perAddress: 2 }, { address: '192.0.2.9' }],
    ])('R10.5 open rooms are limited %s', async (_what, limits, elsewhere) => {
      const { store } = use();
      await open(store, { limits });
      const second = await open(store, { limits });
      const third = newRoom({ limits });
      expect(await codeOf(() => store.openRoom(third))).toBe('TOO_MANY_ROOMS');
      expect(await store.findRoom(third.pin)).toBeUndefined();
      if (Object.keys(elsewhere).length > 0) await open(store, { limits, ...elsewhere });
      await store.closeRoom(second.roomId, 'idle', 0);
      const code = await codeOf(() => open(store, { limits }));
      expect(code).toBe('ok');
    });

    it('a new room is an empty lobby with its options', async () => {
      const { store } = use();
      const options = someOptions({ title: '퀴즈', gameMode: 'SURVIVAL', maxPlayerCount: 7 });
      const before = store.now() - CLOCK_ERROR_MS;
      const { roomId, pin, quizSet } = await open(store, { options });
      const state = await read(store, roomId);
      expect(state).toMatchObject({
        roomId,
        pin,
        options,
        quizSet,
        seq: 0,
        isLocked: false,
        isMuted: false,
        hostId: '',
        phase: { kind: 'lobby', version: 0, results: null },
        game: null,
        seats: [],
        screen: { showChat: false, showNames: true },
      });
      expect(state.lastActivityAt).toBeGreaterThanOrEqual(before);
      expect(state.lastPresentAt).toBeGreaterThanOrEqual(before);
      expect((await store.snapshot(roomId))?.chat).toEqual([]);
    });

    it('a room that is not there reads as undefined, and verbs say ROOM_NOT_FOUND or nothing', async () => {
      const { store } = use();
      expect(await store.readRoom('none')).toBeUndefined();
      expect(await store.snapshot('none')).toBeUndefined();
      expect(await store.getQuizSet('none')).toBeUndefined();
      const who = { slot: 0, serial: 1 };
      const choice = { quizSetId: 'custom', quizCount: 1, title: 'x' };
      const refused = [
        () => store.seatPlayer('none', request(0)),
        () => store.renamePlayer('none', who, 'x'),
        () => store.updateRoom('none', { muted: true }, { inLobby: false }),
        () => store.putQuizSet('none', aSet(1), choice),
        () => store.share('none', { moves: [], chats: [] }),
      ];
      for (const act of refused) expect(await codeOf(act)).toBe('ROOM_NOT_FOUND');
      await store.dropPlayer('none', 0, 1);
      await store.removePlayer('none', who, 'left');
      const change = { from: 'a', to: 'b', isHandedOver: false, ifAway: false };
      expect(await store.setHost('none', change)).toBe(false);
      await store.armHousekeeping('none', store.now());
      await store.closeRoom('none', 'idle', 0);
      expect(await store.readRoom('none')).toBeUndefined();
    });

    it('tells how far rooms are', async () => {
      const { store } = use();
      const [one, two] = [await open(store), await open(store)];
      await seatAll(store, one.roomId, 2);
      await start(store, one.roomId, store.now() + 60_000);
      const { incarnation, rooms } = await store.heads([one.roomId, 'none', two.roomId]);
      expect(rooms.get(one.roomId)).toEqual({ seq: 4, version: 1 });
      expect(rooms.get(two.roomId)).toEqual({ seq: 0, version: 0 });
      expect(rooms.size).toBe(2);
      expect(await store.heads([])).toEqual({ incarnation, rooms: new Map() });
      expect((await store.snapshot(one.roomId))?.incarnation).toBe(incarnation);
    });

    it('R1.5 lists public rooms in the lobby, neither private nor locked nor running ones', async () => {
      const { store } = use();
      const options = someOptions({ isPublic: true, title: 'Open', gameMode: 'SURVIVAL' });
      const shown = await open(store, { options });
      await open(store);
      const locked = await open(store, { options });
      const running = await open(store, { options });
      await seatAll(store, shown.roomId, 3);
      await store.updateRoom(locked.roomId, { options: { isLocked: true } }, { inLobby: false });
      await start(store, running.roomId, store.now() + 60_000);
      expect(await store.publicRooms()).toEqual([
        {
          gameId: shown.pin,
          title: 'Open',
          gameMode: 'SURVIVAL',
          playerCount: 3,
          maxPlayerCount: 200,
        },
      ]);
      await store.updateRoom(locked.roomId, { options: { isLocked: false } }, { inLobby: false });
      expect(await store.publicRooms()).toHaveLength(2);
      await store.updateRoom(shown.roomId, { options: { isPublic: false } }, { inLobby: true });
      await store.closeRoom(locked.roomId, 'idle', (await read(store, locked.roomId)).seq);
      expect(await store.publicRooms()).toEqual([]);
    });
  });

  describe('settings', () => {
    it('R1.2 what is given changes, the rest stays, and each change is told whole', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId, options } = await open(store);
      const heard = await listen(parts, roomId);
      const change = (patch: Parameters<typeof store.updateRoom>[1]): Promise<void> =>
        store.updateRoom(roomId, patch, { inLobby: true });
      await change({ options: { title: 'New', isLocked: true } });
      await change({ options: { maxPlayerCount: 9 } });
      await change({ screen: { showChat: true } });
      await change({ screen: { showNames: false }, muted: true });
      const quizSet = { quizSetId: 'other', quizCount: 5, title: 'Other' };
      await change({ quizSet });
      const expected = { ...options, title: 'New', maxPlayerCount: 9 };
      const state = await read(store, roomId);
      expect(state).toMatchObject({
        options: expected,
        isLocked: true,
        isMuted: true,
        quizSet,
        screen: { showChat: true, showNames: false },
        seq: 6,
      });
      expect(await heardUpTo(heard, 6)).toEqual([
        { seq: 1, kind: 'options', options: { ...options, title: 'New', isLocked: true } },
        { seq: 2, kind: 'options', options: { ...expected, isLocked: true } },
        { seq: 3, kind: 'screen', screen: { showChat: true, showNames: true } },
        { seq: 4, kind: 'screen', screen: { showChat: true, showNames: false } },
        { seq: 5, kind: 'muted', muted: true },
        { seq: 6, kind: 'quizSet', quizSet },
      ]);
    });

    it('R1.2 a change for the lobby is refused in a game and changes nothing', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await start(store, roomId, store.now() + 60_000);
      const before = await read(store, roomId);
      const patch = { options: { title: 'Late' }, muted: true };
      expect(await codeOf(() => store.updateRoom(roomId, patch, { inLobby: true }))).toBe(
        'WRONG_PHASE',
      );
      const choice = { quizSetId: 'custom', quizCount: 1, title: 'x' };
      expect(await codeOf(() => store.putQuizSet(roomId, aSet(1), choice))).toBe('WRONG_PHASE');
      expect(await store.getQuizSet(roomId)).toBeUndefined();
      expect(await read(store, roomId)).toEqual(before);
      await store.updateRoom(roomId, { options: { isLocked: true } }, { inLobby: false });
      expect((await read(store, roomId)).isLocked).toBe(true);
    });

    it('R1.2 a room is never made smaller than the number who sit', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 3);
      const before = await read(store, roomId);
      const patch = { options: { maxPlayerCount: 2, title: 'Small' }, muted: true };
      expect(await codeOf(() => store.updateRoom(roomId, patch, { inLobby: true }))).toBe(
        'BAD_REQUEST',
      );
      expect(await read(store, roomId)).toEqual(before);
      await store.updateRoom(roomId, { options: { maxPlayerCount: 3 } }, { inLobby: true });
    });

    it('R1.6 a room’s own quiz set lives and ends with the room', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const other = await open(store);
      const heard = await listen(parts, roomId);
      const quizSet = { quizSetId: 'custom', quizCount: 2, title: 'Own' };
      await store.putQuizSet(roomId, aSet(2), quizSet);
      expect(await store.getQuizSet(roomId)).toEqual(aSet(2));
      expect(await store.getQuizSet(other.roomId)).toBeUndefined();
      expect((await read(store, roomId)).quizSet).toEqual(quizSet);
      expect(await heardUpTo(heard, 1)).toEqual([{ seq: 1, kind: 'quizSet', quizSet }]);
      await store.closeRoom(roomId, 'idle', 1);
      expect(await store.getQuizSet(roomId)).toBeUndefined();
    });

    it('who hears that a set is chosen can read it', async () => {
      const { store, bus } = use();
      const { roomId } = await open(store);
      const seen = new Promise((resolve) => {
        void bus.subscribe(roomId, () => resolve(store.getQuizSet(roomId)));
      });
      await store.putQuizSet(roomId, aSet(2), { quizSetId: 'custom', quizCount: 2, title: 'Own' });
      expect(await seen).toEqual(aSet(2));
    });
  });

  describe('closing', () => {
    it('R1.6 removes everything and tells those who are in it', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId, pin } = await open(store, { options: someOptions({ isPublic: true }) });
      const [grant] = await seatAll(store, roomId, 1);
      const heard = await listen(parts, roomId);
      const { seq } = await read(store, roomId);
      await store.closeRoom(roomId, 'paused', seq);
      expect(await heardUpTo(heard, seq + 1)).toEqual([
        { seq: seq + 1, kind: 'closed', reason: 'paused' },
      ]);
      expect(await store.readRoom(roomId)).toBeUndefined();
      expect(await store.findRoom(pin)).toBeUndefined();
      expect(await store.publicRooms()).toEqual([]);
      await store.dropPlayer(roomId, grant!.seat.slot, 1);
      expect(heard.all).toHaveLength(1);
    });

    it('R1.6 does nothing where something has happened since', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      const { seq } = await read(store, roomId);
      await store.seatPlayer(roomId, request(0));
      const before = await read(store, roomId);
      await store.closeRoom(roomId, 'empty', seq);
      expect(await read(store, roomId)).toEqual(before);
    });
  });
}
