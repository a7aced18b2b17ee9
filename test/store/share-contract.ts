import { describe, expect, it } from 'vitest';
import { ChatLog, type StoredChat } from '../../src/game/chat-log.js';
import type { RoomStore } from '../../src/store/contract.js';
import { codeOf } from '../support/game-data.js';
import {
  CLOCK_ERROR_MS,
  heardUpTo,
  listen,
  open,
  read,
  request,
  seatAll,
  start,
  type UseParts,
} from './parts.js';

async function chatOf(store: RoomStore, roomId: string): Promise<StoredChat[]> {
  return (await store.snapshot(roomId))?.chat ?? [];
}

/** Makes the player in `slot` a ghost, or brings it back to life. */
async function mark(
  store: RoomStore,
  roomId: string,
  slot: number,
  fellAt: [number, number] | null,
): Promise<void> {
  const { phase, game, seats } = await read(store, roomId);
  const { serial = 0, score = 0 } = seats.find((seat) => seat.slot === slot) ?? {};
  const transition = {
    phase: { ...phase, version: phase.version + 1 },
    game,
    seatMarks: [{ slot, serial, score, fellAt }],
    everyone: null,
  };
  await store.claimPhase(roomId, { fromVersion: phase.version, deadline: 'any', transition });
}

/** What a process sends for its players. */
export function shareContract(use: UseParts): void {
  describe('sharing', () => {
    it('R5.3 stores the positions and tells them with the chat as one fact', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(store, roomId, 3);
      const heard = await listen(parts, roomId);
      const before = store.now() - CLOCK_ERROR_MS;
      await store.share(roomId, {
        moves: [
          { slot: 2, epoch: 1, position: [5, 6] },
          { slot: 0, epoch: 1, position: [65_520, 0] },
        ],
        chats: [
          { slot: 1, epoch: 1, message: 'first' },
          { slot: 0, epoch: 1, message: '둘째' },
        ],
      });
      const { seats, seq } = await read(store, roomId);
      expect(seats.map(({ position }) => position)).toEqual([
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
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 1);
      await store.share(roomId, { moves: [], chats: [{ slot: 0, epoch: 1, message: 'a' }] });
      await store.renamePlayer(roomId, { slot: 0, serial: 1 }, 'New');
      await store.share(roomId, { moves: [], chats: [{ slot: 0, epoch: 1, message: 'b' }] });
      const names = (await chatOf(store, roomId)).map(({ playerName }) => playerName);
      expect(names).toEqual(['Player 0', 'New']);
    });

    it('R7.1, R8.2 numbers what the living and what ghosts say', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await start(store, roomId, store.now() + 60_000);
      const say = (slot: number): Promise<number[]> =>
        store.share(roomId, { moves: [], chats: [{ slot, epoch: 1, message: 'x' }] });
      await say(1);
      await mark(store, roomId, 1, [1, 1]);
      await say(0);
      await say(1);
      await say(0);
      await mark(store, roomId, 1, null);
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
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 1);
      await start(store, roomId, store.now() + 60_000);
      await mark(store, roomId, 0, [3, 4]);
      await store.share(roomId, { moves: [{ slot: 0, epoch: 1, position: [8, 9] }], chats: [] });
      expect((await read(store, roomId)).seats[0]).toMatchObject({
        position: [8, 9],
        fellAt: [3, 4],
      });
    });

    it('R7.1 a ghost keeps its name for as long as it is one', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await start(store, roomId, store.now() + 60_000);
      await mark(store, roomId, 1, [3, 4]);
      const before = await read(store, roomId);
      const rename = (slot: number): Promise<string> =>
        store.renamePlayer(roomId, { slot, serial: 1 }, 'New');
      expect(await codeOf(() => rename(1))).toBe('WRONG_PHASE');
      expect(await read(store, roomId)).toEqual(before);
      expect(await rename(0)).toBe('New');
      await mark(store, roomId, 1, null);
      expect(await rename(1)).toBe('New 2');
    });

    it('R8.2 numbers what many processes send at once without gap or double', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 10);
      const batches = Array.from({ length: 10 }, (_, slot) =>
        Array.from({ length: 5 }, (_each, n) => ({ slot, epoch: 1, message: `${slot}.${n}` })),
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
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      const say = (slot: number, count: number): Promise<number[]> => {
        const chats = Array.from({ length: count }, () => ({ slot, epoch: 1, message: 'x' }));
        return store.share(roomId, { moves: [], chats });
      };
      await say(0, 510);
      await start(store, roomId, store.now() + 60_000);
      await mark(store, roomId, 1, [1, 1]);
      await say(1, 600);
      const chat = await chatOf(store, roomId);
      const living = chat.flatMap(({ livingId }) => livingId ?? []);
      expect([living.length, living[0], living.at(-1)]).toEqual([500, 11, 510]);
      const order = chat.map(({ ghostId }) => ghostId);
      expect([order.length, order.at(-500), order.at(-1)]).toEqual([1_000, 611, 1_110]);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    });

    it('R8.1 keeps 300 kB of text per audience, in bytes', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      // 2,400 bytes each.
      const say = (slot: number, count: number): Promise<number[]> => {
        const chats = Array.from({ length: count }, () => {
          return { slot, epoch: 1, message: '가'.repeat(800) };
        });
        return store.share(roomId, { moves: [], chats });
      };
      await say(0, 150);
      await start(store, roomId, store.now() + 60_000);
      await mark(store, roomId, 1, [1, 1]);
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
      await seatAll(store, roomId, 3);
      await store.seatPlayer(roomId, request(1, { connectionId: 'new' }));
      await store.removePlayer(roomId, { slot: 2, serial: 1 }, 'left');
      const heard = await listen(parts, roomId);
      const everybody = [0, 1, 2, 3].map((slot) => ({ slot, epoch: 1 }));
      const leftOut = await store.share(roomId, {
        moves: everybody.map((one) => ({ ...one, position: [9, 9] as const })),
        chats: everybody.map((one) => ({ ...one, message: 'hi' })),
      });
      expect(leftOut).toEqual([1, 2, 3]);
      const { seq, seats } = await read(store, roomId);
      expect(await heardUpTo(heard, seq)).toMatchObject([
        { kind: 'shared', moves: [{ slot: 0 }], chats: [{ playerId: 'p0' }] },
      ]);
      expect(seats.map(({ position }) => position)).toEqual([
        [9, 9],
        [1, 1],
      ]);
    });

    it('R8.1 returns which messages it left out, and none where it took them all', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 1);
      const say = (...epochs: number[]): Promise<number[]> =>
        store.share(roomId, {
          moves: [],
          chats: epochs.map((epoch) => ({ slot: 0, epoch, message: 'hi' })),
        });
      expect(await say(1, 1)).toEqual([]);
      expect(await say(2, 1, 2)).toEqual([0, 2]);
      expect(await say(2)).toEqual([0]);
      expect(await chatOf(store, roomId)).toHaveLength(3);
    });

    it('tells nothing where nothing counted, and that is no activity', async () => {
      const { store, passTime } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 1);
      const before = await read(store, roomId);
      await passTime(5);
      const move = { slot: 0, epoch: 7, position: [9, 9] as const };
      const chat = { slot: 0, epoch: 7, message: 'hi' };
      await store.share(roomId, { moves: [move], chats: [chat] });
      await store.share(roomId, { moves: [], chats: [] });
      expect(await read(store, roomId)).toEqual(before);
    });

    it('R2.2 what was done just before a drop still counts', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 1);
      await store.dropPlayer(roomId, 0, 1);
      await store.share(roomId, { moves: [{ slot: 0, epoch: 1, position: [9, 9] }], chats: [] });
      const { seats } = await read(store, roomId);
      expect(seats[0]).toMatchObject({ position: [9, 9], connectionId: null });
    });

    it('R1.6 counts as activity, and so does sitting down', async () => {
      const { store, passTime } = use();
      const { roomId } = await open(store);
      const opened = await read(store, roomId);
      await passTime(5);
      await seatAll(store, roomId, 1);
      const { lastActivityAt } = await read(store, roomId);
      expect(lastActivityAt).toBeGreaterThan(opened.lastActivityAt);
      await passTime(5);
      await store.share(roomId, { moves: [{ slot: 0, epoch: 1, position: [9, 9] }], chats: [] });
      expect((await read(store, roomId)).lastActivityAt).toBeGreaterThan(lastActivityAt);
    });
  });
}
