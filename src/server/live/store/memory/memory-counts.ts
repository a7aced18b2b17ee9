import type { SharedCounts } from '../../../contracts/shared-counts.js';
import { RecentThings } from '../../../platform/rate/recent-things.js';

const FORGET_EVERY_MS = 10_000;
const MOST_COUNTS = 100_000;

/** Counts of the one process. */
export class MemoryCounts implements SharedCounts {
  private readonly counts = new Map<string, { count: number; endsAt: number }>();
  private readonly things: RecentThings;

  private forgetAt = 0;

  constructor(private readonly now: () => number) {
    this.things = new RecentThings(now);
  }

  async raise(name: string, windowMs: number): Promise<number> {
    const now = this.now();
    this.forget(now);
    const known = this.counts.get(name);
    if (known !== undefined && known.endsAt > now) return ++known.count;
    this.counts.delete(name);
    this.counts.set(name, { count: 1, endsAt: now + windowMs });
    return 1;
  }

  /** Windows are of a minute, or of months: those that are over are looked for once in a while. */
  private forget(now: number): void {
    if (now < this.forgetAt) return;
    this.forgetAt = now + FORGET_EVERY_MS;
    for (const [name, { endsAt }] of this.counts) if (endsAt <= now) this.counts.delete(name);
    // Else whoever makes up names could fill the memory.
    for (const [name] of this.counts) {
      if (this.counts.size <= MOST_COUNTS) break;
      this.counts.delete(name);
    }
  }

  async read(name: string): Promise<number> {
    const known = this.counts.get(name);
    return known !== undefined && known.endsAt > this.now() ? known.count : 0;
  }

  async add(
    name: string,
    thing: string,
    windowMs: number,
  ): Promise<{ count: number; isNew: boolean }> {
    const isNew = this.things.add(name, thing, windowMs);
    return { count: this.things.size(name, windowMs), isNew };
  }

  async size(name: string, windowMs: number): Promise<number> {
    return this.things.size(name, windowMs);
  }
}
