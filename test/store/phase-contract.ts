import { describe, expect, it } from 'vitest';
import type { Phase } from '../../src/game/phase.js';
import type { Transition } from '../../src/game/room-change.js';
import { SLOT_REST_MS } from '../../src/game/leave-change.js';
import { leave, sit } from '../../src/game/seat-commands.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { aGame, codeOf, EPOCH, request } from '../support/game-data.js';
import { claim, leaveFrom, runAll, seatPlayer } from '../support/store-verbs.js';
import {
  countdownFrom,
  heardUpTo,
  listen,
  lobbyFrom,
  open,
  plain,
  read,
  seatAll,
  seatsOf,
  SOON_MS,
  start,
  type StoreParts,
  type UseParts,
} from './parts.js';

const FAR_MS = 60_000;

/** A room whose countdown ends in `inMs`. */
async function running(parts: StoreParts, inMs: number): Promise<string> {
  const { roomId } = await open(parts.store);
  await seatAll(parts, roomId, 2);
  await start(parts, roomId, parts.store.now() + inMs);
  return roomId;
}

/** Claims of phases. */
export function phaseContract(use: UseParts): void {
  describe('claims', () => {
    it('R4.5 store phase, game and tally as one, and tell them as one', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      const heard = await listen(parts, roomId);
      const room = await read(store, roomId);
      const tally = { game: 1, marks: [] };
      const transition = countdownFrom(room, EPOCH * 2, { tally });
      expect(await claim(parts, room, transition)).toEqual({ kind: 'done', seq: 2 });
      const { phase } = transition;
      const after = await read(store, roomId);
      expect(after).toMatchObject({ phase, game: aGame(), tally, seq: 2 });
      const [update] = await heardUpTo(heard, 2);
      const { id } = after.lastAppend;
      const change = { kind: 'phase', phase, game: aGame(), tally };
      expect(update).toEqual({ kind: 'appended', seq: 2, id, changes: [change] });
      const { roster } = room.revisions;
      expect(after.revisions).toEqual({ roster, phase: id });
    });

    it('R4.5 leave as it is what they do not name', async () => {
      const parts = use();
      const roomId = await running(parts, FAR_MS);
      const { game, tally, ...room } = await read(parts.store, roomId);
      const phase: Phase = { ...room.phase, version: 2 };
      await claim(parts, { ...room, game, tally }, { phase });
      expect(await read(parts.store, roomId)).toMatchObject({ phase, game, tally });
      await claim(parts, await read(parts.store, roomId), { phase, game: null });
      expect((await read(parts.store, roomId)).game).toBeNull();
    });

    it('R4.5 are stale where the phase has moved on', async () => {
      const parts = use();
      const { store } = parts;
      const roomId = await running(parts, FAR_MS);
      const old = await read(store, roomId);
      await claim(parts, old, countdownFrom(old, EPOCH * 2));
      const before = await read(store, roomId);
      for (const deadline of ['any', 'due', 'open'] as const)
        expect(await claim(parts, old, lobbyFrom(old), deadline)).toEqual({
          kind: 'stale',
          seq: before.seq,
          waitMs: 0,
        });
      expect(plain(await read(store, roomId))).toEqual(plain(before));
    });

    it('R4.5 that need the deadline to have passed are early before it', async () => {
      const parts = use();
      const { store } = parts;
      const roomId = await running(parts, SOON_MS * 3);
      const before = await read(store, roomId);
      expect(await claim(parts, before, lobbyFrom(before), 'due')).toEqual({ kind: 'early' });
      expect(plain(await read(store, roomId))).toEqual(plain(before));
      await parts.passTime(SOON_MS * 3);
      const outcome = await claim(parts, before, lobbyFrom(before), 'due');
      expect(outcome).toEqual({ kind: 'done', seq: before.seq + 1 });
    });

    it('R3.3 that need it not to have passed are late after it', async () => {
      const parts = use();
      const { store } = parts;
      const roomId = await running(parts, SOON_MS);
      await parts.passTime(SOON_MS);
      const before = await read(store, roomId);
      expect(await claim(parts, before, lobbyFrom(before), 'open')).toEqual({ kind: 'late' });
      expect(plain(await read(store, roomId))).toEqual(plain(before));
      const outcome = await claim(parts, before, lobbyFrom(before), 'any');
      expect(outcome).toEqual({ kind: 'done', seq: before.seq + 1 });
    });

    it('R3.3 find no deadline in the lobby, nor while paused', async () => {
      const parts = use();
      const { store, passTime } = parts;
      const { roomId } = await open(store);
      const lobby = await read(store, roomId);
      expect(await claim(parts, lobby, countdownFrom(lobby, 0), 'due')).toEqual({ kind: 'early' });
      const endTime = store.now() + SOON_MS;
      const paused = countdownFrom(lobby, endTime, { pausedAt: store.now() });
      expect(await claim(parts, lobby, paused, 'open')).toEqual({ kind: 'done', seq: 1 });
      await passTime(SOON_MS * 2);
      const room = await read(store, roomId);
      expect(await claim(parts, room, lobbyFrom(room), 'due')).toEqual({ kind: 'early' });
      // Who comes too late with it is told that first.
      const stale = { kind: 'stale', seq: 1, waitMs: 0 };
      expect(await claim(parts, lobby, paused, 'due')).toEqual(stale);
      expect(await claim(parts, room, lobbyFrom(room), 'open')).toEqual({ kind: 'done', seq: 2 });
      const nowhere = { ...lobby, roomId: '000000-nothing' };
      const code = await codeOf(() => claim(parts, nowhere, paused, 'due'));
      expect(code).toBe('ROOM_NOT_FOUND');
    });

    it('R4.5 happen exactly once, however many try', async () => {
      const parts = use();
      const { store } = parts;
      const roomId = await running(parts, SOON_MS);
      const heard = await listen(parts, roomId);
      await parts.passTime(SOON_MS);
      const room = await read(store, roomId);
      const claims = Array.from({ length: 50 }, () => claim(parts, room, lobbyFrom(room), 'due'));
      const kinds = (await Promise.all(claims)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'done')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'stale')).toHaveLength(49);
      const { seq } = await read(store, roomId);
      expect(await heardUpTo(heard, seq)).toHaveLength(1);
    });

    it('R6 mark players, and never who has come to their slot since', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      const judged = await read(store, roomId);
      const marks = [0, 1, 2].map((slot) => ({
        playerId: `p${slot}`,
        score: 100 + slot,
        isAnswer: slot < 2,
        played: true,
        rank: 3 - slot,
        gain: 0,
        fellAt: slot === 2 ? ([4, 4] as const) : null,
      }));
      await leaveFrom(parts, roomId, 1);
      const later = store.now() + SLOT_REST_MS + 1;
      const commands = [sit(request(8)), sit(request(9))];
      const { append } = decideAll(await read(store, roomId), commands, later);
      await writer.append(roomId, append);
      const tally = { game: 0, marks };
      const outcome = await claim(parts, judged, countdownFrom(judged, EPOCH * 2, { tally }));
      expect(outcome.kind).toBe('done');
      const faces = async (): Promise<unknown[]> =>
        (await seatsOf(store, roomId)).map(({ playerId, score, fellAt }) => [
          playerId,
          score,
          fellAt,
        ]);
      const expected = [
        ['p0', 100, null],
        ['p8', 0, null],
        ['p2', 102, [4, 4]],
        ['p9', 0, null],
      ];
      expect(await faces()).toEqual(expected);
      // What is written of a seat later on does not change that.
      await seatPlayer(parts, roomId, request(2, { connectionId: 'new' }));
      await seatPlayer(parts, roomId, request(8, { connectionId: 'new' }));
      expect(await faces()).toEqual(expected);
      expect((await read(store, roomId)).tally).toEqual(tally);
    });

    it('R6.3, R7.3 begin and end games for everybody', async () => {
      const parts = use();
      const { store, writer } = parts;
      const roomId = await running(parts, FAR_MS);
      const change = async (
        changesOf: (room: Awaited<ReturnType<typeof read>>) => Transition,
      ): Promise<unknown[]> => {
        const room = await read(store, roomId);
        await claim(parts, room, changesOf(room));
        const seats = await seatsOf(store, roomId);
        return seats.map(({ score, fellAt, playsFrom }) => [score, fellAt, playsFrom]);
      };
      const marksOf = (fellAt: readonly [number, number] | null) =>
        ['p0', 'p1'].map((playerId) => {
          return { playerId, score: 7, isAnswer: true, played: true, rank: 1, gain: 0, fellAt };
        });
      const clock = { startTime: 0, endTime: EPOCH * 2, pausedAt: null };
      const question = aGame().questions[0]!.shown;
      const asked: Phase = {
        kind: 'question',
        version: 2,
        index: 0,
        count: 3,
        first: 0,
        drops: 0,
        readyAt: 0,
        question,
        places: null,
        revived: [],
        clock,
      };
      await change(() => ({ phase: asked, tally: { game: 1, marks: marksOf([4, 4]) } }));
      const late = await seatPlayer(parts, roomId, request(5));
      expect(late.seat.playsFrom).toBe(1);
      const ended = { game: 2, marks: marksOf(null) };
      // One more round may lead back into the game, of which the late comer has missed a question (R27.5).
      expect(await change((room) => ({ ...lobbyFrom(room), tally: ended }))).toEqual([
        [7, null, 0],
        [7, null, 0],
        [0, null, 1],
      ]);
      const begun = { game: 3, marks: [] };
      expect(await change((room) => countdownFrom(room, EPOCH * 2, { tally: begun }))).toEqual([
        [0, null, 0],
        [0, null, 0],
        [0, null, 0],
      ]);
      // One append may hold whatever happened together.
      const results = await runAll<unknown>(parts, roomId, [
        sit(request(6)),
        leave(late.seat),
        sit(request(7)),
      ]);
      expect(results).toHaveLength(3);
      expect((await seatsOf(store, roomId)).map(({ slot }) => slot)).toEqual([0, 1, 3, 4]);
      await writer.run(roomId, leave({ slot: 4, generation: 5 }));
      expect((await read(store, roomId)).seats.size).toBe(3);
    });

    it('R1.6 count as activity', async () => {
      const parts = use();
      const { store } = parts;
      const roomId = await running(parts, FAR_MS);
      const room = await read(store, roomId);
      await parts.passTime(5);
      await claim(parts, room, lobbyFrom(room));
      expect((await read(store, roomId)).lastActivityAt).toBeGreaterThan(room.lastActivityAt);
    });
  });
}
