/** Names remembered at once; beyond it those are forgotten that nothing was added to for longest. */
const MAX_NAMES = 100_000;

/** Different things that came lately, by a name such as an address; each for a window that begins when it first came. */
export class RecentThings {
  /** When each came; names in the order in which something was last added to them. */
  private readonly byName = new Map<string, Map<string, number>>();

  constructor(private readonly now: () => number) {}

  /** Whether the thing is new. */
  add(name: string, thing: string, windowMs: number): boolean {
    const things = this.recent(name, windowMs);
    if (things.has(thing)) return false;
    things.set(thing, this.now());
    this.byName.delete(name);
    this.byName.set(name, things);
    this.forgetOld(windowMs);
    return true;
  }

  size(name: string, windowMs: number): number {
    return this.recent(name, windowMs).size;
  }

  private recent(name: string, windowMs: number): Map<string, number> {
    const things = this.byName.get(name) ?? new Map<string, number>();
    const since = this.now() - windowMs;
    for (const [thing, at] of things) {
      if (at > since) break;
      things.delete(thing);
    }
    return things;
  }

  /** Windows are much alike, so what is over stands in front. */
  private forgetOld(windowMs: number): void {
    for (const name of this.byName.keys()) {
      const isOver = this.recent(name, windowMs).size === 0;
      if (!isOver && this.byName.size <= MAX_NAMES) return;
      this.byName.delete(name);
    }
  }
}
