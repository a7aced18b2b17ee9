import { describe, expect, it } from 'vitest';
import { rename } from '../../src/game/seat-commands.js';
import { someOptions, request } from '../support/game-data.js';
import { claim, dropFrom, leaveFrom, seatPlayer, type Writing } from '../support/store-verbs.js';
import {
  chatOf,
  CLOCK_ERROR_MS,
  fell,
  from,
  heardUpTo,
  listen,
  lobbyFrom,
  open,
  plain,
  read,
  seatAll,
  seatsOf,
  sorted,
  start,
  type UseParts,
} from './parts.js';

/** Everybody is alive again. */
async function end(parts: Writing, roomId: string): Promise<void> {
  const room = await read(parts.store, roomId);
  await claim(parts, room, lobbyFrom(room));
}

/** What a process sends for its players. */
export function shareContract(use: UseParts): void {
  describe('sharing', () => {
    it('R5.3 stores the positions and tells them with the chat as one update', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      const heard = await listen(parts, roomId);
      const before = store.now() - CLOCK_ERROR_MS;
      await store.share(roomId, {
        moves: [
          { ...from(2), position: [5, 6] },
          { ...from(0), position: [65_520, 0] },
        ],
        chats: [
          { ...from(1), message: 'first' },
          { ...from(0), message: '둘째' },
        ],
      });
      const { seats, seq } = await read(store, roomId);
      expect(sorted(seats).map(({ position }) => position)).toEqual([
        [65_520, 0],
        [1, 1],
        [5, 6],
      ]);
      const chat = await chatOf(store, roomId);
      expect(chat).toMatchObject([
        { ghostId: 1, livingId: 1, playerId: 'p1', playerName: 'Player 1', message: 'first' },
        { ghostId: 2, livingId: 2, playerId: 'p0', playerName: 'Player 0', message: '둘째' },
      ]);
      expect(chat[0]?.timestamp).toBeGreaterThanOrEqual(before);
      expect(await heardUpTo(heard, seq)).toEqual([
        {
          seq,
          kind: 'shared',
          moves: [
            { slot: 2, position: [5, 6] },
            { slot: 0, position: [65_520, 0] },
          ],
          chats: chat,
        },
      ]);
    });

    it('R8.1 keeps the name under which something was said', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      await store.share(roomId, { moves: [], chats: [{ ...from(0), message: 'a' }] });
      await parts.writer.run(roomId, rename('p0', 'New'));
      await store.share(roomId, { moves: [], chats: [{ ...from(0), message: 'b' }] });
      const names = (await chatOf(store, roomId)).map(({ playerName }) => playerName);
      expect(names).toEqual(['Player 0', 'New']);
    });

    it('R7.1, R8.2 numbers what the living and what ghosts say', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      await start(parts, roomId, store.now() + 60_000);
      const say = (slot: number): Promise<number[]> =>
        store.share(roomId, { moves: [], chats: [{ ...from(slot), message: 'x' }] });
      await say(1);
      await fell(parts, roomId, 1, [1, 1]);
      await say(0);
      await say(1);
      await say(0);
      await end(parts, roomId);
      await say(1);
      const ids = (await chatOf(store, roomId)).map((chat) => [chat.ghostId, chat.livingId]);
      expect(ids).toEqual([
        [1, 1],
        [2, 2],
        [3, null],
        [4, 3],
        [5, 4],
      ]);
    });

    it('R7.1 where a ghost walks changes nothing of where it fell', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      await start(parts, roomId, store.now() + 60_000);
      await fell(parts, roomId, 0, [3, 4]);
      await store.share(roomId, { moves: [{ ...from(0), position: [8, 9] }], chats: [] });
      expect((await read(store, roomId)).seats.get(0)).toMatchObject({
        position: [8, 9],
        fellAt: [3, 4],
      });
    });

    it('R7.1 the store decides who is a ghost, by the last judgement and by who came too late', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store, { options: someOptions({ gameMode: 'SURVIVAL' }) });
      await seatAll(parts, roomId, 3);
      await start(parts, roomId, store.now() + 60_000);
      const late = await seatPlayer(parts, roomId, request(3));
      expect(late.seat.fellAt).toEqual([3, 3]);
      const generations = new Map([0, 1, 2, 3].map((slot) => [slot, slot + 1]));
      const isHeardByAll = async (slot: number): Promise<boolean> => {
        const chat = { slot, generation: generations.get(slot)!, message: 'x' };
        expect(await store.share(roomId, { moves: [], chats: [chat] })).toEqual([]);
        return (await chatOf(store, roomId)).at(-1)?.livingId !== null;
      };
      const all = async (): Promise<boolean[]> => {
        const heard: boolean[] = [];
        for (const slot of [0, 1, 2, 3]) heard.push(await isHeardByAll(slot));
        return heard;
      };
      expect(await all()).toEqual([true, true, true, false]);
      await fell(parts, roomId, 1, [4, 4]);
      expect(await all()).toEqual([true, false, true, false]);
      await fell(parts, roomId, 2, [4, 4]);
      // Who comes back is what they were.
      const back = await seatPlayer(parts, roomId, request(1, { connectionId: 'new' }));
      generations.set(1, back.seat.generation);
      expect(await all()).toEqual([true, false, false, false]);
      await end(parts, roomId);
      expect(await all()).toEqual([true, true, true, true]);
      await start(parts, roomId, store.now() + 60_000);
      expect(await all()).toEqual([true, true, true, true]);
      expect((await seatsOf(store, roomId)).map(({ fellAt }) => fellAt)).toEqual(
        Array.from({ length: 4 }, () => null),
      );
    });

    it('R8.2 numbers what many processes send at once without gap or double', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 10);
      const batches = Array.from({ length: 10 }, (_, slot) =>
        Array.from({ length: 5 }, (_each, n) => ({ ...from(slot), message: `${slot}.${n}` })),
      );
      await Promise.all(batches.map((chats) => store.share(roomId, { moves: [], chats })));
      const chat = await chatOf(store, roomId);
      expect(chat.map(({ ghostId }) => ghostId)).toEqual(chat.map((_, i) => i + 1));
      expect(chat).toHaveLength(50);
      for (let slot = 0; slot < 10; slot++) {
        const own = chat.filter(({ playerId }) => playerId === `p${slot}`);
        expect(own.map(({ message }) => message)).toEqual(batches[slot]!.map((one) => one.message));
      }
    });

    it('leaves out who has gone or come back since, and still takes the rest', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      await seatPlayer(parts, roomId, request(1, { connectionId: 'new' }));
      await leaveFrom(parts, roomId, 2);
      const heard = await listen(parts, roomId);
      const everybody = [0, 1, 2, 3].map(from);
      const leftOut = await store.share(roomId, {
        moves: everybody.map((one) => ({ ...one, position: [9, 9] as const })),
        chats: everybody.map((one) => ({ ...one, message: 'hi' })),
      });
      expect(leftOut).toEqual([1, 2, 3]);
      const { seq, seats } = await read(store, roomId);
      expect(await heardUpTo(heard, seq)).toMatchObject([
        { kind: 'shared', moves: [{ slot: 0 }], chats: [{ playerId: 'p0' }] },
      ]);
      expect(sorted(seats).map(({ position }) => position)).toEqual([
        [9, 9],
        [1, 1],
      ]);
    });

    it('R22.1 passes emotes on with moves and chat, or alone, and not those of a void seat', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      const heard = await listen(parts, roomId);
      const emotes = [
        { ...from(0), emote: 5 },
        { slot: 1, generation: 7, emote: 1 },
        { ...from(2), emote: 0 },
      ];
      const said = { ...from(1), message: 'a b; c,d' };
      await store.share(roomId, {
        moves: [{ ...from(1), position: [5, 6] }],
        emotes,
        chats: [said],
      });
      await store.share(roomId, { moves: [], emotes: emotes.slice(0, 2), chats: [] });
      await store.share(roomId, { moves: [], emotes: emotes.slice(1, 2), chats: [] });
      const { seq } = await read(store, roomId);
      const chats = await chatOf(store, roomId);
      expect(await heardUpTo(heard, seq)).toEqual([
        {
          seq: seq - 1,
          kind: 'shared',
          moves: [{ slot: 1, position: [5, 6] }],
          emotes: [
            { slot: 0, emote: 5 },
            { slot: 2, emote: 0 },
          ],
          chats,
        },
        { seq, kind: 'shared', moves: [], emotes: [{ slot: 0, emote: 5 }], chats: [] },
      ]);
    });

    it('R23.7, R7.1 passes on what is said to those near, and by whom, and keeps and counts none of it', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      await start(parts, roomId, store.now() + 60_000);
      await fell(parts, roomId, 2, [1, 1]);
      const heard = await listen(parts, roomId);
      const chats = [
        { ...from(0), message: 'a b; c,d', near: true },
        { slot: 1, generation: 7, message: 'void', near: true },
        { ...from(1), message: 'to all' },
        { ...from(2), message: '둘째', near: true },
      ];
      const near = [
        { slot: 0, byGhost: false, message: 'a b; c,d' },
        { slot: 2, byGhost: true, message: '둘째' },
      ];
      expect(await store.share(roomId, { moves: [], chats, chatNumber: 3 })).toEqual([1]);
      // Its answer got lost, and it is sent again.
      expect(await store.share(roomId, { moves: [], chats, chatNumber: 3 })).toEqual([1]);
      await store.share(roomId, { moves: [], chats: chats.slice(3), chatNumber: 4 });
      const { seq } = await read(store, roomId);
      const kept = await chatOf(store, roomId);
      expect(kept).toMatchObject([{ ghostId: 1, livingId: 1, message: 'to all' }]);
      expect(await heardUpTo(heard, seq)).toEqual([
        { seq: seq - 1, kind: 'shared', moves: [], chats: kept, near },
        { seq, kind: 'shared', moves: [], chats: [], near: near.slice(1) },
      ]);
    });

    it('tells nothing where nothing counted, and that is no activity', async () => {
      const parts = use();
      const { store, passTime } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      const before = plain(await read(store, roomId));
      await passTime(5);
      const move = { slot: 0, generation: 7, position: [9, 9] as const };
      const chat = { slot: 0, generation: 7, message: 'hi' };
      await store.share(roomId, { moves: [move], chats: [chat] });
      await store.share(roomId, { moves: [], chats: [] });
      expect(plain(await read(store, roomId))).toEqual(before);
    });

    it('R2.2 what was done just before a drop still counts', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      await dropFrom(parts, roomId, 0);
      await store.share(roomId, { moves: [{ ...from(0), position: [9, 9] }], chats: [] });
      const [seat] = await seatsOf(store, roomId);
      expect(seat).toMatchObject({ position: [9, 9], connectionId: null });
    });

    it('R1.6 counts as activity, and so does sitting down', async () => {
      const parts = use();
      const { store, passTime } = parts;
      const { roomId } = await open(store);
      const opened = await read(store, roomId);
      await passTime(5);
      await seatAll(parts, roomId, 1);
      const { lastActivityAt } = await read(store, roomId);
      expect(lastActivityAt).toBeGreaterThan(opened.lastActivityAt);
      await passTime(5);
      await store.share(roomId, { moves: [{ ...from(0), position: [9, 9] }], chats: [] });
      expect((await read(store, roomId)).lastActivityAt).toBeGreaterThan(lastActivityAt);
    });
  });
}
