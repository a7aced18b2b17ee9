import { describe, expect, it } from 'vitest';
import type { OpenRoom } from '../../src/game/give-way.js';
import { newRoomState } from '../../src/game/room-state.js';
import { drop } from '../../src/game/seat-commands.js';
import { addCockpit, addScreen, removeScreen } from '../../src/game/screen-commands.js';
import {
  bringQuizSet,
  changeOptions,
  changeSettings,
  chooseQuizSet,
} from '../../src/game/settings-commands.js';
import { aSet, codeOf, someOptions, request } from '../support/game-data.js';
import { claim, runAll, seatPlayer } from '../support/store-verbs.js';
import {
  changesOf,
  CLOCK_ERROR_MS,
  countdownFrom,
  heardUpTo,
  listen,
  lobbyFrom,
  newRoom,
  open,
  plain,
  read,
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
      const { roomId, pin, quizSet, identityId } = await open(store, { options });
      const state = await read(store, roomId);
      const { lastActivityAt, lastPresentAt } = state;
      const opened = newRoomState(
        { roomId, pin, ownerIdentityId: identityId, options, quizSet },
        lastPresentAt,
      );
      expect(plain(state)).toEqual(plain({ ...opened, lastActivityAt }));
      expect(lastActivityAt).toBeGreaterThanOrEqual(before);
      expect(lastPresentAt).toBeGreaterThanOrEqual(before);
      const snapshot = (await store.snapshot(roomId))!;
      expect(plain(snapshot.state)).toEqual(plain(state));
      expect(snapshot.chat).toEqual([]);
    });

    it('a room that is not there reads as undefined, and verbs say ROOM_NOT_FOUND or nothing', async () => {
      const parts = use();
      const { store, writer } = parts;
      const there = await open(store);
      const room = await read(store, there.roomId);
      const lastAppend = { id: '', seq: 0 };
      const head = { incarnation: 'x', seq: 0, lastAppend, lastChatId: 0 };
      expect(await store.readRoom('none')).toBeUndefined();
      expect(await store.snapshot('none')).toBeUndefined();
      expect(await store.since('none', head)).toBeUndefined();
      expect(await store.getQuizSet('none')).toBeUndefined();
      expect(await store.lastAppendOf('none')).toBeUndefined();
      const refused = [
        () => seatPlayer(parts, 'none', request(0)),
        () => writer.run('none', changeSettings({ isMuted: true })),
        () => claim(parts, { ...room, roomId: 'none' }, countdownFrom(room, 0)),
        () => runAll(parts, 'none', [changeSettings({ isMuted: true })]),
        () => store.share('none', { moves: [], chats: [] }),
      ];
      for (const act of refused) expect(await codeOf(act)).toBe('ROOM_NOT_FOUND');
      await store.armHousekeeping('none', store.now());
      await store.closeRoom('none', 'idle', 0);
      expect(await store.readRoom('none')).toBeUndefined();
    });

    it('tells how far rooms are', async () => {
      const parts = use();
      const { store } = parts;
      const [one, two] = [await open(store), await open(store)];
      await seatAll(parts, one.roomId, 2);
      await start(parts, one.roomId, store.now() + 60_000);
      const { rooms, away } = await store.heads([one.roomId, 'none', two.roomId]);
      const headAt = async (roomId: string, seq: number) => {
        const { incarnation } = (await store.snapshot(roomId))!;
        return [roomId, { seq, incarnation }] as const;
      };
      expect(rooms).toEqual(new Map([await headAt(one.roomId, 3), await headAt(two.roomId, 0)]));
      expect(away.size).toBe(0);
      expect(await store.heads([])).toEqual({ rooms: new Map(), away: new Set() });
    });

    it('R1.5 lists public rooms in the lobby, neither private nor locked nor running ones', async () => {
      const parts = use();
      const { store, writer } = parts;
      const options = someOptions({ isPublic: true, title: 'Open', gameMode: 'SURVIVAL' });
      const shown = await open(store, { options });
      await open(store);
      const locked = await open(store, { options });
      const running = await open(store, { options });
      await seatAll(parts, shown.roomId, 3);
      await seatAll(parts, locked.roomId, 1);
      await writer.run(locked.roomId, changeSettings({ isLocked: true }));
      await start(parts, running.roomId, store.now() + 60_000);
      expect(await store.publicRooms()).toEqual([
        {
          gameId: shown.pin,
          title: 'Open',
          gameMode: 'SURVIVAL',
          playerCount: 3,
          maxPlayerCount: 200,
        },
      ]);
      await writer.run(locked.roomId, changeSettings({ isLocked: false }));
      expect(await store.publicRooms()).toHaveLength(2);
      await writer.run(shown.roomId, changeOptions({ isPublic: false }));
      await store.closeRoom(locked.roomId, 'idle', (await read(store, locked.roomId)).seq);
      expect(await store.publicRooms()).toEqual([]);
      const over = await read(store, running.roomId);
      await claim(parts, over, lobbyFrom(over));
      expect(await store.publicRooms()).toEqual([]);
      await seatAll(parts, running.roomId, 1);
      expect(await store.publicRooms()).toMatchObject([{ gameId: running.pin }]);
    });

    it('R1.5 lists a room without players while a cockpit is there, and no longer', async () => {
      const { store, writer } = use();
      const options = someOptions({ isPublic: true });
      const { roomId, pin } = await open(store, { options, identityId: 'opener' });
      const screen = { identityId: 'opener', process: 'process' };
      await writer.run(roomId, addScreen({ ...screen, connectionId: 's' }));
      expect(await store.publicRooms()).toEqual([]);
      await writer.run(roomId, addCockpit({ ...screen, connectionId: 'k' }));
      expect(await store.publicRooms()).toMatchObject([{ gameId: pin, playerCount: 0 }]);
      await writer.run(roomId, removeScreen('k'));
      expect(await store.publicRooms()).toEqual([]);
    });
  });

  describe('rooms that may give way', () => {
    it('R10.5 tells who opened a room, who is there beside them, and whether anybody is at it', async () => {
      const { store, writer } = use();
      const opener = { identityId: 'opener', address: '192.0.2.7' };
      const parts = { store, writer };
      const from = store.now();
      const { roomId } = await open(store, opener);
      const told = async (id: string): Promise<OpenRoom> =>
        (await store.openRooms()).find((one) => one.roomId === id)!;
      const before = await told(roomId);
      expect(before).toMatchObject({ ...opener, others: 0, isAttended: false });
      for (const at of [before.openedAt, before.lastActivityAt, before.lastPresentAt])
        expect([at >= from - 5_000, at <= store.now() + 5_000]).toEqual([true, true]);
      const { seat } = await seatPlayer(parts, roomId, request(0, { identityId: 'opener' }));
      await seatPlayer(parts, roomId, request(1));
      const seq = before.seq + 2;
      expect(await told(roomId)).toMatchObject({ others: 1, isAttended: true, seq });
      await writer.run(roomId, drop({ ...seat, connectionId: seat.connectionId! }));
      expect(await told(roomId)).toMatchObject({ others: 1, isAttended: false });
      const screen = { identityId: 'other', process: 'process', connectionId: 's' };
      await writer.run(roomId, addScreen(screen));
      expect(await told(roomId)).toMatchObject({ isAttended: true });
      const kept = await open(store, { ...opener, keeper: { session: 'digest' } });
      expect(await told(kept.roomId)).toMatchObject({ isAttended: true });
      const guest = await open(store, { ...opener, keeper: { session: null } });
      expect(await told(guest.roomId)).toMatchObject({ isAttended: false });
    });
  });

  describe('settings', () => {
    it('R1.2 what is given changes, the rest stays, and each change is told', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      const { settings: before } = await read(store, roomId);
      const heard = await listen(parts, roomId);
      const quizSet = { quizSetId: 'other', quizCount: 5, title: 'Other' };
      const patches = [
        { title: 'New', gameMode: 'SURVIVAL' },
        { isLocked: true },
        { maxPlayerCount: 9 },
        { showChat: true },
        { showNames: false, isMuted: true },
        { quizSet },
      ] as const;
      await writer.run(roomId, changeOptions(patches[0]));
      await writer.run(roomId, changeSettings(patches[1]));
      await writer.run(roomId, changeOptions(patches[2]));
      await writer.run(roomId, changeSettings(patches[3]));
      await writer.run(roomId, changeSettings(patches[4]));
      await writer.run(roomId, chooseQuizSet(quizSet));
      const state = await read(store, roomId);
      expect(state.settings).toEqual({
        ...before,
        title: 'New',
        gameMode: 'SURVIVAL',
        maxPlayerCount: 9,
        isLocked: true,
        isMuted: true,
        showChat: true,
        showNames: false,
        quizSet,
        rehearsal: null,
        actingHost: true,
      });
      expect(state.seq).toBe(patches.length);
      const { id } = state.lastAppend;
      expect(state.revisions).toEqual({ roster: '', phase: id });
      expect(changesOf(await heardUpTo(heard, state.seq))).toEqual(
        patches.map((settings) => ({ kind: 'settings', settings })),
      );
    });

    it('R1.2 a change that is refused changes nothing', async () => {
      const parts = use();
      const { store, writer } = parts;
      const [{ roomId: running }, { roomId }] = [await open(store), await open(store)];
      await start(parts, running, store.now() + 60_000);
      await seatAll(parts, roomId, 3);
      const before = [plain(await read(store, running)), plain(await read(store, roomId))];
      const choice = { quizSetId: 'custom', quizCount: 1, title: 'x' };
      const refused = [
        [() => writer.run(running, changeOptions({ title: 'Late' })), 'WRONG_PHASE'],
        [() => writer.run(running, bringQuizSet(aSet(1), choice)), 'WRONG_PHASE'],
        [() => writer.run(roomId, changeOptions({ maxPlayerCount: 2 })), 'BAD_REQUEST'],
      ] as const;
      for (const [act, code] of refused) expect(await codeOf(act)).toBe(code);
      expect(await store.getQuizSet(running)).toBeUndefined();
      expect([plain(await read(store, running)), plain(await read(store, roomId))]).toEqual(before);
      await writer.run(running, changeSettings({ isLocked: true }));
      expect((await read(store, running)).settings.isLocked).toBe(true);
    });

    it('R1.6 a room’s own quiz set lives and ends with the room', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      const other = await open(store);
      const heard = await listen(parts, roomId);
      const quizSet = { quizSetId: 'custom', quizCount: 2, title: 'Own' };
      await writer.run(roomId, bringQuizSet(aSet(2), quizSet));
      expect(await store.getQuizSet(roomId)).toEqual(aSet(2));
      expect(await store.getQuizSet(other.roomId)).toBeUndefined();
      expect((await read(store, roomId)).settings.quizSet).toEqual(quizSet);
      // The set itself, with its answers, is told to nobody.
      expect(changesOf(await heardUpTo(heard, 1))).toEqual([
        { kind: 'settings', settings: { quizSet } },
      ]);
      await writer.run(roomId, bringQuizSet(aSet(3), { ...quizSet, quizCount: 3 }));
      expect(await store.getQuizSet(roomId)).toEqual(aSet(3));
      await store.closeRoom(roomId, 'idle', 2);
      expect(await store.getQuizSet(roomId)).toBeUndefined();
    });

    it('who hears that a set is chosen can read it', async () => {
      const { store, bus, writer } = use();
      const { roomId } = await open(store);
      const seen = new Promise((resolve) => {
        void bus.subscribe(roomId, () => resolve(store.getQuizSet(roomId)));
      });
      const quizSet = { quizSetId: 'custom', quizCount: 2, title: 'Own' };
      await writer.run(roomId, bringQuizSet(aSet(2), quizSet));
      expect(await seen).toEqual(aSet(2));
    });
  });

  describe('closing', () => {
    it('R1.6 removes everything and tells those who are in it', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId, pin } = await open(store, { options: someOptions({ isPublic: true }) });
      await seatAll(parts, roomId, 1);
      const heard = await listen(parts, roomId);
      const { seq } = await read(store, roomId);
      await store.closeRoom(roomId, 'paused', seq);
      expect(await heardUpTo(heard, seq + 1)).toEqual([
        { seq: seq + 1, kind: 'closed', reason: 'paused' },
      ]);
      expect(await store.readRoom(roomId)).toBeUndefined();
      expect(await store.findRoom(pin)).toBeUndefined();
      expect(await store.publicRooms()).toEqual([]);
      expect(await codeOf(() => seatPlayer(parts, roomId, request(0)))).toBe('ROOM_NOT_FOUND');
      expect(await store.lastAppendOf(roomId)).toBeUndefined();
      expect((await store.heads([roomId])).rooms.size).toBe(0);
      expect(heard.all).toHaveLength(1);
    });

    it('R1.6 does nothing where something has happened since', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const { seq } = await read(store, roomId);
      await seatPlayer(parts, roomId, request(0));
      const before = plain(await read(store, roomId));
      await store.closeRoom(roomId, 'empty', seq);
      expect(plain(await read(store, roomId))).toEqual(before);
    });
  });
}
