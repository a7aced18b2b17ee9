import { describe, expect, it } from 'vitest';
import { RoomView } from '../../src/server/live/batch/room-view.js';
import { chatBounds } from '../../src/game/chat-bucket.js';
import { ChatLog } from '../../src/game/chat-log.js';
import { endRehearsal, startRehearsal } from '../../src/game/rehearsal.js';
import { sit } from '../../src/game/seat-commands.js';
import { BOT_PERSON } from '../../src/protocol/index.js';
import { request } from '../support/game-data.js';
import { deleteMessages, unmaskMessages } from '../../src/game/moderation-commands.js';
import {
  chatOf,
  CLOCK_ERROR_MS,
  fell,
  from,
  open,
  read,
  seatAll,
  sorted,
  start,
  type UseParts,
} from './parts.js';

const BOUNDS = chatBounds({ maxPlayerCount: 2_000 });

/** What is kept of the chat, and how often. */
export function chatContract(use: UseParts): void {
  describe('chat', () => {
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

    it('R8.3 empties deleted messages, which keep their ids, for whoever reads them', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      const say = (slot: number, message: string): Promise<number[]> =>
        store.share(roomId, { moves: [], chats: [{ ...from(slot), message }] });
      for (const message of ['one', 'two', 'three']) await say(0, message);
      const copy = new RoomView((await store.snapshot(roomId))!);
      const early = copy.head;
      const [, two] = await chatOf(store, roomId);
      await writer.run(roomId, deleteMessages([two!, { ...two!, ghostId: 3, timestamp: 1 }]));
      await say(0, 'four');
      const chat = await chatOf(store, roomId);
      expect(chat.map(({ livingId, message }) => [livingId, message])).toEqual([
        [1, 'one'],
        [2, ''],
        [3, 'three'],
        [4, 'four'],
      ]);
      expect(chat[1]).toEqual({ ...two, playerName: '', message: '' });
      // A copy that has the message is told, one that has missed it gets it empty.
      for (const head of [early, { ...early, lastChatId: 1 }]) {
        const missed = await store.since(roomId, head);
        if (missed?.kind !== 'replay') throw new Error(missed?.kind);
        const shared = missed.updates.flatMap((one) => (one.kind === 'shared' ? one.chats : []));
        expect(shared).toEqual(chat.filter(({ ghostId }) => ghostId > head.lastChatId));
        expect(missed.updates[0]).toMatchObject({ changes: [{ kind: 'messagesDeleted' }] });
      }
    });

    it('R8.7 keeps what was said beside what is masked, and shows it once the host has said so', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      const original = '나쁜 말';
      const chats = [
        { ...from(0), message: '***', original },
        { ...from(0), message: 'plain' },
      ];
      await store.share(roomId, { moves: [], chats });
      const before = await chatOf(store, roomId);
      expect(before.map((chat) => [chat.message, chat.original])).toEqual([
        ['***', original],
        ['plain', undefined],
      ]);
      const copy = new RoomView((await store.snapshot(roomId))!);
      expect(copy.chat.masked('living')).toEqual([before[0]]);
      const early = copy.head;
      await writer.run(roomId, unmaskMessages(before));
      const after = await chatOf(store, roomId);
      const { original: _, ...shown } = { ...before[0]!, message: original };
      expect(after).toEqual([shown, before[1]]);
      // A copy that has missed the message gets it as it was said.
      const missed = await store.since(roomId, { ...early, lastChatId: 0 });
      if (missed?.kind !== 'replay') throw new Error(missed?.kind);
      expect(missed.updates.at(-1)).toMatchObject({ chats: after });
      await writer.run(roomId, deleteMessages([before[0]!]));
      expect((await chatOf(store, roomId))[0]).toEqual({ ...shown, playerName: '', message: '' });
    });

    it('R8.7 counts what was said as text that is kept', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      // 2,400 bytes each, and three for the stars.
      const chats = Array.from({ length: 150 }, () => {
        return { ...from(0), message: '***', original: '가'.repeat(800) };
      });
      await store.share(roomId, { moves: [], chats });
      expect(await chatOf(store, roomId)).toHaveLength(124);
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

    it('R8.1 takes chat of a number once, however often it is sent, and answers as before', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      const chats = [
        { slot: 0, generation: 7, message: 'stale' },
        { ...from(0), message: 'hi' },
      ];
      const say = (chatNumber: number): Promise<number[]> =>
        store.share(roomId, { moves: [], chats, chatNumber });
      expect(await say(4)).toEqual([0]);
      const once = await chatOf(store, roomId);
      expect(await say(4)).toEqual([0]);
      // It came late, behind a later one.
      await say(3);
      expect(await chatOf(store, roomId)).toEqual(once);
      expect(await say(5)).toEqual([0]);
      expect((await chatOf(store, roomId)).map(({ message }) => message)).toEqual(['hi', 'hi']);
      // Moves carry no number.
      await store.share(roomId, {
        moves: [{ ...from(0), position: [8, 8] }],
        chats: [],
        chatNumber: 1,
      });
      expect(sorted((await read(store, roomId)).seats)[0]!.position).toEqual([8, 8]);
    });

    it('R8.9 R23.4 a room takes so many messages at once and then so many a second', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      const begunAt = store.now();
      let taken = 0;
      let leftMs = 0;
      for (; leftMs === 0; leftMs = await store.takeChat(roomId, BOUNDS)) taken++;
      const mostMs = store.now() - begunAt + CLOCK_ERROR_MS;
      const { atOnce, perSecond } = BOUNDS;
      // The first of the loop is none.
      expect(taken - 1).toBeGreaterThanOrEqual(atOnce);
      const filled = (mostMs * perSecond) / 1000;
      expect(taken - 1).toBeLessThanOrEqual(atOnce + filled);
      expect(leftMs).toBeLessThanOrEqual(1000 / perSecond);
      await expect((async () => store.takeChat('none', BOUNDS))()).rejects.toMatchObject({
        code: 'ROOM_NOT_FOUND',
      });
    });

    it('R12.3 takes back what bots said when their rehearsal ends, and nothing that players said', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      const wanted = { process: store.processId, bots: 1, endsAt: store.now() + 60_000 };
      await writer.run(roomId, startRehearsal(wanted));
      const playerId = `${BOT_PERSON}.1`;
      const { seat } = await writer.run(roomId, sit(request(1, { isBot: true, playerId })));
      expect(seat).toMatchObject({ isBot: true, slot: 1 });
      expect((await read(store, roomId)).seats.get(1)).toEqual(seat);
      const chats = [0, 1, 0].map((slot) => ({ ...from(slot), message: `from ${slot}` }));
      await store.share(roomId, { moves: [], chats });
      const said = async (): Promise<string[]> =>
        (await chatOf(store, roomId)).map(({ message }) => message);
      expect(await said()).toEqual(['from 0', 'from 1', 'from 0']);
      const state = await read(store, roomId);
      await writer.run(roomId, endRehearsal);
      expect(await said()).toEqual(['from 0', '', 'from 0']);
      const { incarnation } = (await store.snapshot(roomId))!;
      const { seq, lastAppend } = state;
      const missed = await store.since(roomId, { incarnation, seq, lastAppend, lastChatId: 0 });
      if (missed?.kind !== 'replay') throw new Error('there is a log');
      const shared = missed.updates.flatMap((one) => (one.kind === 'shared' ? one.chats : []));
      expect(shared.map(({ message }) => message)).toEqual(['from 0', '', 'from 0']);
    });
  });
}
