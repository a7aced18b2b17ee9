/** How long a dot takes to grow into an avatar, and back. */
const GROW_MS = 200;
/** What part of an avatar's size a dot has. */
const DOT_PART = 0.3;

/** Who is an avatar, and how far it has grown from a dot. */
export class Growth<Key> {
  readonly #since = new Map<Key, { at: number; comes: boolean }>();
  /** With reduced motion avatars are there at once. */
  grows = true;

  /** From now on these are avatars, and nobody else. */
  set(keys: ReadonlySet<Key>, now: number): void {
    for (const [key, { comes }] of this.#since)
      if (comes && !keys.has(key)) this.#since.set(key, { at: now, comes: false });
    for (const key of keys)
      if (this.#since.get(key)?.comes !== true) this.#since.set(key, { at: now, comes: true });
    for (const key of this.#since.keys()) if (this.partOf(key, now) === 0) this.#since.delete(key);
  }

  /** What part of its size somebody's avatar has; 0 for who is a dot. */
  partOf(key: Key, now: number): number {
    const one = this.#since.get(key);
    if (!one) return 0;
    const done = this.grows ? Math.min(1, Math.max(0, (now - one.at) / GROW_MS)) : 1;
    if (!one.comes) return done === 1 ? 0 : 1 - done * (1 - DOT_PART);
    return DOT_PART + (1 - DOT_PART) * (1 - (1 - done) ** 2);
  }

  has(key: Key): boolean {
    return this.#since.get(key)?.comes === true;
  }

  /** Those who are avatars, or were until just now. */
  get keys(): Iterable<Key> {
    return this.#since.keys();
  }

  isGrowing(now: number): boolean {
    for (const { at } of this.#since.values()) if (this.grows && now - at < GROW_MS) return true;
    return false;
  }
}
