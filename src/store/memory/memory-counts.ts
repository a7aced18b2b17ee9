import type { SharedCounts } from '../contract.js';

/** Counts of the one process. */
export class MemoryCounts implements SharedCounts {
  private readonly counts = new Map<string, { count: number; endsAt: number }>();

  constructor(private readonly now: () => number) {}

  async raise(name: string, windowMs: number): Promise<number> {
    const now = this.now();
    // The oldest come first, and windows are much alike.
    for (const [other, { endsAt }] of this.counts) {
      if (endsAt > now) break;
      this.counts.delete(other);
    }
    const known = this.counts.get(name);
    if (known !== undefined && known.endsAt > now) return ++known.count;
    this.counts.delete(name);
    this.counts.set(name, { count: 1, endsAt: now + windowMs });
    return 1;
  }

  async read(name: string): Promise<number> {
    const known = this.counts.get(name);
    return known !== undefined && known.endsAt > this.now() ? known.count : 0;
  }
}
