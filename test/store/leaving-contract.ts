import { describe, expect, it } from 'vitest';
import { codeOf, someOptions } from '../support/game-data.js';
import { heardUpTo, listen, open, read, request, seatAll, start, type UseParts } from './parts.js';

/** Leaving, and what goes on to others: the seat, the name, the host role. */
export function leavingContract(use: UseParts): void {
  describe('leaving', () => {
    it('R2.4 frees the seat and tells why', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store, { options: someOptions({ maxPlayerCount: 2 }) });
      await seatAll(store, roomId, 2);
      const heard = await listen(parts, roomId);
      await store.removePlayer(roomId, { slot: 1, serial: 1, epoch: 1 }, 'left');
      const { seq, seats } = await read(store, roomId);
      expect(seats.map(({ slot }) => slot)).toEqual([0]);
      expect(await heardUpTo(heard, seq)).toEqual([
        { seq, kind: 'left', slot: 1, playerId: 'p1', reason: 'left' },
      ]);
      // The seat is free for somebody else, and whoever left comes back as somebody new.
      const back = await store.seatPlayer(roomId, request(1, { playerId: 'p1-again' }));
      expect(back).toMatchObject({ resumed: false, seat: { playerId: 'p1-again', score: 0 } });
    });

    it('R2.2 seats that were left alone are freed in the lobby only', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await start(store, roomId, store.now() + 60_000);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'freed');
      expect((await read(store, roomId)).seats).toHaveLength(2);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'left');
      expect((await read(store, roomId)).seats).toHaveLength(1);
    });

    it('happens once, and never to the next owner of the slot', async () => {
      const { store, passTime, slotRestMs } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'left');
      const { seq } = await read(store, roomId);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'left');
      expect((await read(store, roomId)).seq).toBe(seq);
      await passTime(slotRestMs + 1);
      const next = await store.seatPlayer(roomId, request(2));
      expect(next.seat).toMatchObject({ slot: 1, serial: 2, epoch: 1 });
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'kicked');
      expect((await read(store, roomId)).seats).toHaveLength(2);
      const rename = (): Promise<string> => store.renamePlayer(roomId, { slot: 1, serial: 1 }, 'x');
      expect(await codeOf(rename)).toBe('PLAYER_NOT_FOUND');
    });

    it('a freed slot rests before it has another owner', async () => {
      const { store, passTime, slotRestMs } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 3);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'left');
      expect((await store.seatPlayer(roomId, request(3))).seat.slot).toBe(3);
      await passTime(slotRestMs + 1);
      expect((await store.seatPlayer(roomId, request(4))).seat).toMatchObject({
        slot: 1,
        serial: 2,
      });
    });

    it('R9.1 who is kicked cannot come back to this room', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const other = await open(store);
      await seatAll(store, roomId, 2);
      const heard = await listen(parts, roomId);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'kicked');
      const { seq } = await read(store, roomId);
      expect(await heardUpTo(heard, seq)).toMatchObject([{ kind: 'left', reason: 'kicked' }]);
      expect(await codeOf(() => store.seatPlayer(roomId, request(1)))).toBe('KICKED');
      const { identityId } = request(1);
      const screen = { connectionId: 's', identityId };
      expect(await codeOf(() => store.addScreen(roomId, screen))).toBe('KICKED');
      expect(await store.addScreen(other.roomId, screen)).toEqual({ replaced: null });
      expect(await store.seatPlayer(other.roomId, request(1))).toMatchObject({ resumed: false });
      expect(await store.seatPlayer(roomId, request(2))).toMatchObject({ resumed: false });
    });

    it('R9.1 what somebody who is kicked has said is taken back, and keeps its numbers', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 3);
      const say = (slot: number, message: string) =>
        store.share(roomId, { moves: [], chats: [{ slot, epoch: 1, message }] });
      await say(0, 'good');
      await say(1, 'bad');
      await say(1, `"playerId":"p0"`);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'kicked');
      await say(0, 'better');
      const { chat, state } = (await store.snapshot(roomId))!;
      expect(chat.map(({ ghostId, livingId, message }) => [ghostId, livingId, message])).toEqual([
        [1, 1, 'good'],
        [2, 2, ''],
        [3, 3, ''],
        [4, 4, 'better'],
      ]);
      expect(state.kicked).toEqual(['p1']);
      await say(2, 'x');
      await store.removePlayer(roomId, { slot: 2, serial: 1 }, 'left');
      expect((await store.snapshot(roomId))!.chat.at(-1)?.message).toBe('x');
    });

    it('R9.1 so is what they said in an earlier seat, and nothing of others', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      const seat = (n: number, playerId: string) =>
        store.seatPlayer(roomId, request(n, { playerId }));
      const say = (slot: number, message: string) =>
        store.share(roomId, { moves: [], chats: [{ slot, epoch: 1, message }] });
      const first = await seat(0, 'ann.1');
      await say(first.seat.slot, 'bad');
      await store.removePlayer(roomId, first.seat, 'left');
      for (const [n, playerId] of ['annie.1', 'an.1'].entries()) {
        const other = await seat(1 + n, playerId);
        await say(other.seat.slot, playerId);
      }
      const again = await seat(0, 'ann.2');
      await say(again.seat.slot, 'worse');
      await store.removePlayer(roomId, again.seat, 'kicked');
      const { chat } = (await store.snapshot(roomId))!;
      expect(chat.map(({ message }) => message)).toEqual(['', 'annie.1', 'an.1', '']);
      expect(chat.map(({ playerName }) => playerName)).toEqual(['', 'Player 1', 'Player 2', '']);
    });

    it('R9.1 remembers the newest hundred of those who were kicked', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      for (let n = 0; n < 102; n++) {
        const { seat } = await store.seatPlayer(roomId, request(n));
        await store.removePlayer(roomId, seat, 'kicked');
      }
      const { kicked } = await read(store, roomId);
      expect([kicked.length, kicked[0], kicked.at(-1)]).toEqual([100, 'p2', 'p101']);
    });

    it('R3.2 the host role goes to the longest-present connected player', async () => {
      const parts = use();
      const { store, passTime } = parts;
      const { roomId } = await open(store);
      for (let n = 0; n < 4; n++) {
        await store.seatPlayer(roomId, request(n));
        await passTime(2);
      }
      await store.dropPlayer(roomId, 1, 1);
      const heard = await listen(parts, roomId);
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'left');
      const { hostId, seq } = await read(store, roomId);
      expect(hostId).toBe('p2');
      expect((await heardUpTo(heard, seq)).map(({ kind }) => kind)).toEqual(['left', 'host']);
      await store.removePlayer(roomId, { slot: 3, serial: 1 }, 'left');
      expect((await read(store, roomId)).hostId).toBe('p2');
    });

    it('R3.2 nobody is host while nobody is connected, until somebody sits down', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await store.dropPlayer(roomId, 1, 1);
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'left');
      expect((await read(store, roomId)).hostId).toBe('');
      await store.seatPlayer(roomId, request(2));
      expect((await read(store, roomId)).hostId).toBe('p2');
    });

    it('R1.6 remembers when somebody was last there', async () => {
      const { store, passTime } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await passTime(5);
      await store.dropPlayer(roomId, 0, 1);
      const { lastPresentAt, lastActivityAt } = await read(store, roomId);
      expect(lastPresentAt).toBeGreaterThan(lastActivityAt);
      await passTime(5);
      await store.removePlayer(roomId, { slot: 0, serial: 1 }, 'freed');
      expect((await read(store, roomId)).lastPresentAt).toBe(lastPresentAt);
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'left');
      expect((await read(store, roomId)).lastPresentAt).toBeGreaterThan(lastPresentAt);
    });
  });

  describe('names', () => {
    it('R1.4 renaming returns the name that stands', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      const heard = await listen(parts, roomId);
      const rename = (wanted: string): Promise<string> =>
        store.renamePlayer(roomId, { slot: 1, serial: 1 }, wanted);
      expect(await rename('Kim')).toBe('Kim');
      expect(await rename('Kim')).toBe('Kim');
      expect(await rename('Player 0')).toBe('Player 0 2');
      const { seats, seq } = await read(store, roomId);
      expect(seats[1]?.playerName).toBe('Player 0 2');
      const facts = await heardUpTo(heard, seq);
      expect(facts.at(-1)).toEqual({ seq, kind: 'renamed', slot: 1, playerName: 'Player 0 2' });
      // A name that was given up is free again.
      expect(await store.renamePlayer(roomId, { slot: 0, serial: 1 }, 'Kim')).toBe('Kim');
    });
  });
}
