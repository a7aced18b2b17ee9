import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOM_SCHEMA } from '../../src/game/room-change.js';
import { listNames } from '../../src/game/name-list.js';
import { startRehearsal } from '../../src/game/rehearsal.js';
import type { NewRoom } from '../../src/server/live/store/contract.js';
import type { MemoryTimer } from '../../src/server/live/store/memory/memory-timer.js';
import { createMemoryParts } from '../../src/server/live/store/memory/memory-parts.js';
import { readJournals, type Restored } from '../../src/server/live/store/memory/journal/restore.js';
import type { StoreParts } from '../../src/server/live/store/parts.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { request, someOptions } from '../support/game-data.js';
import { RoomCourse } from '../support/room-course.js';
import { asking } from '../game/room-trial.js';
import { claim, seatPlayer } from '../support/store-verbs.js';
import { newRoom, plain } from './parts.js';
import { gameModeOf } from './updates-contract.js';
import { PATIENT } from '../support/patience.js';

const EMPTY_MS = 1_800_000;

let dir: string;
let warned: string[];
const open: StoreParts[] = [];
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'madang-')), 'rooms');
  warned = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((parts) => parts.close()));
  rmSync(join(dir, '..'), { recursive: true });
});

/** A process on the folder, with the rooms of the one before. */
async function start(from = dir): Promise<StoreParts> {
  const logger = {
    info: () => {},
    warn: (_: object, message: string) => void warned.push(message),
  };
  const parts = createMemoryParts(undefined, { dir: from, emptyRoomMs: EMPTY_MS, logger });
  open.push(parts);
  await parts.ready;
  return parts;
}

/** Reads what a process that was killed now would have left. */
async function readCopy(): Promise<Restored> {
  const copy = join(dir, '..', `copy-${Math.random()}`);
  // A pipe of a test is no file that is kept.
  const filter = (path: string): boolean => !statSync(path).isFIFO();
  const listing = (): string =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .map((one) => join(one.parentPath, one.name))
      .map((path) => `${path} ${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`)
      .join();
  // A process that is killed leaves one moment, and a copy takes several.
  for (let before = ''; before !== listing();) {
    before = listing();
    rmSync(copy, { recursive: true, force: true });
    cpSync(dir, copy, { recursive: true, force: true, filter });
  }
  return readJournals({ dir: copy, incarnation: 'next', now: Date.now(), emptyRoomMs: EMPTY_MS });
}

const roomDir = (): string => {
  const [name] = readdirSync(dir, { withFileTypes: true }).filter((one) => one.isDirectory());
  return join(dir, name!.name);
};
const logOf = (): string =>
  join(
    roomDir(),
    readdirSync(roomDir()).find((n) => n.startsWith('log-'))!,
  );
const isWritten = (): Promise<void> =>
  vi.waitFor(
    () => expect(existsSync(dir) && existsSync(join(roomDir(), 'snapshot.json'))).toBe(true),
    PATIENT,
  );

async function openRoom({ store }: StoreParts, changes: Partial<NewRoom> = {}): Promise<string> {
  const roomId = (await store.openRoom(newRoom(changes)))!;
  await vi.waitFor(
    () => expect(existsSync(join(dir, roomId, 'snapshot.json'))).toBe(true),
    PATIENT,
  );
  return roomId;
}

describe('R25.1 a journal', () => {
  it.each([31, 32, 33])('holds all that has happened in a room (seed %i)', async (seed) => {
    const parts = await start();
    const options = someOptions({ gameMode: gameModeOf(seed), maxPlayerCount: 6 });
    const opening = newRoom({ options, identityId: 'identity-0' });
    const roomId = (await parts.store.openRoom(opening))!;
    const course = new RoomCourse(parts, roomId, seeded(seed));
    for (let i = 0; i < 700; i++) {
      await course.step();
      await new Promise(setImmediate);
    }
    const { state, chat } = (await parts.store.snapshot(roomId))!;
    const quizSet = await parts.store.getQuizSet(roomId);
    await parts.close();
    const { rooms, problems } = await readJournals({
      dir,
      incarnation: 'next',
      now: Date.now(),
      // The clock of a course is one of its own.
      emptyRoomMs: Infinity,
    });
    expect(problems).toEqual([]);
    const [{ room }] = rooms as [Restored['rooms'][number]];
    const times = { lastActivityAt: 0, lastPresentAt: 0 };
    expect({ ...plain(room.state), ...times }).toEqual({ ...plain(state), ...times });
    expect(room.chat.all()).toEqual(chat);
    expect(room.quizSet).toEqual(quizSet);
    // Logs of before a snapshot are gone.
    expect(readdirSync(join(dir, roomId)).length).toBeLessThanOrEqual(2);
  });

  it.each([41, 42])(
    'of a process that is killed anywhere lacks an end, and no middle (seed %i)',
    async (seed) => {
      const parts = await start();
      const opening = newRoom({
        options: someOptions({ maxPlayerCount: 6 }),
        identityId: 'identity-0',
      });
      const roomId = (await parts.store.openRoom(opening))!;
      const course = new RoomCourse(parts, roomId, seeded(seed));
      await isWritten();
      const random = seeded(seed);
      const known = new Map<string, unknown>();
      const appended = (state: object): object => ({
        ...state,
        seq: 0,
        walked: 0,
        lastActivityAt: 0,
        seats: [
          ...((state as { seats: Map<number, object> }).seats.values() as Iterable<object>),
        ].map((seat) => ({ ...seat, position: 0, entered: 0 })),
      });
      let copies = 0;
      for (let i = 0; i < 600; i++) {
        await course.step();
        const { state } = (await parts.store.snapshot(roomId))!;
        known.set(state.lastAppend.id, appended(state));
        if (random() < 0.5) await new Promise(setImmediate);
        if (random() > 0.05) continue;
        const { rooms, problems } = await readCopy();
        expect(problems).toEqual([]);
        if (rooms.length === 0) continue;
        copies += 1;
        const { state: read } = rooms[0]!.room;
        expect(appended(read)).toEqual(known.get(read.lastAppend.id));
      }
      expect(copies).toBeGreaterThan(10);
    },
  );

  it('has what judges a question, and the places that count for it, before anybody hears of it', async () => {
    const parts = await start();
    const roomId = await openRoom(parts);
    const { seat } = await seatPlayer(parts, roomId, request(1));
    const room = (await parts.store.readRoom(roomId))!;
    const phase = { kind: 'lobby', version: room.phase.version + 1, results: null } as const;
    // The line of the seat is there, so nothing else is on its way to the disk.
    await vi.waitFor(() => expect(readFileSync(logOf(), 'utf8')).toContain('seated'), PATIENT);
    const { slot, generation } = seat;
    const moves = [{ slot, generation, position: [777, 888] as [number, number] }];
    await parts.store.share(roomId, { moves, chats: [] });
    let read: Promise<Restored> | undefined;
    await parts.bus.subscribe(roomId, () => void (read ??= readCopy()));
    await claim(parts, room, { phase, game: null, tally: room.tally });
    const { state } = (await read!).rooms[0]!.room;
    expect(state.phase.version).toBe(phase.version);
    expect(state.seats.get(slot)!.position).toEqual([777, 888]);
  });

  it('of a room that ended is gone, and its PIN rests after a restart', async () => {
    const parts = await start();
    const roomId = await openRoom(parts, { pin: '123456' });
    const { seq } = (await parts.store.readRoom(roomId))!;
    await parts.store.closeRoom(roomId, 'ended', seq);
    await parts.close();
    expect(existsSync(join(dir, roomId))).toBe(false);
    const next = await start();
    expect(await next.store.openRoom(newRoom({ pin: '123456' }))).toBeUndefined();
  });
});

describe('R25.2 a room that comes back', () => {
  it('has nobody in it, keeps its seats, and has another incarnation and process', async () => {
    const parts = await start();
    const roomId = await openRoom(parts);
    await seatPlayer(parts, roomId, { ...request(1), process: parts.store.processId });
    await parts.close();
    const next = await start();
    const { state, incarnation } = (await next.store.snapshot(roomId))!;
    const [seat] = [...state.seats.values()];
    expect(seat).toMatchObject({ process: null, connectionId: null });
    expect(seat!.droppedAt).toBe(state.restoredAt);
    expect(incarnation).not.toBe((await parts.store.snapshot(roomId))!.incarnation);
    expect(next.store.processId).not.toBe(parts.store.processId);
  });

  it('comes back any number of times, though killed while it does', async () => {
    const parts = await start();
    const roomId = await openRoom(parts);
    await seatPlayer(parts, roomId, request(1));
    await parts.close();
    for (let n = 0; n < 3; n++) {
      const copy = join(dir, '..', `again-${n}`);
      cpSync(dir, copy, { recursive: true });
      const next = await start(copy);
      // Killed at once: what stood before is still there.
      cpSync(copy, `${copy}-killed`, { recursive: true });
      const again = await start(`${copy}-killed`);
      for (const { store } of [next, again])
        expect((await store.readRoom(roomId))!.seats.size).toBe(1);
    }
  });

  it('ends its rehearsal', async () => {
    const parts = await start();
    const roomId = await openRoom(parts);
    const rehearsal = { process: parts.store.processId, bots: 3, endsAt: Date.now() + 60_000 };
    await parts.writer.run(roomId, startRehearsal(rehearsal));
    await parts.close();
    const next = await start();
    expect((await next.store.readRoom(roomId))!.settings.rehearsal).toBeNull();
  });
});

describe('R25.4 what a journal may be like', () => {
  async function left(): Promise<string> {
    const parts = await start();
    const roomId = await openRoom(parts);
    for (let n = 0; n < 4; n++)
      await seatPlayer(parts, roomId, {
        ...request(1),
        identityId: `i${n}`,
        playerName: `이름 ${n}\nB`,
      });
    await parts.close();
    return roomId;
  }
  const seats = async (roomId: string): Promise<number | undefined> =>
    (await (await start()).store.readRoom(roomId))?.seats.size;

  it('torn: its last line counts for nothing', async () => {
    const roomId = await left();
    const text = readFileSync(logOf(), 'utf8');
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBe(4);
    writeFileSync(logOf(), text.slice(0, -10));
    expect(await seats(roomId)).toBe(3);
    expect(warned).toEqual([]);
  });

  it('without one of its lines: it ends there, and says so', async () => {
    const roomId = await left();
    const lines = readFileSync(logOf(), 'utf8').split('\n');
    writeFileSync(logOf(), lines.filter((_, n) => n !== 1).join('\n'));
    expect(await seats(roomId)).toBe(1);
    expect(warned).toEqual(['a room did not come back as it was']);
  });

  it('damaged in the middle: it ends there, and says so', async () => {
    const roomId = await left();
    const lines = readFileSync(logOf(), 'utf8').split('\n');
    lines[1] = lines[1]!.replace('seated', 'seAted');
    writeFileSync(logOf(), lines.join('\n'));
    expect(await seats(roomId)).toBe(1);
    expect(warned).toEqual(['a room did not come back as it was']);
  });

  it('with a damaged, empty or foreign snapshot: the room is no more, and others are', async () => {
    const roomId = await left();
    const snapshot = join(roomDir(), 'snapshot.json');
    const text = readFileSync(snapshot, 'utf8');
    for (const bad of [
      '',
      'null',
      '{}',
      text.slice(0, 100),
      text.replace('"pin"', '"pon"'),
      '\0\0\0',
    ]) {
      writeFileSync(snapshot, bad);
      warned = [];
      expect(await seats(roomId)).toBeUndefined();
      expect(warned).toEqual(['a room did not come back as it was']);
    }
    mkdirSync(join(dir, 'nothing'));
    writeFileSync(join(dir, 'a file'), 'x');
    writeFileSync(snapshot, text);
    expect(await seats(roomId)).toBe(4);
  });

  it('torn in its first line: what the next process adds is there for the one after it', async () => {
    const roomId = await left();
    writeFileSync(logOf(), readFileSync(logOf(), 'utf8').slice(0, 50));
    const next = await start();
    await seatPlayer(next, roomId, request(1));
    await next.close();
    expect(await seats(roomId)).toBe(1);
    expect(warned).toEqual([]);
  });

  it('with a log of before that the snapshot contains: it is not read, and may be damaged', async () => {
    const roomId = await left();
    const next = await start();
    await seatPlayer(next, roomId, { ...request(9), playerName: 'Nine' });
    await next.close();
    writeFileSync(join(roomDir(), 'log-1'), 'x\ny\n');
    expect(await seats(roomId)).toBe(5);
    expect(warned).toEqual([]);
  });

  it('with a snapshot that cannot be read now: it is left alone, and told', async () => {
    const roomId = await left();
    const snapshot = join(roomDir(), 'snapshot.json');
    const text = readFileSync(snapshot, 'utf8');
    rmSync(snapshot);
    mkdirSync(snapshot);
    expect(await seats(roomId)).toBeUndefined();
    expect(warned).toEqual(['a room did not come back as it was']);
    rmSync(snapshot, { recursive: true });
    writeFileSync(snapshot, text);
    expect(await seats(roomId)).toBe(4);
  });

  it('with what editors and sync programs leave beside a log: it is read to its end', async () => {
    const roomId = await left();
    for (const name of ['log-1.bak', 'log-1 (copy)', 'log-', 'log-2~', 'log-x'])
      writeFileSync(join(roomDir(), name), '');
    mkdirSync(join(roomDir(), 'log-old'));
    expect(await seats(roomId)).toBe(4);
    expect(warned).toEqual([]);
    // The next snapshot is not kept from its place by them.
    await vi.waitFor(() =>
      expect(readdirSync(roomDir()).filter((n) => /^log-\d+$/.test(n))).not.toEqual(['log-1']),
    );
    await Promise.all(open.splice(0).map((parts) => parts.close()));
    expect(warned).toEqual([]);
    expect(await seats(roomId)).toBe(4);
  });

  it('with a copy of its folder: the copy does not take its place, and is told', async () => {
    const roomId = await left();
    const copy = `${roomDir()} (copy)`;
    cpSync(roomDir(), copy, { recursive: true });
    rmSync(join(copy, 'log-1'));
    expect(await seats(roomId)).toBe(4);
    expect(warned).toEqual(['a room did not come back as it was']);
    expect(existsSync(copy)).toBe(true);
  });

  it.skipIf(process.platform === 'win32').each([
    ['snapshot.json', undefined],
    ['log-1', 0],
    ['../alive', 4],
    ['../resting.json', 4],
  ])('with a pipe as %s: nobody waits for it, and it is told', async (name, found) => {
    const roomId = await left();
    const path = join(roomDir(), name);
    rmSync(path, { force: true });
    execFileSync('mkfifo', [path]);
    expect(await seats(roomId)).toBe(found);
    expect(warned).toEqual(['a room did not come back as it was']);
  });

  it('with files of any size: what is too large is not read, and told', async () => {
    await left();
    const [log, snapshot, mb] = [logOf(), join(roomDir(), 'snapshot.json'), 1024 * 1024];
    const read = async (): Promise<unknown[]> => {
      const { rooms, problems } = await readJournals({
        dir,
        incarnation: 'next',
        now: Date.now(),
        emptyRoomMs: EMPTY_MS,
      });
      return [rooms[0]?.room.state.seats.size, ...problems.map((one) => one.split(dir).at(-1))];
    };
    const of = (path: string, size: number, most: number): string =>
      `${path.slice(dir.length)} has ${size * mb} bytes, and ${most * mb} at most are read`;
    truncateSync(join(dir, 'alive'), 5 * mb);
    expect(await read()).toEqual([4, of(join(dir, 'alive'), 5, 4)]);
    rmSync(join(dir, 'alive'));
    truncateSync(log, 65 * mb);
    expect(await read()).toEqual([0, of(log, 65, 64)]);
    truncateSync(snapshot, 257 * mb);
    expect(await read()).toEqual([undefined, of(snapshot, 257, 256)]);
  });

  it('with line ends alone: it ends at the first, and says so', async () => {
    const roomId = await left();
    writeFileSync(logOf(), '\n'.repeat(1_000_000));
    expect(await seats(roomId)).toBe(0);
    expect(warned).toEqual(['a room did not come back as it was']);
  });

  it('where PINs rest that cannot be read: they are told, and none rests for longer than it may', async () => {
    const read = async (text: string): Promise<Restored> => {
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, 'resting.json'), text);
      return readJournals({ dir, incarnation: 'next', now: 1_000, emptyRoomMs: EMPTY_MS });
    };
    for (const bad of ['', '{', '{}', 'null', '[1]', '[["123456"]]', '[[123456,2000]]']) {
      const { resting, problems } = await read(bad);
      expect([resting, problems.length]).toEqual([[], 1]);
    }
    const { resting, problems } = await read('[["1",2000],["2",900],["3",1e99]]');
    expect(resting).toEqual([
      ['1', 2_000],
      ['3', 601_000],
    ]);
    expect(problems).toEqual([]);
  });

  it('where a file has its place: it is told', async () => {
    mkdirSync(join(dir, '..'), { recursive: true });
    writeFileSync(dir, 'no folder');
    await start();
    expect(warned).toEqual(['a room did not come back as it was']);
  });

  it('what cannot be read is deleted when it is a day old', async () => {
    await left();
    const folder = roomDir();
    writeFileSync(join(folder, 'snapshot.json'), 'damaged');
    const read = (): Promise<Restored> =>
      readJournals({ dir, incarnation: 'next', now: Date.now(), emptyRoomMs: EMPTY_MS });
    expect((await read()).left).toEqual([folder]);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(folder, yesterday, yesterday);
    expect((await read()).left).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it('comes back with the addresses and names of before, and is looked after', async () => {
    const roomId = await left();
    // The second time they are in the snapshot.
    await (await start()).close();
    const next = await start();
    const from = (address: string) =>
      next.store.standing(roomId, { identityId: 'nobody', address });
    expect((await from(request(1).address))?.isFromThere).toBe(true);
    expect((await from('203.0.113.9'))?.isFromThere).toBe(false);
    const namesake = { ...request(8), playerName: '이름 1\nB' };
    expect((await seatPlayer(next, roomId, namesake)).seat.playerName).not.toBe('이름 1\nB');
    const due = { kind: 'housekeeping', roomId } as const;
    expect((next.timer as MemoryTimer).armedAt(due)).toBeGreaterThan(Date.now());
  });

  it('a game waits for 12 hours, a lobby as long as an empty room, from when the process was last alive', async () => {
    const parts = await start();
    const roomId = await openRoom(parts);
    const room = (await parts.store.readRoom(roomId))!;
    await parts.close();
    const read = async (dayMs: number): Promise<number> => {
      const copy = join(dir, '..', `copy-${Math.random()}`);
      cpSync(dir, copy, { recursive: true });
      const now = Date.now() + dayMs;
      return (await readJournals({ dir: copy, incarnation: 'x', now, emptyRoomMs: EMPTY_MS })).rooms
        .length;
    };
    expect(await read(EMPTY_MS + 60_000)).toBe(0);
    // A quiet lobby has no lines, but the process was there.
    writeFileSync(join(dir, 'alive'), String(Date.now() + EMPTY_MS));
    expect(await read(EMPTY_MS + 60_000)).toBe(1);
    rmSync(join(dir, 'alive'));
    const again = await start();
    await claim(again, (await again.store.readRoom(roomId))!, {
      phase: asking(room.phase.version + 1, 0),
    });
    await again.close();
    expect([await read(11 * 3_600_000), await read(13 * 3_600_000)]).toEqual([1, 0]);
  });

  it('of another version of the server: its PIN says so, and nobody else gets it', async () => {
    const roomId = await left();
    const snapshot = join(roomDir(), 'snapshot.json');
    const json = readFileSync(snapshot, 'utf8').slice(0, -9);
    const other = json.replace(`"schema":${ROOM_SCHEMA}`, `"schema":${ROOM_SCHEMA - 1}`);
    writeFileSync(snapshot, `${other}\n${crc32(other).toString(16).padStart(8, '0')}`);
    const { pin } = (JSON.parse(json) as { state: { pin: string } }).state;
    const next = await start();
    await expect(next.store.findRoom(pin)).rejects.toThrow('cannot go on in this version');
    expect(await next.store.openRoom(newRoom({ pin }))).toBeUndefined();
    expect(await next.store.readRoom(roomId)).toBeUndefined();
  });

  it('500 rooms, and rooms that are too old', async () => {
    const parts = await start();
    const limits = { rooms: 1000, perIdentity: 1000, perAddress: 1000 };
    for (let n = 0; n < 500; n++) await parts.store.openRoom(newRoom({ limits }));
    await parts.close();
    const now = Date.now();
    const read = (at: number): Promise<Restored> =>
      readJournals({ dir, incarnation: 'next', now: at, emptyRoomMs: EMPTY_MS });
    expect((await read(now)).rooms.length).toBe(500);
    // The clock was set back meanwhile.
    expect((await read(now - 3_600_000)).rooms.length).toBe(500);
    expect((await read(now + EMPTY_MS + 60_000)).rooms.length).toBe(0);
    expect(readdirSync(dir, { withFileTypes: true }).filter((one) => one.isDirectory())).toEqual(
      [],
    );
  });
});

describe('R25.1 a process that is killed before a snapshot is there', () => {
  /** The next snapshot of the room hangs until the test lets it go. */
  function holdSnapshot(roomId: string): () => void {
    const next = join(dir, roomId, 'snapshot.json.next');
    execFileSync('mkfifo', [next]);
    return () => {
      const pipe = openSync(next, constants.O_RDONLY | constants.O_NONBLOCK);
      rmSync(next);
      setTimeout(() => closeSync(pipe), 500);
    };
  }
  const logsOf = (roomId: string): string =>
    readdirSync(join(dir, roomId))
      .filter((name) => name.startsWith('log-'))
      .map((name) => readFileSync(join(dir, roomId, name), 'utf8'))
      .join('');
  const namesIn = ({ rooms }: Restored): string[] =>
    [...rooms[0]!.room.state.seats.values()].map(({ playerName }) => playerName);

  it('after a restart: what came since is not taken for what follows on the lines of before', async () => {
    const before = await start();
    const roomId = await openRoom(before);
    await seatPlayer(before, roomId, request(1));
    await before.close();
    const letGo = holdSnapshot(roomId);
    const parts = await start();
    // It is in no line, as the snapshot that hangs has it.
    await seatPlayer(parts, roomId, request(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await seatPlayer(parts, roomId, request(3));
    await vi.waitFor(() => expect(logsOf(roomId)).toContain('Player 3'), PATIENT);
    expect(namesIn(await readCopy())).toEqual(['Player 1']);
    letGo();
  });

  it('after lines were given up, of all rooms: nothing later is taken for them', async () => {
    const parts = await start();
    const full = (await parts.store.openRoom(newRoom()))!;
    mkdirSync(join(dir, full), { recursive: true });
    symlinkSync('/dev/full', join(dir, full, 'log-1'));
    const roomId = await openRoom(parts);
    const letGo = holdSnapshot(roomId);
    await seatPlayer(parts, full, request(9));
    await vi.waitFor(() => expect(parts.status().warnings.join()).toContain('ENOSPC'), PATIENT);
    // While the disk is away, a change is in no line.
    await seatPlayer(parts, roomId, request(1));
    const logs = (): string[] => readdirSync(join(dir, roomId)).filter((n) => n.startsWith('log-'));
    await vi.waitFor(() => expect(logs().length).toBe(2), PATIENT);
    await seatPlayer(parts, roomId, request(2));
    await vi.waitFor(() => expect(logsOf(roomId)).toContain('Player 2'), PATIENT);
    const { rooms } = await readCopy();
    const read = rooms.find(({ room }) => room.state.roomId === roomId)!;
    expect(read.room.state.seats.size).toBe(0);
    letGo();
  });

  it('what comes after the end of the process is written nowhere, and is no trouble', async () => {
    const parts = await start();
    const roomId = await openRoom(parts);
    await seatPlayer(parts, roomId, request(1));
    await parts.close();
    const written = logsOf(roomId);
    // As of a connection that is lost with the process.
    await seatPlayer(parts, roomId, request(2)).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(warned).toEqual([]);
    expect(logsOf(roomId)).toBe(written);
  });

  it('a room that ends meanwhile keeps nobody busy', async () => {
    const before = await start();
    const held = await openRoom(before);
    const ended = await openRoom(before);
    await before.close();
    const letGo = holdSnapshot(held);
    const parts = await start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await seatPlayer(parts, ended, request(1));
    const { seq } = (await parts.store.readRoom(ended))!;
    await parts.store.closeRoom(ended, 'ended', seq);
    const [from, used] = [performance.now(), process.cpuUsage()];
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { user, system } = process.cpuUsage(used);
    expect((user + system) / 1_000).toBeLessThan((performance.now() - from) / 2);
    letGo();
  });
});

describe('R25.5 a disk that is away', () => {
  it('stops no room, is told of, and has all rooms again once it is back', async () => {
    const parts = await start();
    const roomId = await openRoom(parts, { options: someOptions({ maxPlayerCount: 300 }) });
    rmSync(dir, { recursive: true });
    writeFileSync(dir, 'no folder');
    for (let n = 0; n < 300; n++)
      await seatPlayer(parts, roomId, {
        ...request(1),
        identityId: `i${n}`,
        playerId: `p${n}`,
        playerName: `N ${n}`,
      });
    await vi.waitFor(() => expect(parts.status().warnings.length).toBe(1), PATIENT);
    expect((await parts.store.readRoom(roomId))!.seats.size).toBe(300);
    rmSync(dir);
    await vi.waitFor(() => expect(parts.status().warnings).toEqual([]), PATIENT);
    await isWritten();
    expect(warned).toEqual(['rooms cannot be written down', 'rooms are written down again']);
    await parts.close();
    expect((await (await start()).store.readRoom(roomId))!.seats.size).toBe(300);
  });

  it('in one file only: it is told, and ends no process', async () => {
    const parts = await start();
    mkdirSync(join(dir, 'alive'), { recursive: true });
    const roomId = (await parts.store.openRoom(newRoom()))!;
    await vi.waitFor(() => expect(parts.status().warnings.join()).toContain('EISDIR'), PATIENT);
    rmSync(join(dir, 'alive'), { recursive: true });
    await vi.waitFor(() => expect(parts.status().warnings).toEqual([]), PATIENT);
    expect(await parts.store.readRoom(roomId)).toBeDefined();
  });

  it.skipIf(process.platform === 'win32')(
    'in what another has put beside the rooms: it is replaced',
    async () => {
      const parts = await start();
      mkdirSync(dir, { recursive: true });
      const names = ['alive', 'alive.next', 'resting.json', 'resting.json.next'];
      for (const name of names) execFileSync('mkfifo', [join(dir, name)]);
      const ended = await openRoom(parts);
      await openRoom(parts);
      const { seq } = (await parts.store.readRoom(ended))!;
      await parts.store.closeRoom(ended, 'ended', seq);
      await vi.waitFor(() => expect(readdirSync(dir)).not.toContain(ended));
      await parts.close();
      expect(Number(readFileSync(join(dir, 'alive'), 'utf8'))).toBeGreaterThan(1e12);
      expect(readFileSync(join(dir, 'resting.json'), 'utf8')).toMatch(/^\[\["\d+",\d+\]\]$/);
      expect(warned).toEqual([]);
    },
  );

  /** A room whose first log is a file of the test's making. */
  async function openOn(
    parts: StoreParts,
    make: (log: string) => void,
    changes: Partial<NewRoom> = {},
  ): Promise<string> {
    const roomId = (await parts.store.openRoom(newRoom(changes)))!;
    mkdirSync(join(dir, roomId), { recursive: true });
    make(join(dir, roomId, 'log-1'));
    await isWritten();
    return roomId;
  }

  it('that is full: says so, and has the room again once there is space', async () => {
    const parts = await start();
    const roomId = await openOn(parts, (log) => symlinkSync('/dev/full', log));
    await seatPlayer(parts, roomId, request(1));
    await vi.waitFor(() => expect(parts.status().warnings.join()).toContain('ENOSPC'), PATIENT);
    await seatPlayer(parts, roomId, request(2));
    await vi.waitFor(() => expect(parts.status().warnings).toEqual([]), PATIENT);
    await parts.close();
    expect((await (await start()).store.readRoom(roomId))!.seats.size).toBe(2);
  });

  it('that hangs: rooms go on, at most 16 MB wait for it, and nothing is lost once it answers', async () => {
    const parts = await start();
    let pipe = 0;
    const roomId = await openOn(parts, (log) => {
      execFileSync('mkfifo', [log]);
      // Nobody reads from it: what is written is taken until the pipe is full.
      pipe = openSync(log, constants.O_RDONLY | constants.O_NONBLOCK);
    });
    const names = Array.from({ length: 1_999 }, (_, n) => `${n} ${'가'.repeat(20)}`);
    for (let n = 0; n < 200; n++) {
      await parts.writer.run(roomId, listNames([...names, `last ${n}`], false));
      if (n % 10 === 0) await new Promise(setImmediate);
    }
    await seatPlayer(parts, roomId, request(1));
    // It answers again.
    let read = 0;
    const chunk = Buffer.alloc(1 << 20);
    const drain = setInterval(() => {
      try {
        for (let bytes = 1; bytes > 0; read += bytes) bytes = readSync(pipe, chunk);
      } catch {
        // Empty for now.
      }
    }, 1);
    await parts.close();
    clearInterval(drain);
    closeSync(pipe);
    // More than 20 MB were told: lines that could not wait were given up for a snapshot.
    const logs = readdirSync(join(dir, roomId)).filter((name) => name.startsWith('log-'));
    const kept = logs.map((name) => statSync(join(dir, roomId, name)).size);
    expect(read + kept.reduce((sum, size) => sum + size, 0)).toBeLessThan(17 * 1024 * 1024);
    const { state } = (await (await start()).store.snapshot(roomId))!;
    expect(state.nameList.at(-1)).toBe('last 199');
    expect(state.seats.size).toBe(1);
  });
});
