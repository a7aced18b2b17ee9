import type { Database } from '../../platform/database/database.js';
import type { Hosts } from '../accounts/hosts.js';
import { RoomError } from '../../../protocol/errors.js';
import { merged, sizeOf, type GameRecord } from './game-record.js';
import { writeGame } from './game-writer.js';

/** How long after an attempt that failed the next one is made. */
const RETRY_MS = 2_000;
/** Games that wait for the database, and about what they may take. */
const MOST_WAITING = 200;
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

export interface RecordQueueSettings {
  /** For how long results are kept. */
  days: number;
  now: () => number;
  /** Told of what is a bug. */
  failed: (error: unknown) => void;
  mostWaitingBytes?: number;
}

/**
 * Writes what rooms tell of their games, one after the other, beside everything else: nobody waits for it. While
 * the database is away the newest of each game waits, and beyond a bound the oldest games are lost.
 */
export class RecordQueue {
  /** By id of the game, who waits for longest first. */
  private readonly waiting = new Map<string, GameRecord>();
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lost = 0;
  private isClosed = false;

  constructor(
    private readonly database: Database,
    private readonly hosts: Hosts,
    private readonly settings: RecordQueueSettings,
  ) {}

  /** What whoever runs the server has to know. */
  get warnings(): string[] {
    const { size } = this.waiting;
    const waits =
      this.timer === undefined ? [] : [`results of ${size} games wait for the database`];
    return this.lost === 0 ? waits : [...waits, `results of ${this.lost} games were lost`];
  }

  /** How many games are still to be written. */
  get size(): number {
    return this.waiting.size;
  }

  add(record: GameRecord): void {
    const before = this.waiting.get(record.id);
    this.waiting.set(record.id, before === undefined ? record : merged(before, record));
    this.makeRoom();
    if (this.timer === undefined) this.work();
  }

  /** Resolves when everything is written, or could not be. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.working;
    if (this.timer !== undefined) await this.writeAll();
  }

  /** Lets the games go that have waited for longest; the one that has come last may stay alone. */
  private makeRoom(): void {
    const { mostWaitingBytes = MOST_WAITING_BYTES } = this.settings;
    let bytes = 0;
    for (const record of this.waiting.values()) bytes += sizeOf(record);
    for (const [id, record] of this.waiting) {
      const isOver = this.waiting.size > MOST_WAITING || bytes > mostWaitingBytes;
      if (!isOver || this.waiting.size === 1) return;
      this.waiting.delete(id);
      bytes -= sizeOf(record);
      this.lost += 1;
    }
  }

  private work(): void {
    this.working ??= this.writeAll().finally(() => {
      this.working = undefined;
      if (this.waiting.size > 0 && this.timer === undefined && !this.isClosed) this.work();
    });
  }

  private async writeAll(): Promise<void> {
    this.timer = undefined;
    for (;;) {
      const [record] = this.waiting.values();
      if (record === undefined) return;
      this.waiting.delete(record.id);
      try {
        await this.write(record);
      } catch (error) {
        if (error instanceof RoomError && error.code === 'DATABASE_AWAY') return this.retry(record);
        // It would fail again; what comes of the game next may not.
        this.settings.failed(error);
      }
    }
  }

  private retry(record: GameRecord): void {
    const newer = this.waiting.get(record.id);
    const others = [...this.waiting].filter(([id]) => id !== record.id);
    this.waiting.clear();
    this.waiting.set(record.id, newer === undefined ? record : merged(record, newer));
    for (const [id, other] of others) this.waiting.set(id, other);
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.work();
    }, RETRY_MS);
    this.timer.unref();
  }

  private async write(record: GameRecord): Promise<void> {
    const { session, identityId } = record.owner;
    const account = await this.hosts.findBy(identityId, session);
    // The session has ended, or was none.
    if (account === undefined) return;
    const { days, now } = this.settings;
    await this.database.transact((db) => writeGame(db, record, account, { days, now: now() }));
  }
}
