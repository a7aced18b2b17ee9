import { describe, expect, it } from 'vitest';
import { RoomView } from '../../src/server/live/batch/room-view.js';
import { addScreen } from '../../src/game/screen-commands.js';
import { rename, sit } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import type { RoomSnapshot } from '../../src/server/live/store/contract.js';
import type { RoomUpdate } from '../../src/server/live/store/room-update.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { someOptions, request } from '../support/game-data.js';
import { RoomCourse } from '../support/room-course.js';
import { dropFrom, kickFrom, runAll, seatPlayer } from '../support/store-verbs.js';
import { heardUpTo, listen, open, plain, read, seatAll, type UseParts } from './parts.js';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const STEPS = 120;

/** All of a room that a process has a copy of; when somebody last did something, only the store knows. */
export function faceOf({ incarnation, state, chat }: RoomSnapshot): object {
  return { incarnation, ...plain(state), lastActivityAt: 0, chat };
}

export function faceOfCopy({ incarnation, state, chat }: RoomView): object {
  return faceOf({ incarnation, state, chat: chat.all() });
}

export function applyTo(view: RoomView, update: RoomUpdate): void {
  switch (update.kind) {
    case 'appended':
      for (const change of update.changes) view.applyChange(change);
      return view.noteAppend(update);
    case 'shared':
      return view.applyShare(update);
    case 'closed':
      throw new Error('the room is closed');
  }
}

export const gameModeOf = (seed: number): 'SURVIVAL' | 'RANKING' =>
  seed % 2 === 0 ? 'SURVIVAL' : 'RANKING';

/** Updates, and the bus that carries them. */
export function updatesContract(use: UseParts): void {
  const snapshotOf = async (roomId: string): Promise<RoomSnapshot> =>
    (await use().store.snapshot(roomId)) as RoomSnapshot;

  describe('updates', () => {
    it.each(SEEDS)('make a copy equal to the room, without a gap (seed %i)', async (seed) => {
      const parts = use();
      const { store } = parts;
      const options = someOptions({ gameMode: gameModeOf(seed) });
      const { roomId } = await open(store, { options, identityId: 'identity-0' });
      await seatAll(parts, roomId, 4);
      const heard = await listen(parts, roomId);
      const first = await snapshotOf(roomId);
      const view = new RoomView(structuredCloneOf(first));
      const course = new RoomCourse(parts, roomId, seeded(seed));
      for (let i = 0; i < STEPS; i++) await course.step();
      const last = await snapshotOf(roomId);
      const updates = await heardUpTo(heard, last.state.seq);
      expect(updates.map(({ seq }) => seq)).toEqual(updates.map((_, i) => first.state.seq + 1 + i));
      expect(updates.length).toBeGreaterThan(STEPS / 3);
      // As they come to another process.
      for (const update of structuredClone(updates)) applyTo(view, update);
      expect(faceOfCopy(view)).toEqual(faceOf(last));
      expect(plain(await read(store, roomId))).toEqual(plain(last.state));
    });

    it('stay as they were told, whatever happens next', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store, { identityId: 'opener' });
      const heard = await listen(parts, roomId);
      const { seat } = await seatPlayer(parts, roomId, request(0));
      const [told] = await heardUpTo(heard, 1);
      const before = structuredClone(told);
      await writer.run(roomId, rename('p0', 'New'));
      const { slot, generation } = seat;
      const moves = [{ slot, generation, position: [9, 9] as const }];
      await store.share(roomId, { moves, chats: [] });
      await store.share(roomId, { moves: [], chats: [{ slot, generation, message: 'said' }] });
      const said = (await heardUpTo(heard, 4)).at(-1);
      const saidBefore = structuredClone(said);
      const { chat } = await snapshotOf(roomId);
      const chatBefore = structuredClone(chat);
      await kickFrom(parts, roomId, 0);
      await heardUpTo(heard, 5);
      expect([told, said, chat]).toEqual([before, saidBefore, chatBefore]);
      expect(saidBefore).toMatchObject({ chats: [{ message: 'said', playerName: 'New' }] });
    });

    it('are told only to those who listen to their room', async () => {
      const parts = use();
      const { store, bus } = parts;
      const [here, there] = [await open(store), await open(store, { identityId: 'identity-1' })];
      const heardHere = await listen(parts, here.roomId);
      const heardThere = await listen(parts, there.roomId);
      const second = await listen(parts, here.roomId);
      const gone: unknown[] = [];
      const stop = await bus.subscribe(here.roomId, (update) => gone.push(update));
      await stop();
      await seatPlayer(parts, here.roomId, request(0));
      await seatPlayer(parts, there.roomId, request(1));
      const updates = await heardUpTo(heardHere, 1);
      expect(await heardUpTo(second, 1)).toEqual(updates);
      const told = (playerId: string) => [
        { seq: 1, changes: [{ kind: 'seated', seat: { playerId } }, { hostId: playerId }] },
      ];
      expect(await heardUpTo(heardThere, 1)).toMatchObject(told('p1'));
      expect(updates).toMatchObject(told('p0'));
      expect(gone).toEqual([]);
    });

    it('reach everybody in their order, also when a listener itself makes another', async () => {
      const parts = use();
      const { store, bus, writer } = parts;
      const { roomId } = await open(store);
      const mute = changeSettings({ isMuted: true });
      await bus.subscribe(roomId, ({ seq }) => {
        if (seq < 4) void writer.run(roomId, mute);
      });
      const second = await listen(parts, roomId);
      await writer.run(roomId, mute);
      const updates = await heardUpTo(second, 4);
      expect(updates.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    });

    it('follow without a gap on a snapshot that is taken while they come', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      const heard = await listen(parts, roomId);
      const crowd = Array.from({ length: 120 }, (_, n) => sit(request(n)));
      const joining = runAll(parts, roomId, crowd);
      const muting = writer.run(roomId, changeSettings({ isMuted: true }));
      await heard.wait(({ seq }) => seq >= 1);
      const snapshot = await snapshotOf(roomId);
      await Promise.all([joining, muting]);
      const last = await snapshotOf(roomId);
      expect(last.state.seats.size).toBe(120);
      const view = new RoomView(structuredCloneOf(snapshot));
      for (const update of await heardUpTo(heard, last.state.seq))
        if (update.seq > view.seq) applyTo(view, update);
      expect(faceOfCopy(view)).toEqual(faceOf(last));
    });
  });

  describe('reads', () => {
    it('are copies, whose maps and seats are whose they were made for', async () => {
      const parts = use();
      const { store, writer } = parts;
      const { roomId } = await open(store);
      await seatAll(parts, roomId, 3);
      await kickFrom(parts, roomId, 2);
      const screen = { connectionId: 's1', identityId: 'watcher', process: 'process' };
      await writer.run(roomId, addScreen(screen));
      const chats = [{ slot: 0, generation: 1, message: 'x' }];
      await store.share(roomId, { moves: [], chats });
      const state = await read(store, roomId);
      await dropFrom(parts, roomId, 1);
      expect(state.seats.get(1)).toMatchObject({ connectionId: 'c1', droppedAt: null });
      const before = structuredClone(faceOf(await snapshotOf(roomId)));

      for (const room of [(await snapshotOf(roomId)).state, await read(store, roomId)]) {
        room.seats.get(0)!.score = 999;
        room.seats.delete(1);
        room.hostId = 'changed';
        room.names.add('changed');
        for (const map of [room.slots, room.banned, room.resting, room.screens]) map.clear();
        room.watchers.clear();
      }
      (await snapshotOf(roomId)).chat.pop();
      const kept = await snapshotOf(roomId);
      expect(faceOf(kept)).toEqual(before);
      const { seat } = await seatPlayer(parts, roomId, request(0, { connectionId: 'new' }));
      seat.playerName = 'changed';
      expect((await read(store, roomId)).seats.get(0)?.playerName).toBe('Player 0');
    });
  });
}

/** `names` is no plain data, and a copy makes its own of it. */
function structuredCloneOf(snapshot: RoomSnapshot): RoomSnapshot {
  const { names, ...state } = snapshot.state;
  return {
    ...structuredClone({ ...snapshot, state }),
    state: { ...structuredClone(state), names },
  };
}
