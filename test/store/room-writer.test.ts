import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoomState } from '../../src/game/room-state.js';
import { rename, sit } from '../../src/game/seat-commands.js';
import { RoomError } from '../../src/protocol/index.js';
import type { Append, AppendOutcome } from '../../src/server/live/store/contract.js';
import { createMemoryParts } from '../../src/server/live/store/memory/memory-parts.js';
import type { StoreParts } from '../../src/server/live/store/parts.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { codeOf, request } from '../support/game-data.js';
import { seatPlayer } from '../support/store-verbs.js';
import { open, read, seatAll, seatsOf } from './parts.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const AWAY = new RoomError('STORE_AWAY');

let parts: StoreParts;
let room: RoomState;
beforeEach(async () => {
  parts = createMemoryParts();
  const { roomId } = await open(parts.store);
  await seatAll(parts, roomId, 2);
  room = await read(parts.store, roomId);
});
afterEach(() => {
  vi.restoreAllMocks();
  return parts.close();
});

/** The store's own verb, whatever a test makes of it. */
function realAppend(): (append: Append) => Promise<AppendOutcome> {
  const { store } = parts;
  const append = store.append.bind(store);
  return (one) => append(room.roomId, one);
}

const newcomers = async (): Promise<number> =>
  (await seatsOf(parts.store, room.roomId)).filter(({ slot }) => slot > 1).length;
const sitting = () => decideAll(room, [sit(request(7))], parts.store.now()).append;

describe('an append whose answer got lost', () => {
  it('is found where it has happened, and is not sent again', async () => {
    const append = realAppend();
    const sent = vi.spyOn(parts.store, 'append').mockImplementationOnce(async (_id, one) => {
      await append(one);
      throw AWAY;
    });
    const done = { kind: 'done', seq: room.seq + 1 };
    expect(await parts.writer.append(room.roomId, sitting())).toEqual(done);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await newcomers()).toBe(1);
  });

  it('is sent again where it has not, under the same id', async () => {
    const sent = vi.spyOn(parts.store, 'append').mockRejectedValueOnce(AWAY);
    const done = { kind: 'done', seq: room.seq + 1 };
    expect(await parts.writer.append(room.roomId, sitting())).toEqual(done);
    const [first, second] = sent.mock.calls.map(([, { id }]) => id);
    expect([sent.mock.calls.length, second]).toEqual([2, first]);
    expect(await newcomers()).toBe(1);
  });

  it('happens once, though it arrives behind the question for it', async () => {
    const append = realAppend();
    const { store } = parts;
    let late: Append | undefined;
    vi.spyOn(store, 'append').mockImplementationOnce(async (_id, one) => {
      late = one;
      throw AWAY;
    });
    vi.spyOn(store, 'lastAppendOf').mockImplementationOnce(async () => {
      await append(late!);
      return room.lastAppend;
    });
    const done = { kind: 'done', seq: room.seq + 1 };
    expect(await parts.writer.append(room.roomId, sitting())).toEqual(done);
    expect(await newcomers()).toBe(1);
  });

  it('happens once, though it arrives behind its repetition', async () => {
    const append = realAppend();
    let late: Append | undefined;
    vi.spyOn(parts.store, 'append').mockImplementationOnce(async (_id, one) => {
      late = one;
      throw AWAY;
    });
    await parts.writer.append(room.roomId, sitting());
    expect((await append(late!)).kind).toBe('stale');
    expect(await newcomers()).toBe(1);
  });

  it('is stale where it has not happened and others came first, and is then decided anew', async () => {
    const append = realAppend();
    const { store, writer } = parts;
    const other = decideAll(room, [rename('p1', 'New')], store.now()).append;
    const interrupt = (): void =>
      void vi.spyOn(store, 'append').mockImplementationOnce(async () => {
        await append({ ...other, id: 'another’s' });
        throw AWAY;
      });
    interrupt();
    const stale = { kind: 'stale', seq: room.seq + 1, waitMs: 0 };
    expect(await writer.append(room.roomId, sitting())).toEqual(stale);
    expect(await newcomers()).toBe(0);
    interrupt();
    expect((await seatPlayer(parts, room.roomId, request(7))).seat.slot).toBe(2);
    expect(await newcomers()).toBe(1);
  });

  it('is looked for until the store is back', async () => {
    const append = realAppend();
    const { store } = parts;
    vi.spyOn(store, 'append').mockImplementationOnce(async (_id, one) => {
      await append(one);
      throw AWAY;
    });
    const asked = vi.spyOn(store, 'lastAppendOf').mockRejectedValueOnce(AWAY);
    asked.mockRejectedValueOnce(AWAY);
    const done = { kind: 'done', seq: room.seq + 1 };
    expect(await parts.writer.append(room.roomId, sitting())).toEqual(done);
    expect(await newcomers()).toBe(1);
  });

  it('is given up where the store stays away', async () => {
    const { store } = parts;
    vi.spyOn(store, 'append').mockRejectedValue(AWAY);
    vi.spyOn(store, 'lastAppendOf').mockRejectedValue(AWAY);
    const startedAt = performance.now();
    expect(await codeOf(() => parts.writer.append(room.roomId, sitting()))).toBe('STORE_AWAY');
    expect(performance.now() - startedAt).toBeLessThan(pace.allow(3_000));
    vi.restoreAllMocks();
    // The room is free for the next one.
    expect((await parts.writer.append(room.roomId, sitting())).kind).toBe('done');
  });

  it('is not looked for where it would have changed nothing, or was refused', async () => {
    const { store, writer } = parts;
    const asked = vi.spyOn(store, 'lastAppendOf');
    const check = decideAll(room, [], store.now()).append;
    vi.spyOn(store, 'append').mockRejectedValueOnce(AWAY);
    expect(await codeOf(() => writer.append(room.roomId, check))).toBe('STORE_AWAY');
    vi.spyOn(store, 'append').mockRejectedValueOnce(new RoomError('ROOM_NOT_FOUND'));
    expect(await codeOf(() => writer.append(room.roomId, sitting()))).toBe('ROOM_NOT_FOUND');
    vi.spyOn(store, 'append').mockRejectedValueOnce(new Error('a bug'));
    await expect(writer.append(room.roomId, sitting())).rejects.toThrow('a bug');
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('appends of one room', () => {
  /** Appends that wait for their answers, which are given in order. */
  function hold(): { begun: string[]; answer: () => Promise<void> } {
    const begun: string[] = [];
    const answers: (() => void)[] = [];
    vi.spyOn(parts.store, 'append').mockImplementation((_roomId, { id }) => {
      begun.push(id);
      return new Promise((resolve) => answers.push(() => resolve({ kind: 'done', seq: 1 })));
    });
    const answer = async (): Promise<void> => {
      answers.shift()?.();
      await new Promise(setImmediate);
    };
    return { begun, answer };
  }

  it('are under way one at a time, in order, and those that are urgent first', async () => {
    const { begun, answer } = hold();
    const { writer } = parts;
    const done: string[] = [];
    const append = (name: string, isUrgent = false): void =>
      void writer.append(room.roomId, sitting(), isUrgent).then(() => done.push(name));
    append('first');
    append('second');
    append('third');
    append('urgent', true);
    await new Promise(setImmediate);
    expect(begun).toHaveLength(1);
    for (let n = 1; n <= 4; n++) {
      await answer();
      expect([done.length, begun.length]).toEqual([n, Math.min(4, n + 1)]);
    }
    expect(done).toEqual(['first', 'urgent', 'second', 'third']);
    expect(new Set(begun).size).toBe(4);
  });

  it('do not wait for those of other rooms, nor for one that failed', async () => {
    const { begun, answer } = hold();
    const { writer } = parts;
    const ids = [room.roomId, 'another'];
    for (const roomId of ids) void writer.append(roomId, sitting());
    await new Promise(setImmediate);
    expect(begun).toHaveLength(2);
    await answer();
    await answer();
    vi.spyOn(parts.store, 'append').mockRejectedValueOnce(new RoomError('ROOM_NOT_FOUND'));
    const failing = codeOf(() => writer.append(room.roomId, sitting()));
    const next = writer.append(room.roomId, sitting());
    expect(await failing).toBe('ROOM_NOT_FOUND');
    await new Promise(setImmediate);
    await answer();
    expect(await next).toEqual({ kind: 'done', seq: 1 });
  });

  it('that are run are given up where others always come first', async () => {
    const { store, writer } = parts;
    vi.spyOn(store, 'append').mockResolvedValue({ kind: 'stale', seq: 9, waitMs: 0 });
    const code = await codeOf(() => writer.run(room.roomId, rename('p1', 'New')));
    expect(code).toBe('TOO_LATE');
  });

  it('that are run wait where it is another’s turn', async () => {
    const { store, writer } = parts;
    const turn = { kind: 'turn', seq: 9, waitMs: 60 } as const;
    const sent = vi.spyOn(store, 'append').mockResolvedValueOnce(turn).mockResolvedValueOnce(turn);
    expect(await writer.run(room.roomId, rename('p1', 'New'))).toBe('New');
    expect(sent).toHaveBeenCalledTimes(3);
  });
});
