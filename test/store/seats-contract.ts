import { describe, expect, it } from 'vitest';
import { SLOT_REST_MS } from '../../src/game/leave-change.js';
import { drop, leave, sit } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { codeOf, someOptions, request } from '../support/game-data.js';
import {
  dropFrom,
  kickFrom,
  leaveFrom,
  runAll,
  seatIn,
  seatPlayer,
} from '../support/store-verbs.js';
import {
  changesOf,
  heardUpTo,
  listen,
  open,
  plain,
  read,
  seatAll,
  seatsOf,
  type UseParts,
} from './parts.js';

/** Sitting down, dropping, coming back and leaving, as a store carries it out. */
export function seatsContract(use: UseParts): void {
  describe('sitting down', () => {
    it('R1.3 takes exactly as many as there are seats, however many come at once', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const crowd = Array.from({ length: 250 }, (_, n) => sit(request(n)));
      // As several parts of the process may want something at once.
      const halves = [crowd.slice(0, 125), crowd.slice(125)];
      const results = await Promise.all(halves.map((half) => runAll(parts, roomId, half)));
      const codes = results.flat().map((result) => ('code' in result ? result.code : 'ok'));
      expect(codes.filter((code) => code === 'ok')).toHaveLength(200);
      expect(codes.filter((code) => code === 'ROOM_FULL')).toHaveLength(50);
      const seats = await seatsOf(store, roomId);
      expect(seats.map(({ slot }) => slot)).toEqual([...Array(200).keys()]);
      expect(new Set(seats.map(({ identityId }) => identityId)).size).toBe(200);
      expect(new Set(seats.map(({ generation }) => generation)).size).toBe(200);
    });

    it('R1.3, R2.3 one identity at many doors at once gets one seat', async () => {
      const parts = use();
      const { roomId } = await open(parts.store);
      const doors = Array.from({ length: 5 }, (_, n) => request(0, { connectionId: `door-${n}` }));
      const grants = await Promise.all(doors.map((door) => seatPlayer(parts, roomId, door)));
      expect(grants.filter(({ resumed }) => !resumed)).toHaveLength(1);
      const seats = await seatsOf(parts.store, roomId);
      expect(seats).toHaveLength(1);
      const newest = grants.find(({ seat }) => seat.generation === 5);
      expect(seats[0]).toEqual(newest?.seat);
      // Everybody but the last was replaced once.
      const replaced = grants.flatMap((grant) => grant.replaced ?? []);
      expect(replaced).toHaveLength(4);
      expect(new Set([...replaced, seats[0]?.connectionId]).size).toBe(5);
    });

    it('is stored whole and told as one update', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const heard = await listen(parts, roomId);
      const [first, second] = await seatAll(parts, roomId, 2);
      const { address, isStoreFull: _isFull, ...asked } = request(0);
      expect(first?.seat).toMatchObject({ ...asked, slot: 0, generation: 1 });
      const state = await read(store, roomId);
      expect(state).toMatchObject({ hostId: 'p0', slotCount: 2, generation: 2, seq: 2 });
      expect([...state.seats]).toEqual([
        [0, first?.seat],
        [1, second?.seat],
      ]);
      expect([...state.slots]).toEqual([
        ['identity-0', 0],
        ['identity-1', 1],
      ]);
      expect(state.names.free('Player 1')).toBe('Player 1 2');
      const id = expect.any(String) as string;
      const host = { kind: 'host', hostId: 'p0', isHandedOver: false };
      const updates = await heardUpTo(heard, 2);
      expect(updates).toEqual([
        {
          kind: 'appended',
          seq: 1,
          id,
          changes: [{ kind: 'seated', seat: first?.seat, address }, host],
        },
        {
          kind: 'appended',
          seq: 2,
          id,
          changes: [{ kind: 'seated', seat: second?.seat, address: '192.0.2.1' }],
        },
      ]);
      const [, last] = updates.map((update) => (update.kind === 'appended' ? update.id : ''));
      expect(state).toMatchObject({
        lastAppend: { id: last, seq: 2 },
        revisions: { roster: last, phase: '' },
      });
    });

    it('R10.1 that is refused changes nothing', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store, { options: someOptions({ maxPlayerCount: 3 }) });
      await seatAll(parts, roomId, 3);
      const code = (n: number, changes = {}) =>
        codeOf(() => seatPlayer(parts, roomId, request(n, changes)));
      const refusals: string[] = [];
      const before = async (): Promise<unknown> => plain(await read(store, roomId));
      const full = await before();
      refusals.push(await code(3));
      expect(await before()).toEqual(full);
      await kickFrom(parts, roomId, 1);
      refusals.push(await code(1));
      refusals.push(await code(4, { isStoreFull: true }));
      await writer.run(roomId, changeSettings({ isLocked: true }));
      const locked = await before();
      refusals.push(await code(4));
      expect(await before()).toEqual(locked);
      expect(refusals).toEqual(['ROOM_FULL', 'KICKED', 'STORE_AWAY', 'ROOM_LOCKED']);
      expect(await seatPlayer(parts, roomId, request(0))).toMatchObject({ resumed: true });
    });
  });

  describe('coming back', () => {
    it('R2.2, R2.3 finds the seat as it was, with a new generation', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      const moves = [{ slot: 1, generation: 2, position: [7, 8] as const }];
      await store.share(roomId, { moves, chats: [] });
      await dropFrom(parts, roomId, 1);
      const dropped = await seatIn(parts, roomId, 1);
      expect(dropped).toMatchObject({ connectionId: null, process: null, position: [7, 8] });
      expect(dropped.droppedAt).not.toBeNull();
      const heard = await listen(parts, roomId);
      const changed = {
        connectionId: 'new',
        process: 'other',
        playerId: 'x',
        playerName: 'X',
        position: [1, 2],
      } as const;
      const back = await seatPlayer(parts, roomId, request(1, changed));
      const held = { generation: 3, connectionId: 'new', process: 'other' };
      expect(back).toMatchObject({ resumed: true, replaced: null });
      expect(back.seat).toEqual({ ...dropped, ...held, droppedAt: null });
      expect(await seatIn(parts, roomId, 1)).toEqual(back.seat);
      const { seq, generation } = await read(store, roomId);
      expect(generation).toBe(3);
      expect(changesOf(await heardUpTo(heard, seq))).toEqual([
        { kind: 'attached', slot: 1, ...held },
      ]);
      const again = await seatPlayer(parts, roomId, request(1, { connectionId: 'newer' }));
      expect(again).toMatchObject({ resumed: true, replaced: 'new', seat: { generation: 4 } });
    });

    it('R2.3 what an older connection does is void', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      const old = await seatIn(parts, roomId, 1);
      await seatPlayer(parts, roomId, request(1, { connectionId: 'new' }));
      const before = plain(await read(store, roomId));
      const { slot, generation } = old;
      await writer.run(roomId, drop({ slot, generation, connectionId: 'c1' }));
      await writer.run(roomId, leave(old));
      const batch = {
        moves: [{ slot, generation, position: [9, 9] as const }],
        chats: [{ slot, generation, message: 'old' }],
      };
      expect(await store.share(roomId, batch)).toEqual([0]);
      expect(plain(await read(store, roomId))).toEqual(before);
      expect((await store.snapshot(roomId))?.chat).toEqual([]);
    });

    it('R2.2 a drop is told once', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      const [grant] = await seatAll(parts, roomId, 1);
      const heard = await listen(parts, roomId);
      const held = { ...grant!.seat, connectionId: 'c0' };
      await Promise.all([1, 2, 3].map(() => writer.run(roomId, drop(held))));
      await writer.run(roomId, drop({ ...held, slot: 5 }));
      const { seats, seq, lastPresentAt } = await read(store, roomId);
      expect(seq).toBe(2);
      const droppedAt = seats.get(0)?.droppedAt;
      expect(changesOf(await heardUpTo(heard, seq))).toEqual([
        { kind: 'dropped', slot: 0, droppedAt },
      ]);
      expect(lastPresentAt).toBe(droppedAt);
    });
  });

  describe('leaving', () => {
    it('R2.4 frees seat, name and identity, and is told with its reason', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store, { options: someOptions({ maxPlayerCount: 2 }) });
      await seatAll(parts, roomId, 2);
      const heard = await listen(parts, roomId);
      await leaveFrom(parts, roomId, 1);
      const { seq, seats, slots, names, resting, lastPresentAt } = await read(store, roomId);
      expect([[...seats.keys()], [...slots]]).toEqual([[0], [['identity-0', 0]]]);
      expect(names.free('Player 1')).toBe('Player 1');
      const restsUntil = resting.get(1)!;
      expect([...resting]).toEqual([[1, restsUntil]]);
      const who = { slot: 1, playerId: 'p1', identityId: 'identity-1' };
      const at = restsUntil - SLOT_REST_MS;
      expect(lastPresentAt).toBe(at);
      expect(changesOf(await heardUpTo(heard, seq))).toEqual([
        { kind: 'left', ...who, reason: 'left', at, restsUntil },
      ]);
      // The seat is free for somebody else, and whoever left comes back as somebody new.
      const back = await seatPlayer(parts, roomId, request(1, { playerId: 'p1-again' }));
      expect(back).toMatchObject({ resumed: false, seat: { playerId: 'p1-again', slot: 2 } });
    });

    it('gives a slot that has rested to somebody else, whom nothing old concerns', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      const [, gone] = await seatAll(parts, roomId, 3);
      await leaveFrom(parts, roomId, 1);
      expect((await seatPlayer(parts, roomId, request(3))).seat.slot).toBe(3);
      const room = await read(store, roomId);
      const later = store.now() + SLOT_REST_MS + 1;
      const { append } = decideAll(room, [sit(request(4))], later);
      expect((await writer.append(roomId, append)).kind).toBe('done');
      const next = await read(store, roomId);
      expect(next.seats.get(1)).toMatchObject({ playerId: 'p4', generation: 5, joinedAt: later });
      expect([next.resting.size, next.slotCount]).toEqual([0, 4]);
      await writer.run(roomId, leave(gone!.seat));
      const move = { slot: 1, generation: gone!.seat.generation, position: [9, 9] as const };
      await store.share(roomId, { moves: [move], chats: [] });
      expect(plain(await read(store, roomId))).toEqual(plain(next));
    });

    it('R9.1 keeps who was kicked out of this room, and of no other', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const other = await open(store);
      await seatAll(parts, roomId, 2);
      const heard = await listen(parts, roomId);
      await kickFrom(parts, roomId, 1);
      const { seq, banned, kicked } = await read(store, roomId);
      expect([[...banned], kicked]).toEqual([[['identity-1', 'p1']], ['p1']]);
      expect(changesOf(await heardUpTo(heard, seq))).toMatchObject([
        { kind: 'left', reason: 'kicked' },
      ]);
      expect(await codeOf(() => seatPlayer(parts, roomId, request(1)))).toBe('KICKED');
      const elsewhere = await seatPlayer(parts, other.roomId, request(1));
      expect(elsewhere).toMatchObject({ resumed: false });
    });

    it('R9.1 keeps all out who were kicked, and names the newest hundred', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store, { identityId: 'opener' });
      for (let n = 0; n < 102; n++) {
        const { seat } = await seatPlayer(parts, roomId, request(n));
        await kickFrom(parts, roomId, seat.slot);
      }
      const { kicked, banned } = await read(store, roomId);
      expect([kicked.length, kicked[0], kicked.at(-1)]).toEqual([100, 'p2', 'p101']);
      expect(banned.size).toBe(102);
      expect(await codeOf(() => seatPlayer(parts, roomId, request(0)))).toBe('KICKED');
    });

    it('R9.1 takes back what somebody who is kicked has said, in earlier seats, too', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store, { identityId: 'opener' });
      const sitAs = async (n: number, playerId: string): Promise<number> =>
        (await seatPlayer(parts, roomId, request(n, { playerId }))).seat.slot;
      const say = async (slot: number, message: string): Promise<void> => {
        const { generation } = await seatIn(parts, roomId, slot);
        await store.share(roomId, { moves: [], chats: [{ slot, generation, message }] });
      };
      const first = await sitAs(0, 'ann.1');
      await say(first, 'bad');
      await leaveFrom(parts, roomId, first);
      // What others are called and say is theirs, whatever it looks like.
      for (const [n, playerId] of ['annie.1', 'an.1'].entries())
        await say(await sitAs(1 + n, playerId), `"playerId":"ann.2"`);
      const again = await sitAs(0, 'ann.2');
      await say(again, 'worse');
      await kickFrom(parts, roomId, again);
      await say(1, 'better');
      const { chat } = (await store.snapshot(roomId))!;
      const quoted = `"playerId":"ann.2"`;
      expect(chat.map(({ message }) => message)).toEqual(['', quoted, quoted, '', 'better']);
      expect(chat.map(({ playerName }) => playerName === '')).toEqual([
        true,
        false,
        false,
        true,
        false,
      ]);
      expect(chat.map(({ ghostId, livingId }) => [ghostId, livingId])).toEqual(
        chat.map((_, i) => [i + 1, i + 1]),
      );
      await leaveFrom(parts, roomId, 1);
      expect((await store.snapshot(roomId))!.chat.at(-1)?.message).toBe('better');
    });
  });
}
