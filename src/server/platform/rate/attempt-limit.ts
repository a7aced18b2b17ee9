import { isAway } from '../../../protocol/errors.js';
import type { SharedCounts } from '../../contracts/shared-counts.js';

/** Keys remembered at once in this process; beyond it the oldest are forgotten. */
const MAX_KEYS = 100_000;

export interface Attempts {
  /** Names the count. */
  what: string;
  most: number;
  windowMs: number;
}

export const WRONG_PASSWORDS: Attempts = { what: 'password', most: 5, windowMs: 60_000 };
/** Of who has given the right one before. */
export const WRONG_PASSWORDS_OF_KNOWN: Attempts = {
  what: 'known-password',
  most: 5,
  windowMs: 60_000,
};
export const WRONG_LINKS: Attempts = { what: 'link', most: 10, windowMs: 60_000 };
/** Counted for each identity and PIN. */
export const WRONG_TICKETS: Attempts = { what: 'ticket', most: 10, windowMs: 60_000 };
export const WRONG_KEYS: Attempts = { what: 'key', most: 10, windowMs: 60_000 };
export const WRONG_LOGINS: Attempts = { what: 'login', most: 5, windowMs: 60_000 };
export const WRONG_LOGINS_OF_ADDRESS: Attempts = { what: 'logins', most: 20, windowMs: 60_000 };
export const WRONG_LOGINS_OF_DEVICE: Attempts = { what: 'device', most: 5, windowMs: 60_000 };
export const WRONG_INVITES: Attempts = { what: 'invite', most: 10, windowMs: 60_000 };

/**
 * Limits the failed attempts of each address within a window that begins with the first (R10.4). All
 * processes count together; while the store is away each counts for itself.
 */
export class AttemptLimit {
  private readonly own = new Map<string, { since: number; count: number }>();

  constructor(
    private readonly limit: Attempts,
    private readonly counts: Pick<SharedCounts, 'raise' | 'read'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Whether an attempt that was right may succeed. */
  async mayPass(address: string): Promise<boolean> {
    const { most } = this.limit;
    if ((this.recent(address)?.count ?? 0) >= most) return false;
    return (await unlessAway(this.counts.read(this.nameOf(address)), 0)) < most;
  }

  /**
   * Counts an attempt that was wrong, here at once, so that of many at the same time no right one passes
   * behind too many wrong ones. Returns whether it may be told so, as the address has not failed too often.
   */
  async noteFailure(address: string): Promise<boolean> {
    const { most, windowMs } = this.limit;
    const known = this.recent(address);
    if (known !== undefined) known.count++;
    else this.remember(address);
    if ((known?.count ?? 1) > most) return false;
    return (await unlessAway(this.counts.raise(this.nameOf(address), windowMs), 0)) <= most;
  }

  private nameOf(address: string): string {
    return `${this.limit.what}:${address}`;
  }

  private recent(address: string): { since: number; count: number } | undefined {
    const known = this.own.get(address);
    const isOver = known === undefined || this.now() - known.since >= this.limit.windowMs;
    return isOver ? undefined : known;
  }

  private remember(address: string): void {
    this.own.delete(address);
    this.own.set(address, { since: this.now(), count: 1 });
    if (this.own.size <= MAX_KEYS) return;
    const [oldest] = this.own.keys();
    if (oldest !== undefined) this.own.delete(oldest);
  }
}

/** What the store says, or `otherwise` while it is away. */
export function unlessAway<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return answer.catch((error: unknown) => {
    if (isAway(error)) return otherwise;
    throw error;
  });
}
