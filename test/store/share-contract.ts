import { describe, expect, it } from 'vitest';
import { ChatLog, type StoredChat } from '../../src/game/chat-log.js';
import { rename } from '../../src/game/seat-commands.js';
import type { Position } from '../../src/game/zones.js';
import type { RoomStore } from '../../src/store/contract.js';
import { someOptions, request } from '../support/game-data.js';
import { claim, dropFrom, leaveFrom, seatPlayer, type Writing } from '../support/store-verbs.js';
import {
  CLOCK_ERROR_MS,
  countdownFrom,
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

async function chatOf(store: RoomStore, roomId: string): Promise<StoredChat[]> {
  return (await store.snapshot(roomId))?.chat ?? [];
}

/** Makes the player in `slot` a ghost, by a judgement of the game that runs. */
async function fell(parts: Writing, roomId: string, slot: number, fellAt: Position): Promise<void> {
  const room = await read(parts.store, roomId);
  const marks = Array.from(room.seats.values(), (seat) => ({
    playerId: seat.playerId,
    score: seat.score,
    isAnswer: false,
    played: true,
    rank: 1,
    fellAt: seat.slot === slot ? fellAt : seat.fellAt,
  }));
  const tally = { game: room.tally.game, marks };
  await claim(parts, room, countdownFrom(room, parts.store.now() + 60_000, { tally }));
}

/** Everybody is alive again. */
async function end(parts: Writing, roomId: string): Promise<void> {
  const room = await read(parts.store, roomId);
  await claim(parts, room, lobbyFrom(room));
}

/** What a connection of the first `seatAll` sends: its seat has the generation behind its slot. */
const from = (slot: number): { slot: number; generation: number } => ({
  slot,
  generation: slot + 1,
});

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

    it('R8.1 keeps 500 messages per audience', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      const say = (slot: number, count: number): Promise<number[]> => {
        const chats = Array.from({ length: count }, () => ({ ...from(slot), message: 'x' }));
        return store.share(roomId, { moves: [], chats });
      };
      await say(0, 510);
      await start(parts, roomId, store.now() + 60_000);
      await fell(parts, roomId, 1, [1, 1]);
      await say(1, 600);
      const chat = await chatOf(store, roomId);
      const living = chat.flatMap(({ livingId }) => livingId ?? []);
      expect([living.length, living[0], living.at(-1)]).toEqual([500, 11, 510]);
      const order = chat.map(({ ghostId }) => ghostId);
      expect([order.length, order.at(-500), order.at(-1)]).toEqual([1_000, 611, 1_110]);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    });

    it('R8.1 keeps 300 kB of text per audience, in bytes', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      // 2,400 bytes each.
      const say = (slot: number, count: number): Promise<number[]> => {
        const chats = Array.from({ length: count }, () => {
          return { ...from(slot), message: '가'.repeat(800) };
        });
        return store.share(roomId, { moves: [], chats });
      };
      await say(0, 150);
      await start(parts, roomId, store.now() + 60_000);
      await fell(parts, roomId, 1, [1, 1]);
      await say(1, 30);
      await say(0, 10);
      await say(1, 100);
      const chat = await chatOf(store, roomId);
      const living = chat.flatMap(({ livingId }) => livingId ?? []);
      expect([living.length, living[0], living.at(-1)]).toEqual([125, 36, 160]);
      expect(new ChatLog(chat).history('ghosts', { audience: 'ghosts', id: 0 })).toEqual(
        chat.slice(-125),
      );
      expect(chat.at(-125)?.ghostId).toBe(166);
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

    it('R8.1 returns which messages it left out, and none where it took them all', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      const say = (...generations: number[]): Promise<number[]> =>
        store.share(roomId, {
          moves: [],
          chats: generations.map((generation) => ({ slot: 0, generation, message: 'hi' })),
        });
      expect(await say(1, 1)).toEqual([]);
      expect(await say(2, 1, 2)).toEqual([0, 2]);
      expect(await say(2)).toEqual([0]);
      expect(await chatOf(store, roomId)).toHaveLength(3);
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
