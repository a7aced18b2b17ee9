import { describe, expect, it } from 'vitest';
import { shownOf } from '../../src/game/phase.js';
import { codeOf, someOptions } from '../support/game-data.js';
import { heardUpTo, listen, open, read, request, seatAll, start, type UseParts } from './parts.js';

/** Sitting down, dropping and coming back. */
export function seatsContract(use: UseParts): void {
  describe('sitting down', () => {
    it('R1.3 takes exactly as many as there are seats, however many come at once', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      const crowd = Array.from({ length: 250 }, (_, n) => request(n));
      const codes = await Promise.all(
        crowd.map((one) => codeOf(() => store.seatPlayer(roomId, one))),
      );
      expect(codes.filter((code) => code === 'ok')).toHaveLength(200);
      expect(codes.filter((code) => code === 'ROOM_FULL')).toHaveLength(50);
      const { seats, seq } = await read(store, roomId);
      expect(new Set(seats.map(({ slot }) => slot)).size).toBe(200);
      expect(new Set(seats.map(({ identityId }) => identityId)).size).toBe(200);
      // A fact for each who sits, and one for the first host.
      expect(seq).toBe(201);
    });

    it('R1.3 one identity at many doors at once gets one seat', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      const doors = Array.from({ length: 20 }, (_, n) => request(0, { connectionId: `door-${n}` }));
      const grants = await Promise.all(doors.map((door) => store.seatPlayer(roomId, door)));
      expect(grants.filter(({ resumed }) => !resumed)).toHaveLength(1);
      expect(new Set(grants.map(({ seat }) => seat.epoch)).size).toBe(20);
      const { seats } = await read(store, roomId);
      expect(seats).toHaveLength(1);
      const newest = grants.find(({ seat }) => seat.epoch === 20);
      expect(seats[0]).toMatchObject({ epoch: 20, connectionId: newest?.seat.connectionId });
      // Everybody but the last was replaced once.
      const replaced = grants.flatMap((grant) => grant.replaced ?? []);
      expect(new Set([...replaced, seats[0]?.connectionId]).size).toBe(20);
    });

    it('gives the lowest slot, the wanted name and place, and makes the first one host', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const heard = await listen(parts, roomId);
      const [first, second] = await seatAll(store, roomId, 2);
      expect(first).toMatchObject({ resumed: false, replaced: null });
      const { address: _address, ...asked } = request(0);
      expect(first?.seat).toMatchObject({
        ...asked,
        slot: 0,
        serial: 1,
        epoch: 1,
        score: 0,
        playsFrom: 0,
        fellAt: null,
        droppedAt: null,
      });
      expect(second?.seat).toMatchObject({ playerName: 'Player 1', position: [1, 1], slot: 1 });
      const state = await read(store, roomId);
      expect(state.hostId).toBe('p0');
      expect(state.seats).toEqual([first?.seat, second?.seat]);
      expect(await heardUpTo(heard, 3)).toEqual([
        { seq: 1, kind: 'seated', seat: first?.seat },
        { seq: 2, kind: 'host', hostId: 'p0' },
        { seq: 3, kind: 'seated', seat: second?.seat },
      ]);
    });

    it('R1.4 numbers a name that is taken', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      const crowd = Array.from({ length: 5 }, (_, n) => request(n, { playerName: '김' }));
      const grants = await Promise.all(crowd.map((one) => store.seatPlayer(roomId, one)));
      const names = grants.map(({ seat }) => seat.playerName);
      expect(names.toSorted()).toEqual(['김', '김 2', '김 3', '김 4', '김 5']);
      const other = await open(store);
      const elsewhere = await store.seatPlayer(other.roomId, request(9, { playerName: '김' }));
      expect(elsewhere.seat.playerName).toBe('김');
    });

    it('R1.2 a locked room takes nobody new but lets its own back', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 1);
      await store.updateRoom(roomId, { options: { isLocked: true } }, { inLobby: false });
      expect(await codeOf(() => store.seatPlayer(roomId, request(1)))).toBe('ROOM_LOCKED');
      expect(await store.seatPlayer(roomId, request(0))).toMatchObject({ resumed: true });
      await store.updateRoom(roomId, { options: { isLocked: false } }, { inLobby: false });
      expect(await store.seatPlayer(roomId, request(1))).toMatchObject({ resumed: false });
    });

    it.each([
      ['RANKING', false],
      ['SURVIVAL', true],
    ] as const)('R7.3 who joins a running %s game: ghost %s', async (gameMode, ghost) => {
      const { store } = use();
      const { roomId } = await open(store, { options: someOptions({ gameMode }) });
      await seatAll(store, roomId, 1);
      await start(store, roomId, store.now() + 60_000);
      const inCountdown = await store.seatPlayer(roomId, request(1));
      expect(inCountdown.seat).toMatchObject({ playsFrom: 0, fellAt: ghost ? [1, 1] : null });
      const { phase, game } = await read(store, roomId);
      const clock = { startTime: 0, endTime: store.now() + 60_000, pausedAt: null };
      const question = shownOf(game!.questions[2]!);
      const asked = { kind: 'question' as const, version: 2, index: 2, count: 3, question, clock };
      const transition = { phase: asked, game, seatMarks: [], everyone: null };
      const claim = { fromVersion: phase.version, deadline: 'any' as const, transition };
      expect(await store.claimPhase(roomId, claim)).toBe('claimed');
      const inQuestion = await store.seatPlayer(roomId, request(2));
      expect(inQuestion.seat).toMatchObject({
        playsFrom: 3,
        score: 0,
        fellAt: ghost ? [2, 2] : null,
      });
    });
  });

  describe('coming back', () => {
    it('R2.2, R2.3 finds the seat as it was, with a new epoch, and names who is replaced', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await store.share(roomId, { moves: [{ slot: 1, epoch: 1, position: [7, 8] }], chats: [] });
      await store.dropPlayer(roomId, 1, 1);
      const dropped = (await read(store, roomId)).seats[1]!;
      expect(dropped).toMatchObject({ connectionId: null });
      expect(dropped.droppedAt).not.toBeNull();
      const heard = await listen(parts, roomId);
      const changed = {
        connectionId: 'new',
        playerId: 'x',
        playerName: 'X',
        position: [1, 2],
      } as const;
      const back = await store.seatPlayer(roomId, request(1, changed));
      expect(back).toEqual({
        seat: { ...dropped, epoch: 2, connectionId: 'new', droppedAt: null },
        resumed: true,
        replaced: null,
        becameHost: false,
      });
      expect((await read(store, roomId)).seats[1]).toEqual(back.seat);
      const { seq } = await read(store, roomId);
      expect(await heardUpTo(heard, seq)).toEqual([
        { seq, kind: 'attached', slot: 1, epoch: 2, connectionId: 'new' },
      ]);
      const again = await store.seatPlayer(roomId, request(1, { connectionId: 'newer' }));
      expect(again).toMatchObject({ resumed: true, replaced: 'new', seat: { epoch: 3 } });
      const same = await store.seatPlayer(roomId, request(1, { connectionId: 'newer' }));
      expect(same).toMatchObject({ resumed: true, replaced: null, seat: { epoch: 4 } });
    });

    it('R2.3 what an older connection does is void', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await store.seatPlayer(roomId, request(1, { connectionId: 'new' }));
      const before = await read(store, roomId);
      await store.dropPlayer(roomId, 1, 1);
      await store.removePlayer(roomId, { slot: 1, serial: 1, epoch: 1 }, 'left');
      await store.share(roomId, {
        moves: [{ slot: 1, epoch: 1, position: [9, 9] }],
        chats: [{ slot: 1, epoch: 1, message: 'old' }],
      });
      expect(await read(store, roomId)).toEqual(before);
      expect((await store.snapshot(roomId))?.chat).toEqual([]);
    });

    it('R2.2 a drop is told once', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(store, roomId, 1);
      const heard = await listen(parts, roomId);
      await store.dropPlayer(roomId, 0, 1);
      const { seats, seq, lastPresentAt } = await read(store, roomId);
      await store.dropPlayer(roomId, 0, 1);
      await store.dropPlayer(roomId, 5, 1);
      expect((await read(store, roomId)).seq).toBe(seq);
      const { droppedAt } = seats[0]!;
      expect(await heardUpTo(heard, seq)).toEqual([{ seq, kind: 'dropped', slot: 0, droppedAt }]);
      expect(lastPresentAt).toBe(droppedAt);
    });
  });
}
