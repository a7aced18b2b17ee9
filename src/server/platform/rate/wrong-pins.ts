import type { SharedCounts } from '../../contracts/shared-counts.js';
import { RecentThings } from './recent-things.js';
import { unlessAway } from './attempt-limit.js';

/** Of one address, within the window. */
const MOST = 60;
const WINDOW_MS = 60_000;

/**
 * Counts the wrong PINs of each address, all processes together; while the store is away each counts for itself
 * (R10.4). One that is tried again within a minute tells nothing new and is not counted again: a page looks a PIN up
 * before somebody enters by it, and a hall may open the link of yesterday.
 */
export class WrongPins {
  private readonly own: RecentThings;

  constructor(
    private readonly counts: Pick<SharedCounts, 'add' | 'size'>,
    private readonly most: number = MOST,
    now: () => number = Date.now,
  ) {
    this.own = new RecentThings(now);
  }

  /** Whether a PIN that was right may be told so. */
  async mayPass(address: string): Promise<boolean> {
    if (this.own.size(address, WINDOW_MS) >= this.most) return false;
    return (await unlessAway(this.counts.size(nameOf(address), WINDOW_MS), 0)) < this.most;
  }

  /**
   * Counts a wrong PIN, here at once, so that of many at the same time no right one passes behind too many wrong
   * ones. Returns whether it may be told so; beyond the limit not even of one that was told before.
   */
  async note(address: string, pin: string): Promise<boolean> {
    if (this.own.size(address, WINDOW_MS) >= this.most) return false;
    this.own.add(address, pin, WINDOW_MS);
    const unknown = { count: 0, isNew: true };
    const adding = this.counts.add(nameOf(address), pin, WINDOW_MS);
    const { count, isNew } = await unlessAway(adding, unknown);
    return isNew ? count <= this.most : count < this.most;
  }
}

function nameOf(address: string): string {
  return `pin:${address}`;
}
