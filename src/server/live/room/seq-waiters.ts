import { RoomError, type ErrorCode } from '../../../protocol/index.js';

/** How long an update may take from the store to the copy before the copy looks for it, in ms. */
const PATIENCE_MS = 1_000;

interface Waiter {
  seq: number;
  resolve: () => void;
  reject: (error: RoomError) => void;
  timer: NodeJS.Timeout;
}

/** Waits until a copy has come to a number. */
export class SeqWaiters {
  private waiters: Waiter[] = [];
  private hasEnded = false;

  /** `overdue` is called where it takes too long; it is to catch up, which ends in `wakeAll`. */
  constructor(private readonly overdue: () => void) {}

  /** Rejects with ROOM_NOT_FOUND where the room ends first. */
  wait(seq: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(new RoomError('ROOM_NOT_FOUND'));
      const timer = setTimeout(() => this.overdue(), PATIENCE_MS);
      this.waiters.push({ seq, resolve, reject, timer });
    });
  }

  /** The copy has come to this number. */
  wake(seq: number): void {
    if (this.waiters.length === 0) return;
    const there = this.waiters.filter((waiter) => waiter.seq <= seq);
    this.waiters = this.waiters.filter((waiter) => waiter.seq > seq);
    for (const { resolve, timer } of there) {
      clearTimeout(timer);
      resolve();
    }
  }

  /** The copy has been compared with the store, which may have lost what was waited for. */
  wakeAll(): void {
    this.wake(Infinity);
  }

  /** There is no copy any more, for whoever comes to wait, too. */
  end(): void {
    this.hasEnded = true;
    this.fail('ROOM_NOT_FOUND');
  }

  /** The copy could not be compared with the store. */
  fail(code: ErrorCode): void {
    const { waiters } = this;
    this.waiters = [];
    for (const { reject, timer } of waiters) {
      clearTimeout(timer);
      reject(new RoomError(code));
    }
  }
}
