import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/game/apply-change.js';
import type { RoomChange } from '../../src/game/room-change.js';
import type { RoomState } from '../../src/game/room-state.js';
import type { KnownRoom, ShareBatch } from '../../src/server/live/store/contract.js';
import { dropFrom, leaveFrom } from '../support/store-verbs.js';
import { from, open, plain, read, seatAll, start, type UseParts } from './parts.js';

/** What a process is told that has a copy of the room. */
export function knownContract(use: UseParts): void {
  describe('a room that is known', () => {
    /** A copy of a room with a game, and with moves since. */
    async function knownRoom(): Promise<{ roomId: string; known: KnownRoom }> {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      await start(parts, roomId, store.now() + 60_000);
      const known = (await store.snapshot(roomId))!;
      const question = { key: '1.0.0', startTime: store.now() - 700, pausedAt: null };
      const moves: ShareBatch['moves'] = [
        { ...from(0), position: [7, 65_520], entered: true },
        { ...from(2), position: [0, 1], entered: false },
      ];
      await store.share(roomId, { moves, chats: [], question, walked: 40 });
      return { roomId, known };
    }
    const asRead = async (roomId: string, known: KnownRoom): Promise<unknown> =>
      plain((await use().store.readRoom(roomId, known)) as RoomState);
    const whole = async (roomId: string): Promise<unknown> =>
      plain(await read(use().store, roomId));

    it('R5.3 stands where the store has everybody, not where the copy has them', async () => {
      const { roomId, known } = await knownRoom();
      const before = plain(known.state);
      const room = (await use().store.readRoom(roomId, known))!;
      expect(room.seats.get(0)).toMatchObject({
        position: [7, 65_520],
        entered: { question: '1.0.0' },
      });
      expect(room).toMatchObject({ walked: 40, seq: known.state.seq + 1 });
      expect(plain(room)).toEqual(await whole(roomId));
      expect(plain(known.state)).toEqual(before);
    });

    it('is as it was at its last append, whatever the copy hears while the store is asked and after', async () => {
      const { roomId, known } = await knownRoom();
      const { store } = use();
      const seat = { ...known.state.seats.get(1)!, slot: 7, identityId: 'late', playerId: 'late' };
      const screen = { identityId: 'late', process: 'process', number: 9 };
      const heard: RoomChange[] = [
        { kind: 'seated', seat: { ...seat, playerName: 'Late' }, address: '192.0.2.9' },
        {
          kind: 'left',
          slot: 1,
          playerId: 'p1',
          identityId: 'identity-1',
          reason: 'kicked',
          at: 1,
          restsUntil: 2,
        },
        { kind: 'screenAdded', connectionId: 'late', screen },
      ];
      const reading = store.readRoom(roomId, known);
      for (const change of heard) applyChange(known.state, change);
      const room = (await reading)!;
      for (const change of heard) applyChange(known.state, change);
      expect(plain(room)).toEqual(await whole(roomId));
      // And the copy is not changed by what is done to the room.
      const before = plain(known.state);
      applyChange(room, { ...heard[1], slot: 2 } as RoomChange);
      expect(plain(known.state)).toEqual(before);
    });

    it('is read as a whole where the copy has missed an append', async () => {
      const { roomId, known } = await knownRoom();
      const parts = use();
      await dropFrom(parts, roomId, 1);
      expect(await asRead(roomId, known)).toEqual(await whole(roomId));
      await leaveFrom(parts, roomId, 2);
      expect(await asRead(roomId, known)).toEqual(await whole(roomId));
    });

    it('is read as a whole where the copy is of another store, or the room has gone', async () => {
      const { roomId, known } = await knownRoom();
      const state = { ...known.state, hostId: 'somebody else' };
      const elsewhere = { incarnation: 'another', state };
      expect(await asRead(roomId, elsewhere)).toEqual(await whole(roomId));
      const { store } = use();
      await store.closeRoom(roomId, 'idle', (await read(store, roomId)).seq);
      expect(await store.readRoom(roomId, known)).toBeUndefined();
    });
  });
}
