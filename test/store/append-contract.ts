import { describe, expect, it } from 'vitest';
import { handOver } from '../../src/game/host.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import { copyRoom, type Revision, type RoomState } from '../../src/game/room-state.js';
import { rename, sit } from '../../src/game/seat-commands.js';
import { changeOptions, changeSettings } from '../../src/game/settings-commands.js';
import type { Append, AppendOutcome } from '../../src/server/live/store/contract.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { codeOf, request } from '../support/game-data.js';
import { claim, claimOf, seatPlayer } from '../support/store-verbs.js';
import {
  countdownFrom,
  heardUpTo,
  listen,
  open,
  plain,
  read,
  seatAll,
  start,
  type UseParts,
} from './parts.js';

const LATER = 2 ** 41;

/** The one verb that writes what was decided. */
export function appendContract(use: UseParts): void {
  /** A room with two players, in its lobby. */
  async function aRoom(): Promise<RoomState> {
    const parts = use();
    const { roomId } = await open(parts.store);
    await seatAll(parts, roomId, 2);
    return read(parts.store, roomId);
  }
  const decide = (before: RoomState, ...commands: RoomCommand<unknown>[]): Omit<Append, 'id'> =>
    decideAll(before, commands, use().store.now()).append;
  const append = (
    before: RoomState,
    id: string,
    changes: Partial<Append>,
  ): Promise<AppendOutcome> =>
    use().store.append(before.roomId, { ...decide(before), id, ...changes });
  const expecting = (...revisions: Revision[]) => new Set(revisions);
  const renaming = (before: RoomState): Partial<Append> => decide(before, rename('p1', 'New'));
  const muting = (before: RoomState): Partial<Append> =>
    decide(before, changeSettings({ isMuted: true }));

  describe('an append', () => {
    it('writes, notes and tells all of its changes as one', async () => {
      const parts = use();
      const { store } = parts;
      const before = await aRoom();
      const { roomId, seq } = before;
      const heard = await listen(parts, roomId);
      const commands = [rename('p1', 'New'), changeSettings({ isMuted: true }), sit(request(7))];
      const decided = decide(before, ...commands);
      const id = 'all.1';
      expect(await append(before, id, decided)).toEqual({ kind: 'done', seq: seq + 1 });
      const after = await read(store, roomId);
      const noted = {
        seq: seq + 1,
        lastAppend: { id, seq: seq + 1 },
        revisions: { roster: id, phase: id },
      };
      const { lastActivityAt } = after;
      const expected = plain({ ...copyRoom(decided.after), ...noted, lastActivityAt });
      expect(plain(after)).toEqual(expected);
      expect(await heardUpTo(heard, seq + 1)).toEqual([
        { kind: 'appended', seq: seq + 1, id, changes: decided.changes },
      ]);
      expect(decided.changes.map(({ kind }) => kind)).toEqual(['renamed', 'settings', 'seated']);
    });

    it.each<[Revision[], boolean, boolean]>([
      [['roster'], true, false],
      [['phase'], false, true],
      [['roster', 'phase'], true, true],
    ])(
      'that expects %j is stale behind a roster append: %s, behind one of the phase: %s',
      async (expected, behindRoster, behindPhase) => {
        const parts = use();
        const { store } = parts;
        for (const [isStale, first] of [
          [behindRoster, renaming],
          [behindPhase, muting],
        ] as const) {
          const before = await aRoom();
          const { roomId } = before;
          await append(before, 'first', first(before));
          const between = await read(store, roomId);
          const heard = await listen(parts, roomId);
          const { changes, after } = decide(before, rename('p0', 'Late'));
          const late = { changes, after, expects: expecting(...expected) };
          const outcome = await append(before, 'late', late);
          const { seq } = between;
          const written = plain(await read(store, roomId));
          const last = await store.lastAppendOf(roomId);
          const isSame = JSON.stringify(written) === JSON.stringify(plain(between));
          const end = await read(store, roomId);
          await append(end, 'end', muting(end));
          const told = await heardUpTo(heard, end.seq + 1);
          const ids = told.map((update) => (update.kind === 'appended' ? update.id : ''));
          expect({ outcome, last, isSame, ids }).toEqual(
            isStale
              ? {
                  outcome: { kind: 'stale', seq, waitMs: 0 },
                  last: { id: 'first', seq },
                  isSame,
                  ids: ['end'],
                }
              : {
                  outcome: { kind: 'done', seq: seq + 1 },
                  last: { id: 'late', seq: seq + 1 },
                  isSame,
                  ids: ['late', 'end'],
                },
          );
          expect(isSame).toBe(isStale);
        }
      },
    );

    it('of the phase passes beside a moving roster, and one of the roster beside the phase', async () => {
      const { store } = use();
      const before = await aRoom();
      const { roomId } = before;
      expect((await append(before, 'name', renaming(before))).kind).toBe('done');
      const phase = decide(before, claimOf(countdownFrom(before, LATER)));
      expect((await append(before, 'claim', phase)).kind).toBe('done');
      const given = decide(await read(store, roomId), handOver('identity-0', 'p1'));
      await append(before, 'mute', { ...muting(await read(store, roomId)) });
      expect((await append(given.before, 'given', given)).kind).toBe('done');
      const after = await read(store, roomId);
      expect(after).toMatchObject({
        hostId: 'p1',
        phase: { kind: 'countdown', version: 1 },
        settings: { isMuted: true },
        revisions: { roster: 'given', phase: 'mute' },
      });
      expect(after.seats.get(1)?.playerName).toBe('New');
    });

    it('passes beside what is shared, which keeps what it stored', async () => {
      const { store } = use();
      const before = await aRoom();
      const { roomId } = before;
      const sender = { slot: 1, generation: 2 };
      const moves = [{ ...sender, position: [7, 8] as const }];
      await store.share(roomId, { moves, chats: [{ ...sender, message: 'hi' }] });
      const both = { expects: expecting('roster', 'phase') };
      expect(await append(before, 'name', { ...renaming(before), ...both })).toEqual({
        kind: 'done',
        seq: before.seq + 2,
      });
      const { seats, revisions } = await read(store, roomId);
      expect(revisions).toEqual({ ...before.revisions, roster: 'name' });
      expect(seats.get(1)).toMatchObject({ position: [7, 8], playerName: 'New' });
      expect((await store.snapshot(roomId))?.chat).toMatchObject([{ playerName: 'Player 1' }]);
    });

    it('without changes compares only: it writes, notes and tells nothing', async () => {
      const parts = use();
      const { store } = parts;
      const before = await aRoom();
      const { roomId, seq } = before;
      const heard = await listen(parts, roomId);
      const both = { expects: expecting('roster', 'phase') };
      const done = { kind: 'done', seq };
      expect(await append(before, 'check', both)).toEqual(done);
      const quizSet = { id: 'x', title: 'x', language: 'en' as const, questions: [] };
      expect(await append(before, 'check', { ...both, quizSet })).toEqual(done);
      expect(await append(before, 'check', { ...both, deadline: 'due' })).toEqual({
        kind: 'early',
      });
      expect(plain(await read(store, roomId))).toEqual(plain(before));
      expect((await store.lastAppendOf(roomId))?.id).toBe(before.lastAppend.id);
      expect(await store.getQuizSet(roomId)).toBeUndefined();
      await append(before, 'name', renaming(before));
      const stale = { kind: 'stale', seq: seq + 1, waitMs: 0 };
      expect(await append(before, 'check', { expects: expecting('roster') })).toEqual(stale);
      expect((await append(before, 'check', { expects: expecting('phase') })).kind).toBe('done');
      expect((await append(before, 'check', {})).kind).toBe('done');
      const head = {
        ...before,
        incarnation: (await store.snapshot(roomId))!.incarnation,
        lastChatId: 0,
      };
      const missed = await store.since(roomId, head);
      expect(missed?.kind === 'replay' && missed.updates.map(({ kind }) => kind)).toEqual([
        'appended',
        'shared',
      ]);
      expect(await heardUpTo(heard, seq + 1)).toHaveLength(1);
    });

    it('is found by its id, as long as it is the last of its process', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      expect(await store.lastAppendOf(roomId)).toBeUndefined();
      let room = await read(store, roomId);
      for (const [n, id] of ['x.1', 'y:2ü'].entries()) {
        await append(room, id, decide(room, sit(request(n))));
        room = await read(store, roomId);
        expect(await store.lastAppendOf(roomId)).toEqual({ id, seq: n + 1 });
        expect(room.lastAppend).toEqual({ id, seq: n + 1 });
      }
      // What is shared is no append.
      const moves = [{ slot: 0, generation: 1, position: [1, 1] as const }];
      await store.share(roomId, { moves, chats: [] });
      expect(await store.lastAppendOf(roomId)).toEqual({ id: 'y:2ü', seq: 2 });
    });

    it('that is sent twice happens once', async () => {
      const { store } = use();
      const before = await aRoom();
      const decided = decide(before, sit(request(7)));
      const outcomes = await Promise.all([1, 2].map(() => append(before, 'twice', decided)));
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['done', 'stale']);
      expect((await read(store, before.roomId)).seats.size).toBe(3);
    });

    it('to a room that is not there is refused', async () => {
      const before = await aRoom();
      const { store } = use();
      await store.closeRoom(before.roomId, 'idle', before.seq);
      for (const changes of [renaming(before), { expects: expecting('roster') }, {}])
        expect(await codeOf(() => append(before, 'x', changes))).toBe('ROOM_NOT_FOUND');
      expect(await store.readRoom(before.roomId)).toBeUndefined();
    });

    it('R1.6 counts as activity only where people did it', async () => {
      const { store, passTime } = use();
      const before = await aRoom();
      const { roomId } = before;
      const at = async (): Promise<number> => (await read(store, roomId)).lastActivityAt;
      await passTime(5);
      await append(before, 'name', renaming(before));
      expect(await at()).toBe(before.lastActivityAt);
      const room = await read(store, roomId);
      await append(room, 'mute', muting(room));
      expect(await at()).toBeGreaterThan(before.lastActivityAt);
    });
  });

  describe('commands that are run', () => {
    it('are decided anew where others came first, on what has become of the room', async () => {
      const parts = use();
      const { writer } = parts;
      const { roomId } = await aRoom();
      const names = ['a', 'b', 'c', 'd'].map((name) => rename('p1', name));
      const results = await Promise.all(names.map((name) => writer.run(roomId, name)));
      expect(results).toEqual(['a', 'b', 'c', 'd']);
      expect((await read(parts.store, roomId)).seq).toBe(6);
    });

    it('are refused by what they find, and write nothing where nothing is to be changed', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await aRoom();
      await start(parts, roomId, LATER);
      const before = plain(await read(store, roomId));
      expect(await codeOf(() => writer.run(roomId, changeOptions({ title: 'x' })))).toBe(
        'WRONG_PHASE',
      );
      const idle: RoomCommand<string> = {
        reads: ['roster'],
        decide: ({ hostId }) => ({ changes: [], answer: hostId }),
      };
      expect(await writer.run(roomId, idle)).toBe('p0');
      expect(plain(await read(store, roomId))).toEqual(before);
    });

    it('go on beside claims, and claims beside them', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await aRoom();
      const room = await read(store, roomId);
      const [grant, outcome] = await Promise.all([
        seatPlayer(parts, roomId, request(5)),
        claim(parts, room, countdownFrom(room, LATER)),
      ]);
      expect([grant.seat.slot, outcome.kind]).toEqual([2, 'done']);
      expect((await read(store, roomId)).seats.size).toBe(3);
    });
  });
}
