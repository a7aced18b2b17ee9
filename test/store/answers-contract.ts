import { nameOf } from '../../src/protocol/judged-name.js';
import { writingKey } from '../../src/game/writing.js';
import { EARLIEST_MS } from '../../src/game/shared/judged.js';
import { describe, expect, it } from 'vitest';
import type { AskedQuestion, ShareBatch } from '../../src/server/live/store/contract.js';
import type { Seat } from '../../src/game/room-state.js';
import type { JudgedQuestion } from '../../src/game/shared/judged.js';
import { request } from '../support/game-data.js';
import { claim, leaveFrom, seatPlayer } from '../support/store-verbs.js';
import {
  chatOf,
  CLOCK_ERROR_MS,
  countdownFrom,
  fell,
  from,
  heardUpTo,
  listen,
  open,
  read,
  seatAll,
  seatsOf,
  start,
  writingFrom,
  type UseParts,
} from './parts.js';
import { choiceOf } from '../support/drawn.js';

const judged = (index: number, changes: Partial<JudgedQuestion> = {}): JudgedQuestion => ({
  ...nameOf({ index }),
  ...choiceOf(2),
  limitMs: 15_000,
  isVoid: false,
  answers: [
    ['p0', 1, 300, 1, 5, 6],
    ['p1', 2, 0, 0, 7, 8],
  ],
  ...changes,
});

/** What is kept of the answers to a question. */
export function answersContract(use: UseParts): void {
  describe('answers', () => {
    const move = (slot: number, entered: boolean): ShareBatch['moves'][number] => ({
      ...from(slot),
      position: [9, 9],
      entered,
    });
    const entries = (seats: Seat[]): unknown[] => seats.map(({ entered }) => entered);

    it('R6.5 notes when somebody entered a zone, by the clock of the store', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 4);
      const asked: AskedQuestion = { key: '1.0.0', startTime: store.now() - 700, pausedAt: null };
      const stale = { ...move(3, true), generation: 99 };
      const moves = [move(0, true), move(1, false), stale];
      expect(await store.share(roomId, { moves, chats: [], question: asked })).toEqual([]);
      const [first, ...others] = entries(await seatsOf(store, roomId));
      expect(first).toEqual({ question: '1.0.0', ms: expect.any(Number) });
      const { ms } = first as { ms: number };
      expect(ms).toBeGreaterThanOrEqual(700 - CLOCK_ERROR_MS);
      expect(ms).toBeLessThanOrEqual(store.now() - asked.startTime + CLOCK_ERROR_MS);
      expect(others).toEqual([null, null, null]);
    });

    it('R6.5 stamps nobody earlier than a person can be, who knew the choices before they appeared', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      const share = (slot: number, ms: number): Promise<number[]> => {
        const question = { key: '1.0.0', startTime: 10_000 - ms, pausedAt: 10_000 };
        return store.share(roomId, { moves: [move(slot, true)], chats: [], question });
      };
      await share(0, -2_000);
      await share(1, 0);
      await share(2, EARLIEST_MS + 1);
      const ms = (await seatsOf(store, roomId)).map(({ entered }) => entered?.ms);
      expect(ms).toEqual([EARLIEST_MS, EARLIEST_MS, EARLIEST_MS + 1]);
    });

    it('R6.15 notes the first move in a question, and leaves an entry as it is', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      const share = (question: string, ...moves: ShareBatch['moves']): Promise<number[]> =>
        store.share(roomId, {
          moves,
          chats: [],
          question: { key: question, startTime: 9_000, pausedAt: 12_000 },
        });
      const first = (slot: number) => ({ ...move(slot, false), moved: true });
      await share('1.0.0', { ...move(0, true), moved: true }, first(1), move(2, false));
      await share('1.0.0', first(0), first(1));
      const noted = { question: '1.0.0', ms: EARLIEST_MS };
      expect(entries(await seatsOf(store, roomId))).toEqual([{ ...noted, ms: 3_000 }, noted, null]);
      await share('1.1.0', first(0), { ...first(1), generation: 99 });
      expect(entries(await seatsOf(store, roomId))).toEqual([
        { question: '1.1.0', ms: EARLIEST_MS },
        noted,
        null,
      ]);
    });

    it('R6.5 counts no pause, keeps the entry of who walks on within the zone, and takes a later one', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      const share = (key: string, startTime: number, entered: boolean): Promise<number[]> => {
        const question = { key, startTime, pausedAt: 10_000 };
        return store.share(roomId, { moves: [move(0, entered)], chats: [], question });
      };
      await share('1.0.0', 9_000, true);
      await share('1.0.0', 8_000, false);
      expect(entries(await seatsOf(store, roomId))[0]).toEqual({ question: '1.0.0', ms: 1_000 });
      await share('1.1.0', 8_000, true);
      expect(entries(await seatsOf(store, roomId))[0]).toEqual({ question: '1.1.0', ms: 2_000 });
      // A connection that comes back keeps it; the next owner of the slot has none.
      await seatPlayer(parts, roomId, request(0, { connectionId: 'new' }));
      expect(entries(await seatsOf(store, roomId))[0]).toMatchObject({ ms: 2_000 });
      await leaveFrom(parts, roomId, 0);
      expect(entries(await seatsOf(store, roomId))).toEqual([null]);
    });

    it('R19.5 adds up how far all have walked, and begins anew with each game', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      const walk = (walked?: number): Promise<number[]> =>
        store.share(roomId, {
          moves: [move(0, false)],
          chats: [],
          ...(walked === undefined ? {} : { walked }),
        });
      const walked = async (): Promise<number> => (await read(store, roomId)).walked;
      await walk(1_200);
      await walk();
      await walk(34);
      expect(await walked()).toBe(1_234);
      const state = await read(store, roomId);
      const { rules } = state;
      await claim(parts, state, countdownFrom(state, store.now() + 60_000, { rules }));
      expect(await walked()).toBe(0);
      await walk(5);
      expect(await walked()).toBe(5);
    });

    it('R4.9, R7.1 hears who is alive again by a correction as the living are heard', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      await start(parts, roomId, store.now() + 60_000);
      const say = async (): Promise<boolean> => {
        const chats = [{ ...from(1), message: 'x' }];
        expect(await store.share(roomId, { moves: [], chats })).toEqual([]);
        return (await chatOf(store, roomId)).at(-1)?.livingId !== null;
      };
      await fell(parts, roomId, 1, [4, 4]);
      expect(await say()).toBe(false);
      const room = await read(store, roomId);
      const marks = room.tally.marks.map((mark) => ({ ...mark, fellAt: null }));
      const tally = { game: room.tally.game, marks };
      await claim(parts, room, countdownFrom(room, store.now() + 60_000, { tally }));
      expect(await say()).toBe(true);
    });

    it('R4.9 keeps what was judged, in order, until the next game', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const rules = {
        gameMode: 'RANKING',
        scoring: 'early',
        crowd: 'blind',
        lives: 1,
        revival: false,
      } as const;
      const change = async (changes: object): Promise<void> => {
        const room = await read(store, roomId);
        await claim(parts, room, countdownFrom(room, store.now() + 60_000, changes));
      };
      await change({ rules });
      await change({ judged: [judged(0)] });
      await change({ judged: [judged(1)] });
      const corrected = judged(0, {
        isVoid: true,
        solution: { kind: 'choice', rights: [2] },
        revives: ['p1'],
      });
      await change({ judged: [corrected] });
      expect(await read(store, roomId)).toMatchObject({ rules, judged: [corrected, judged(1)] });
      await change({});
      expect((await read(store, roomId)).judged).toHaveLength(2);
      const rounds = [{ name: 'Songs', first: 0 }];
      await change({ rules: { ...rules, scoring: 'flat', rounds } });
      const next = await read(store, roomId);
      expect(next).toMatchObject({ rules: { scoring: 'flat', rounds }, judged: [] });
    });

    /** A room in which people write, with three players. */
    async function writing(parts: ReturnType<UseParts>) {
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      await start(parts, roomId, store.now() + 60_000);
      const room = await read(store, roomId);
      const startTime = store.now() - 2_000;
      const phase = writingFrom(room, startTime);
      expect(await claim(parts, room, { phase })).toMatchObject({ kind: 'done' });
      const key = writingKey(await read(store, roomId))!;
      const question: AskedQuestion = { key, startTime, pausedAt: null };
      const write = (slot: number, texts: string[], changes: object = {}) => {
        const text = { ...from(slot), texts, ...changes };
        return store.share(roomId, { moves: [], texts: [text], chats: [], question });
      };
      return { store, roomId, phase, question, write };
    }

    it('R16.14 keeps the last texts of each, with when they were changed, and tells them to all copies', async () => {
      const parts = use();
      const { store, roomId, question, write } = await writing(parts);
      const heard = await listen(parts, roomId);
      await write(0, ['서울'], { masked: ['***'] });
      await write(1, ['Busan']);
      await write(1, ['Jeju', 'Seoul "x"']);
      const { texts, seq } = await read(store, roomId);
      expect(new Set(texts.keys())).toEqual(new Set([0, 1]));
      expect(texts.get(0)).toMatchObject({ texts: ['서울'], masked: ['***'] });
      expect(texts.get(1)).toMatchObject({ texts: ['Jeju', 'Seoul "x"'] });
      expect(texts.get(1)!.ms).toBeGreaterThanOrEqual(2_000 - CLOCK_ERROR_MS);
      const updates = await heardUpTo(heard, seq);
      expect(updates.at(-1)).toMatchObject({
        kind: 'shared',
        moves: [],
        chats: [],
        texts: [{ slot: 1, texts: ['Jeju', 'Seoul "x"'], ms: texts.get(1)!.ms }],
      });
      // The same once more is no other answer.
      const later = { ...question, startTime: question.startTime - 5_000 };
      const same = { ...from(1), texts: ['Jeju', 'Seoul "x"'] };
      await store.share(roomId, { moves: [], texts: [same], chats: [], question: later });
      expect((await read(store, roomId)).texts.get(1)).toEqual(texts.get(1));
      const { state } = (await store.snapshot(roomId))!;
      expect(state.texts).toEqual((await read(store, roomId)).texts);
    });

    it('R16.14 leaves out whose seat it is not, another question, and what comes after the bell', async () => {
      const parts = use();
      const { store, roomId, phase, question, write } = await writing(parts);
      await write(0, ['Seoul']);
      await write(1, ['Busan'], { generation: 99 });
      const other = { ...question, key: '9.0.0.0w' };
      const text = { ...from(2), texts: ['Jeju'] };
      await store.share(roomId, { moves: [], texts: [text], chats: [], question: other });
      expect([...(await read(store, roomId)).texts.keys()]).toEqual([0]);
      const part = { ...judged(0), answers: [] };
      const next = { ...phase, version: phase.version + 1, act: 2 } as const;
      await claim(parts, await read(store, roomId), { phase: next, part });
      await write(2, ['Jeju']);
      const bell = await read(store, roomId);
      expect(bell.texts.size).toBe(0);
      expect(bell.parts).toEqual([part]);
      expect(bell.judged).toEqual([]);
      const dropped = { ...phase, version: next.version + 1, drops: 1 };
      await claim(parts, bell, { phase: dropped });
      expect(await read(store, roomId)).toMatchObject({ parts: [] });
    });

    it('R16.14 forgets what somebody wrote who leaves, and keeps it through a pause', async () => {
      const parts = use();
      const { store, roomId, phase, write } = await writing(parts);
      await write(0, ['Seoul']);
      await write(1, ['Busan']);
      await leaveFrom(parts, roomId, 1);
      const clock = { ...phase.clock, pausedAt: store.now() };
      const room = await read(store, roomId);
      await claim(parts, room, { phase: { ...phase, version: phase.version + 1, clock } });
      expect([...(await read(store, roomId)).texts.keys()]).toEqual([0]);
    });
  });
}
