/** Reads the rooms that a server before has left in its journal. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOM_SCHEMA } from '../../../../../game/room-change.js';
import { MemoryRoom } from '../memory-room.js';
import { parseLine, parseSnapshot, type Line } from './lines.js';
import { ALIVE_FILE, RESTING_FILE, SNAPSHOT_FILE } from './room-files.js';

/** A room that cannot go on is kept for so long, in ms: the version before may be started again. */
export const KEPT_MS = 24 * 3_600_000;
/** A game comes back for so long, in ms: until the next morning, and not at the next party. */
const GAME_KEPT_MS = 12 * 3_600_000;
/** Folders that are read at once. */
const AT_ONCE = 16;

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
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const aliveAt = Number(await readFile(join(dir, ALIVE_FILE), 'utf8').catch(() => '0')) || 0;
  found.resting = await readResting(join(dir, RESTING_FILE), now);
  for (let from = 0; from < folders.length; from += AT_ONCE)
    await Promise.all(
      folders.slice(from, from + AT_ONCE).map(async (name) => {
        const folder = join(dir, name);
        try {
          await readOne(folder, aliveAt, settings, found);
        } catch (error) {
          const { mtimeMs } = await stat(folder);
          if (Date.now() - mtimeMs > KEPT_MS) return remove(folder);
          found.problems.push(`${folder}: ${(error as Error).message}`);
          found.left.push(folder);
        }
      }),
    );
  found.rooms.sort((a, b) => a.room.openedAt - b.room.openedAt);
  return found;
}

async function readResting(file: string, now: number): Promise<Restored['resting']> {
  try {
    const pins = JSON.parse(await readFile(file, 'utf8')) as Restored['resting'];
    return pins.filter(([, until]) => until > now);
  } catch {
    return [];
  }
}

async function readOne(
  dir: string,
  processAliveAt: number,
  { now, incarnation, emptyRoomMs }: RestoreSettings,
  found: Restored,
): Promise<void> {
  const text = await readFile(join(dir, SNAPSHOT_FILE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
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

const remove = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true });

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
  const all = (await readdir(dir)).flatMap((name) =>
    name.startsWith('log-') ? { name, first: Number(name.slice(4)) } : [],
  );
  all.sort((a, b) => a.first - b.first);
  // A log that the snapshot contains is not read: it may be left of a process before, and be damaged.
  const logs = all.filter((_, i) => (all[i + 1]?.first ?? Infinity) > after + 1);
  const lines: Line[] = [];
  let number = after;
  for (const { name } of logs) {
    const texts = (await readFile(join(dir, name), 'utf8')).split('\n');
    for (const [i, text] of texts.entries()) {
      if (text === '') continue;
      const line = parseLine(text);
      // The last line of a server that was killed may be torn, and everybody who did it saw no answer.
      if (line === undefined && i === texts.length - 1) break;
      if (line === undefined) return { lines, problem: `${name} is damaged in line ${i + 1}` };
      if (line.number <= number) continue;
      if (line.number !== number + 1) return { lines, problem: `${name} misses lines` };
      lines.push(line);
      number = line.number;
    }
  }
  return { lines, problem: undefined };
}
