/** Reads the rooms that a server before has left in its journal. */
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ROOM_SCHEMA } from '../../../../../game/room-change.js';
import { readRegular } from '../../../../platform/disk/regular-file.js';
import { PIN_REST_MS } from '../../limits.js';
import { MemoryRoom } from '../memory-room.js';
import { parseLine, parseSnapshot, type Line } from './lines.js';
import { ALIVE_FILE, firstNumberOf, RESTING_FILE, SNAPSHOT_FILE } from './room-files.js';

/** A room that cannot go on is kept for so long, in ms: the version before may be started again. */
export const KEPT_MS = 24 * 3_600_000;
/** A game comes back for so long, in ms: until the next morning, and not at the next party. */
const GAME_KEPT_MS = 12 * 3_600_000;
/** Folders that are read at once, which may have as many times the bytes below. */
const AT_ONCE = 4;
/** 2,000 players who wrote in each of 200 questions have about 80 MB. */
const MOST_SNAPSHOT_BYTES = 256 * 1024 * 1024;
/** The bound of all logs of a room that its snapshot does not contain. A log begins anew after half a megabyte. */
const MOST_LOG_BYTES = 64 * 1024 * 1024;
const MOST_BESIDE_BYTES = 4 * 1024 * 1024;

const restingPins = z.array(z.tuple([z.string(), z.number()]));

export interface RestoredRoom {
  room: MemoryRoom;
  /** The number of the last line. */
  number: number;
  /** When the server was last known to run, store epoch ms. */
  aliveAt: number;
}

export interface Restored {
  rooms: RestoredRoom[];
  /** PINs of rooms that another version of the server has left. */
  foreignPins: string[];
  /** PINs that rest, and until when, store epoch ms. */
  resting: [pin: string, until: number][];
  /** Folders of rooms that cannot go on. */
  left: string[];
  /** Tells whoever runs the server what could not be read. */
  problems: string[];
}

export interface RestoreSettings {
  dir: string;
  incarnation: string;
  now: number;
  /** How long a lobby without anybody stays. */
  emptyRoomMs: number;
}

/** All rooms that can go on; what is too old is deleted. Throws nothing: what cannot be read is told. */
export async function readJournals(settings: RestoreSettings): Promise<Restored> {
  const { dir, now } = settings;
  const found: Restored = { rooms: [], foreignPins: [], resting: [], left: [], problems: [] };
  /** Undefined where it is missing or cannot be read, which is told. */
  const unlessFailed = async <T>(path: string, work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (!isMissing(error)) found.problems.push(`${path}: ${(error as Error).message}`);
      return undefined;
    }
  };
  const entries = await unlessFailed(dir, readdir(dir, { withFileTypes: true }));
  if (entries === undefined) return found;
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const [alive, resting] = [join(dir, ALIVE_FILE), join(dir, RESTING_FILE)];
  const aliveAt = Number(await unlessFailed(alive, readRegular(alive, MOST_BESIDE_BYTES))) || 0;
  found.resting = (await unlessFailed(resting, readResting(resting, now))) ?? [];
  for (let from = 0; from < folders.length; from += AT_ONCE)
    await Promise.all(
      folders.slice(from, from + AT_ONCE).map(async (name) => {
        const folder = join(dir, name);
        try {
          await readOne(folder, aliveAt, settings, found);
        } catch (error) {
          if (await isRemovedAsOld(folder)) return;
          found.problems.push(`${folder}: ${(error as Error).message}`);
          found.left.push(folder);
        }
      }),
    );
  found.rooms.sort((a, b) => a.room.openedAt - b.room.openedAt);
  return found;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function readResting(file: string, now: number): Promise<Restored['resting']> {
  const pins = restingPins.parse(JSON.parse(await readRegular(file, MOST_BESIDE_BYTES)));
  return pins.flatMap(([pin, until]): Restored['resting'] =>
    // The clock may have been set back.
    until > now ? [[pin, Math.min(until, now + PIN_REST_MS)]] : [],
  );
}

/** Whether a folder that cannot be read is gone: it may be another user's, or lie where nothing can be written. */
async function isRemovedAsOld(folder: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs <= KEPT_MS) return false;
    await remove(folder);
    return true;
  } catch {
    return false;
  }
}

async function readOne(
  dir: string,
  processAliveAt: number,
  { now, incarnation, emptyRoomMs }: RestoreSettings,
  found: Restored,
): Promise<void> {
  const snapshot = join(dir, SNAPSHOT_FILE);
  const text = await readRegular(snapshot, MOST_SNAPSHOT_BYTES).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  // The server ended before the room was written down for the first time.
  if (text === undefined) return remove(dir);
  const written = parseSnapshot(text);
  if (written.schema !== ROOM_SCHEMA) {
    // The process of this version was alive without it.
    if (now - written.at > KEPT_MS) return remove(dir);
    found.foreignPins.push(written.state.pin);
    throw new Error('the room of before cannot go on in this version');
  }
  // A copy of a folder would come back in place of the room.
  if (written.state.roomId !== basename(dir))
    throw new Error('the folder has another name than its room');
  const { lines, problem } = await readLines(dir, written.number);
  if (problem !== undefined) found.problems.push(`${dir}: ${problem}`);
  const last = lines.at(-1) ?? written;
  const aliveAt = Math.max(last.at, processAliveAt);
  const { state, openedFrom, openedAt, quizSet } = written;
  const room = new MemoryRoom(state, openedFrom, openedAt, incarnation);
  for (const address of written.addresses) room.addresses.add(address);
  for (const chat of written.chat) room.chat.append(chat);
  room.quizSet = quizSet;
  for (const line of lines) replay(room, line);
  const keptMs = room.state.phase.kind === 'lobby' ? emptyRoomMs : GAME_KEPT_MS;
  if (now - aliveAt > keptMs) return remove(dir);
  found.rooms.push({ room, number: last.number, aliveAt });
}

/** Windows removes no file that a scanner or a sync program holds for the moment. */
const remove = (dir: string): Promise<void> =>
  rm(dir, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });

function replay(room: MemoryRoom, line: Line): void {
  const { state } = room;
  if (line.kind === 'append') {
    // Shares between appends have counted, too.
    state.seq = line.seq - 1;
    room.append(line, line.at);
    return;
  }
  for (const [slot, position, entered] of line.places) {
    const seat = state.seats.get(slot);
    if (seat !== undefined) Object.assign(seat, { position, entered });
  }
  for (const [slot, text] of line.texts ?? []) state.texts.set(slot, text);
  for (const chat of line.chats) room.chat.append(chat);
  Object.assign(state, { seq: line.seq, walked: line.walked, lastActivityAt: line.at });
}

/** The lines after a snapshot, up to the first that is missing or damaged. */
async function readLines(
  dir: string,
  after: number,
): Promise<{ lines: Line[]; problem: string | undefined }> {
  const all = (await readdir(dir)).flatMap((name) => {
    const first = firstNumberOf(name);
    return first === undefined ? [] : { name, first };
  });
  all.sort((a, b) => a.first - b.first);
  // A log that the snapshot contains is not read: it may be left of a process before, and be damaged.
  const logs = all.filter((_, i) => (all[i + 1]?.first ?? Infinity) > after + 1);
  const lines: Line[] = [];
  let number = after;
  let leftBytes = MOST_LOG_BYTES;
  for (const { name } of logs) {
    let text: string;
    try {
      text = await readRegular(join(dir, name), leftBytes);
    } catch (error) {
      return { lines, problem: (error as Error).message };
    }
    leftBytes -= Buffer.byteLength(text);
    for (let from = 0, count = 1; from < text.length; count++) {
      const end = text.indexOf('\n', from);
      // The last line of a server that was killed may be torn, and everybody who did it saw no answer.
      const isLast = end < 0;
      const line = parseLine(text.slice(from, isLast ? undefined : end));
      from = isLast ? text.length : end + 1;
      if (line === undefined && isLast) break;
      if (line === undefined) return { lines, problem: `${name} is damaged in line ${count}` };
      if (line.number <= number) continue;
      if (line.number !== number + 1) return { lines, problem: `${name} misses lines` };
      lines.push(line);
      number = line.number;
    }
  }
  return { lines, problem: undefined };
}
