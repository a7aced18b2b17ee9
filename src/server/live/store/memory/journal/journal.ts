import { writeSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../../../platform/disk/sync-folder.js';
import type { AppendUpdate } from '../../room-update.js';
import type { RoomText } from '../../../../../game/room-state.js';
import type { Append } from '../../contract.js';
import type { MemoryRoom } from '../memory-room.js';
import { formatLine, snapshotParts, snapshotTexts, type ShareLine } from './lines.js';
import { ALIVE_FILE, firstNumberOf, logFile, RESTING_FILE, SNAPSHOT_FILE } from './room-files.js';

/** Places, entries and chat are written so often, in ms: what a killed server loses of them at most. */
const SHARES_EVERY_MS = 1_000;
const SYNC_EVERY_MS = 1_000;
/** How exactly the next process knows when this one ended, in ms. */
const ALIVE_EVERY_MS = 1_000;
const RETRY_MS = 2_000;
/** Names and chat are nobody else's. */
const OWN_DIR = 0o700;
const OWN_FILE = 0o600;
/** After so much of it a log begins anew, behind a new snapshot. */
const SNAPSHOT_LINES = 256;
const SNAPSHOT_BYTES = 512 * 1024;
/** So many bytes may wait for a slow disk; with more, lines are given up, and snapshots come in their place. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
/** A disk that has kept the event loop for so long is not waited for again for a while, in ms. */
const SLOW_WRITE_MS = 5;
const SLOW_FOR_MS = 5_000;

/** One room's journal. */
interface RoomFile {
  room: MemoryRoom;
  dir: string;
  log: FileHandle | undefined;
  /** Lines that are still to be written. */
  waiting: string[];
  waitingBytes: number;
  /** The next line has it. */
  number: number;
  /** Since the last snapshot. */
  lines: number;
  bytes: number;
  /** Slots whose places have changed since the last line. */
  moved: Set<number>;
  /** Slots whose texts have. */
  wrote: Set<number>;
  /** Something was shared that no line tells of yet. */
  isShared: boolean;
  lastChatId: number;
  needsSnapshot: boolean;
  isClosed: boolean;
  /** Lines are on their way to the disk, and no other may overtake them. */
  appending: Promise<void> | undefined;
}

export interface JournalSettings {
  /** Made when it is needed. */
  dir: string;
  now: () => number;
  /** Told when rooms cannot be written down, and with nothing when they can be again. */
  changed?: (error: Error | undefined) => void;
}

/**
 * Writes the rooms of the embedded store down, so that the next process goes on with them. Nothing waits for it but
 * the line of another phase, which the disk's cache has before anybody hears of it.
 */
export class Journal {
  private readonly files = new Map<string, RoomFile>();
  private resting: [pin: string, until: number][] = [];
  private isRestingWritten = true;
  /** Lines are written beside everything else, as a snapshot or a slow disk takes long to be safe. */
  private writing: Promise<void> | undefined;
  private keeping: Promise<void> | undefined;
  private sharing: NodeJS.Timeout | undefined;
  private retrying: NodeJS.Timeout | undefined;
  private syncing: NodeJS.Timeout | undefined;
  private slowUntil = -Infinity;
  private syncedAt = 0;
  private readonly unsynced = new Set<RoomFile>();
  /** There once every room is written down as it is now: until then some lie as the process before has left them. */
  private alive: FileHandle | undefined;
  private readonly beating: NodeJS.Timeout;
  problem: Error | undefined;

  constructor(private readonly settings: JournalSettings) {
    this.beating = setInterval(() => void this.beat(), ALIVE_EVERY_MS).unref();
  }

  /** Begins the journal of a room that was opened, or came back with so many lines. */
  opened(room: MemoryRoom, lastLine?: number): void {
    const { roomId } = room.state;
    this.files.set(roomId, {
      room,
      dir: join(this.settings.dir, roomId),
      log: undefined,
      waiting: [],
      waitingBytes: 0,
      // A change that comes before the first snapshot is in no line, and one number is missing for all of them.
      number: lastLine === undefined ? 1 : lastLine + 2,
      lines: 0,
      bytes: 0,
      moved: new Set(),
      wrote: new Set(),
      isShared: false,
      lastChatId: room.chat.lastGhostId(),
      needsSnapshot: true,
      isClosed: false,
      appending: undefined,
    });
    this.work();
  }

  /** To be called before others hear of the append. */
  appended(room: MemoryRoom, { id, changes, seq }: AppendUpdate, quizSet: Append['quizSet']): void {
    const file = this.files.get(room.state.roomId);
    if (file === undefined || file.needsSnapshot) return;
    const isTransition = changes.some(({ kind }) => kind === 'phase');
    // Places that counted for a judgement stand before it.
    if (isTransition) this.writeShares(file);
    const head = { number: file.number++, seq, at: this.settings.now() };
    const set = quizSet === undefined ? {} : { quizSet };
    this.add(file, formatLine({ kind: 'append', ...head, id, changes, ...set }));
    if (isTransition) this.writeNow(file);
    this.work();
  }

  /** Told of whoever has moved or written. */
  shared(
    room: MemoryRoom,
    moves: readonly { slot: number }[],
    texts: readonly { slot: number }[],
  ): void {
    const file = this.files.get(room.state.roomId);
    if (file === undefined || file.needsSnapshot) return;
    for (const { slot } of moves) file.moved.add(slot);
    for (const { slot } of texts) file.wrote.add(slot);
    file.isShared = true;
    this.sharing ??= setTimeout(() => {
      this.sharing = undefined;
      for (const one of this.files.values()) this.writeShares(one);
      this.work();
    }, SHARES_EVERY_MS).unref();
  }

  /** The room is no more, and its PIN rests. */
  closed(room: MemoryRoom, resting: ReadonlyMap<string, number>): void {
    const file = this.files.get(room.state.roomId);
    this.resting = [...resting];
    this.isRestingWritten = false;
    if (file !== undefined) {
      clearWaiting(file);
      file.isClosed = true;
    }
    this.work();
  }

  /** Resolves when all is written, or could not be. */
  async close(): Promise<void> {
    clearTimeout(this.sharing);
    clearTimeout(this.retrying);
    clearTimeout(this.syncing);
    clearInterval(this.beating);
    this.retrying = undefined;
    for (const file of this.files.values()) this.writeShares(file);
    this.syncedAt = -Infinity;
    this.work();
    while (this.writing !== undefined || this.keeping !== undefined)
      await Promise.all([this.writing, this.keeping]);
    clearTimeout(this.retrying);
    clearTimeout(this.syncing);
    await this.beat();
    for (const file of this.files.values()) await closeLog(file).catch(() => {});
    await this.alive?.close();
  }

  /** Says that the process is still there, which a quiet lobby has no line for. */
  private async beat(): Promise<void> {
    if (this.alive === undefined || this.files.size === 0) return;
    try {
      await this.alive.write(String(this.settings.now()), 0);
    } catch {
      // Lines tell of the time, too, and of what is wrong with the disk.
    }
  }

  private writeShares(file: RoomFile): void {
    if (!file.isShared || file.needsSnapshot || file.isClosed) return;
    const { state, chat } = file.room;
    const places: ShareLine['places'] = [];
    for (const slot of file.moved) {
      const seat = state.seats.get(slot);
      if (seat !== undefined) places.push([slot, seat.position, seat.entered]);
    }
    const chats = chat.all().filter(({ ghostId }) => ghostId > file.lastChatId);
    const texts = [...file.wrote].flatMap((slot): [number, RoomText][] => {
      const text = state.texts.get(slot);
      return text === undefined ? [] : [[slot, text]];
    });
    file.lastChatId = chat.lastGhostId();
    file.moved.clear();
    file.wrote.clear();
    file.isShared = false;
    const head = { number: file.number++, seq: state.seq, at: this.settings.now() };
    const { walked } = state;
    const written = texts.length === 0 ? {} : { texts };
    this.add(file, formatLine({ kind: 'share', ...head, places, walked, chats, ...written }));
  }

  private add(file: RoomFile, line: string): void {
    const bytes = Buffer.byteLength(line);
    file.waiting.push(line);
    file.waitingBytes += bytes;
    file.lines += 1;
    file.bytes += bytes;
    let waiting = 0;
    for (const one of this.files.values()) waiting += one.waitingBytes;
    if (waiting > MOST_WAITING_BYTES) for (const one of this.files.values()) giveUpLines(one);
  }

  /** Into the cache of the disk, while it is quick and nothing else is on its way there. */
  private writeNow(file: RoomFile): void {
    if (file.log === undefined || file.appending !== undefined || file.waiting.length === 0) return;
    const began = performance.now();
    if (began < this.slowUntil) return;
    const text = Buffer.from(file.waiting.join(''));
    try {
      const written = writeSync(file.log.fd, text);
      if (written < text.length) throw new Error('the disk took a part only');
      this.noteUnsynced(file);
      clearWaiting(file);
    } catch (error) {
      this.failed(error as Error);
    }
    if (performance.now() - began > SLOW_WRITE_MS) this.slowUntil = performance.now() + SLOW_FOR_MS;
  }

  private work(): void {
    if (this.retrying !== undefined) return;
    this.writing ??= this.run(
      () => this.writeAllLines(),
      () => {
        this.writing = undefined;
        return this.hasLines();
      },
    );
    if (this.hasChores())
      this.keeping ??= this.run(
        () => this.keepAll(),
        () => {
          this.keeping = undefined;
          return this.hasChores();
        },
      );
  }

  /** `ended` says whether there is more to do. */
  private async run(task: () => Promise<void>, ended: () => boolean): Promise<void> {
    // Lines of one turn of the event loop go into one write.
    await new Promise<void>((resolve) => setImmediate(resolve));
    try {
      await task();
    } catch (error) {
      this.failed(error as Error);
    }
    if (ended()) this.work();
  }

  private hasLines(): boolean {
    return [...this.files.values()].some(hasLines);
  }

  private hasChores(): boolean {
    if (!this.isRestingWritten || this.isSyncDue()) return true;
    return [...this.files.values()].some((file) => file.isClosed || isSnapshotDue(file));
  }

  private isSyncDue(): boolean {
    return this.unsynced.size > 0 && this.settings.now() - this.syncedAt >= SYNC_EVERY_MS;
  }

  private async writeAllLines(): Promise<void> {
    for (const file of this.files.values()) if (hasLines(file)) await this.writeLines(file);
  }

  private async keepAll(): Promise<void> {
    for (const file of this.files.values())
      if (file.isClosed) await this.remove(file);
      else if (isSnapshotDue(file)) await this.writeSnapshot(file);
    if (!this.isRestingWritten) await this.writeResting();
    if (this.isSyncDue()) await this.sync();
    if (this.files.size > 0) this.alive ??= await this.openAlive();
    if (this.problem === undefined) return;
    this.problem = undefined;
    this.settings.changed?.(undefined);
  }

  private async writeLines(file: RoomFile): Promise<void> {
    const { log } = file;
    if (log === undefined) return;
    const text = file.waiting.join('');
    clearWaiting(file);
    file.appending = log.appendFile(text);
    try {
      await file.appending;
    } finally {
      file.appending = undefined;
    }
    this.noteUnsynced(file);
  }

  /** Lines are safe from a power cut a second later, also where no others come. */
  private noteUnsynced(file: RoomFile): void {
    this.unsynced.add(file);
    this.syncing ??= setTimeout(() => {
      this.syncing = undefined;
      this.work();
    }, SYNC_EVERY_MS).unref();
  }

  /** A snapshot beside a log that begins with it; the old ones stay until it is there. */
  private async writeSnapshot(file: RoomFile): Promise<void> {
    const { dir, room } = file;
    await mkdir(dir, { recursive: true, mode: OWN_DIR });
    const before = await readdir(dir);
    const firstNumber = file.number;
    const log = await open(join(dir, logFile(firstNumber)), 'a', OWN_FILE);
    // The old log is closed below. Its fault is told by who writes.
    await file.appending?.catch(() => {});
    // All up to the next await is of one moment.
    const parts = snapshotParts(room, file.number - 1, this.settings.now());
    const old = file.log;
    // Lines that wait go into the new log: a server that is killed now leaves the snapshot of before.
    Object.assign(file, { log, lines: 0, bytes: 0, needsSnapshot: false, isShared: false });
    file.moved.clear();
    file.wrote.clear();
    file.lastChatId = room.chat.lastGhostId();
    await old?.close();
    const next = join(dir, `${SNAPSHOT_FILE}.next`);
    await writeTexts(next, snapshotTexts(parts));
    await rename(next, join(dir, SNAPSHOT_FILE));
    await syncFolder(dir);
    for (const name of before)
      if (firstNumberOf(name) !== undefined && name !== logFile(firstNumber))
        // One that stays, as where a scanner holds it, is contained in the snapshot.
        await rm(join(dir, name), { force: true }).catch(() => {});
  }

  private async remove(file: RoomFile): Promise<void> {
    await closeLog(file);
    this.unsynced.delete(file);
    await rm(file.dir, { recursive: true, force: true });
    this.files.delete(file.room.state.roomId);
  }

  private async writeResting(): Promise<void> {
    this.isRestingWritten = true;
    await mkdir(this.settings.dir, { recursive: true, mode: OWN_DIR });
    await replaceFile(join(this.settings.dir, RESTING_FILE), JSON.stringify(this.resting));
  }

  private async openAlive(): Promise<FileHandle> {
    const file = join(this.settings.dir, ALIVE_FILE);
    await replaceFile(file, String(this.settings.now()));
    return open(file, 'r+');
  }

  private async sync(): Promise<void> {
    this.syncedAt = this.settings.now();
    const files = [...this.unsynced];
    this.unsynced.clear();
    for (const { log, isClosed } of files) if (!isClosed) await log?.datasync();
  }

  private failed(error: Error): void {
    for (const file of this.files.values()) giveUpLines(file);
    this.isRestingWritten = false;
    const isNew = this.problem === undefined;
    this.problem = error;
    if (isNew) this.settings.changed?.(error);
    clearTimeout(this.retrying);
    this.retrying = setTimeout(() => {
      this.retrying = undefined;
      this.work();
    }, RETRY_MS).unref();
  }
}

const hasLines = ({ log, waiting, needsSnapshot }: RoomFile): boolean =>
  log !== undefined && waiting.length > 0 && !needsSnapshot;

const isSnapshotDue = ({ needsSnapshot, lines, bytes }: RoomFile): boolean =>
  needsSnapshot || lines > SNAPSHOT_LINES || bytes > SNAPSHOT_BYTES;

/**
 * A snapshot stands for them as soon as the disk takes one. Until then a number is missing, so that nobody takes later
 * lines for the next ones.
 */
function giveUpLines(file: RoomFile): void {
  clearWaiting(file);
  if (!file.needsSnapshot) file.number += 1;
  file.needsSnapshot = true;
}

/** Nothing is written any more as soon as this is asked for. */
async function closeLog(file: RoomFile): Promise<void> {
  const { log } = file;
  file.log = undefined;
  await file.appending?.catch(() => {});
  await log?.close();
}

function clearWaiting(file: RoomFile): void {
  file.waiting = [];
  file.waitingBytes = 0;
}

/** One text a turn of the event loop, all of them on the disk at the end. */
async function writeTexts(path: string, texts: Iterable<string>): Promise<void> {
  const handle = await open(path, 'w', OWN_FILE);
  try {
    for (const text of texts) await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts a file in the place of whatever lies there, which may be another user's, or a pipe. */
async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  await rm(next, { force: true });
  await writeFile(next, text, { mode: OWN_FILE, flag: 'wx' });
  await rename(next, path);
}
