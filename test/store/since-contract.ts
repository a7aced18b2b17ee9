import { describe, expect, it } from 'vitest';
import { RoomView } from '../../src/server/live/batch/room-view.js';
import { drawInt } from '../../src/game/shared/random.js';
import { rename, sit } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import type { CopyHead, Missed, RoomSnapshot } from '../../src/server/live/store/contract.js';
import { LOG_LENGTH } from '../../src/server/live/store/limits.js';
import type { RoomUpdate } from '../../src/server/live/store/room-update.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { someOptions, request } from '../support/game-data.js';
import { RoomCourse } from '../support/room-course.js';
import { kickFrom } from '../support/store-verbs.js';
import { heardUpTo, listen, open, read, seatAll, type UseParts } from './parts.js';
import { applyTo, faceOf, faceOfCopy, gameModeOf } from './updates-contract.js';

const SEEDS = [21, 22, 23, 24, 25, 26];
const ROUNDS = 40;

/** What a copy has missed. */
export function sinceContract(use: UseParts): void {
  const snapshotOf = async (roomId: string): Promise<RoomSnapshot> =>
    (await use().store.snapshot(roomId)) as RoomSnapshot;
  const copyOf = async (roomId: string): Promise<RoomView> =>
    new RoomView(await snapshotOf(roomId));
  const sinceHead = async (roomId: string, head: CopyHead): Promise<Missed> =>
    (await use().store.since(roomId, head)) as Missed;
  /** Does to a copy what it has missed; returns how. */
  const catchUp = async (copy: RoomView): Promise<Missed['kind']> => {
    const missed = await sinceHead(copy.roomId, copy.head);
    if (missed.kind === 'replay') for (const update of missed.updates) applyTo(copy, update);
    else copy.replace(missed.snapshot);
    return missed.kind;
  };
  const ordered = (updates: readonly RoomUpdate[]): RoomUpdate[] =>
    updates.map((update) =>
      update.kind === 'shared'
        ? { ...update, moves: update.moves.toSorted((a, b) => a.slot - b.slot) }
        : update,
    );

  describe('what a copy has missed', () => {
    it('are the very updates, then where everybody stands and what was said', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      const said = (slot: number, message: string) => ({ slot, generation: slot + 1, message });
      await store.share(roomId, { moves: [], chats: [said(0, 'heard')] });
      const { head } = await copyOf(roomId);
      const heard = await listen(parts, roomId);
      await writer.run(roomId, sit(request(2)));
      const moves = [{ slot: 1, generation: 2, position: [7, 8] as const }];
      await store.share(roomId, { moves, chats: [said(1, 'missed')] });
      await writer.run(roomId, changeSettings({ isMuted: true }));
      await store.share(roomId, { moves: [], chats: [said(2, 'too')] });
      const { seq } = await read(store, roomId);
      const updates = await heardUpTo(heard, seq);
      const appends = updates.filter(({ kind }) => kind === 'appended');
      expect(appends).toHaveLength(2);
      const chats = updates.flatMap((update) => (update.kind === 'shared' ? update.chats : []));
      expect(chats.map(({ message }) => message)).toEqual(['missed', 'too']);
      const missed = await sinceHead(roomId, head);
      if (missed.kind !== 'replay') throw new Error(missed.kind);
      const positions = [
        { slot: 0, position: [0, 0] },
        { slot: 1, position: [7, 8] },
        { slot: 2, position: [2, 2] },
      ];
      const shared = { kind: 'shared', seq, moves: positions, chats };
      expect(ordered(missed.updates)).toEqual([...appends, shared]);
    });

    it('is only where everybody stands, where nothing was appended', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const empty = await copyOf(roomId);
      const nothing = {
        kind: 'replay',
        updates: [{ kind: 'shared', seq: 0, moves: [], chats: [] }],
      };
      expect(await sinceHead(roomId, empty.head)).toEqual(nothing);
      await seatAll(parts, roomId, 1);
      const copy = await copyOf(roomId);
      const moves = [{ slot: 0, generation: 1, position: [7, 8] as const }];
      await store.share(roomId, { moves, chats: [] });
      expect(await sinceHead(roomId, copy.head)).toEqual({
        kind: 'replay',
        updates: [{ kind: 'shared', seq: 2, moves: [{ slot: 0, position: [7, 8] }], chats: [] }],
      });
      expect(await catchUp(copy)).toBe('replay');
      expect(faceOfCopy(copy)).toEqual(faceOf(await snapshotOf(roomId)));
    });

    it.each(SEEDS)('makes the copy equal to a snapshot (seed %i)', async (seed) => {
      const parts = use();
      const random = seeded(seed);
      const options = someOptions({ gameMode: gameModeOf(seed) });
      const { roomId } = await open(parts.store, { options, identityId: 'identity-0' });
      await seatAll(parts, roomId, 3);
      const course = new RoomCourse(parts, roomId, random);
      const copy = await copyOf(roomId);
      const kinds: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        for (let n = drawInt(random, 6); n > 0; n--) await course.step();
        kinds.push(await catchUp(copy));
        expect(faceOfCopy(copy)).toEqual(faceOf(await snapshotOf(roomId)));
      }
      expect(new Set(kinds)).toEqual(new Set(['replay']));
    });

    it('R9.1 is without what somebody said who was kicked meanwhile', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 2);
      const copy = await copyOf(roomId);
      const say = (slot: number, message: string): Promise<number[]> =>
        store.share(roomId, { moves: [], chats: [{ slot, generation: slot + 1, message }] });
      await say(1, 'bad');
      await say(0, 'good');
      await kickFrom(parts, roomId, 1);
      expect(await catchUp(copy)).toBe('replay');
      expect(copy.chat.all().map(({ message }) => message)).toEqual(['', 'good']);
      expect(faceOfCopy(copy)).toEqual(faceOf(await snapshotOf(roomId)));
    });

    it('is a snapshot where its last append was never heard of, or the store is another one', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      const unborn = await copyOf(roomId);
      await seatAll(parts, roomId, 2);
      const { head } = await copyOf(roomId);
      await writer.run(roomId, rename('p1', 'New'));
      const expected = faceOf(await snapshotOf(roomId));
      const { seq } = head.lastAppend;
      const heads: CopyHead[] = [
        { ...head, lastAppend: { id: 'of another life', seq } },
        { ...head, lastAppend: { id: 'of another life', seq: seq + 7 } },
        { ...head, incarnation: 'another' },
        unborn.head,
      ];
      for (const one of heads) {
        const missed = await sinceHead(roomId, one);
        if (missed.kind !== 'snapshot') throw new Error(missed.kind);
        expect(faceOf(missed.snapshot)).toEqual(expected);
      }
      expect((await sinceHead(roomId, head)).kind).toBe('replay');
      // Also where nothing has happened since.
      const last = { ...(await copyOf(roomId)).head, incarnation: 'another' };
      expect((await sinceHead(roomId, last)).kind).toBe('snapshot');
    });

    it('is a snapshot where it is more than the log holds', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 1);
      const early = await copyOf(roomId);
      const copies: RoomView[] = [];
      // A log may hold somewhat more.
      for (let n = 0; n < LOG_LENGTH + 120; n++) {
        if (n % 40 === 0) copies.push(await copyOf(roomId));
        await writer.run(roomId, rename('p0', `Name ${n}`));
      }
      const kinds: string[] = [];
      for (const copy of copies) kinds.push(await catchUp(copy));
      expect(await catchUp(early)).toBe('snapshot');
      const expected = faceOf(await snapshotOf(roomId));
      for (const copy of [early, ...copies]) expect(faceOfCopy(copy)).toEqual(expected);
      // Whoever has missed no more than it is to hold is told all of it.
      const held = copies.filter((_, i) => LOG_LENGTH + 120 - i * 40 < LOG_LENGTH);
      expect(kinds.slice(-held.length)).toEqual(held.map(() => 'replay'));
      expect(kinds[0]).toBe('snapshot');
    });
  });
}
