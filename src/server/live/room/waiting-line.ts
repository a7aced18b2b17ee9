/** Somebody who waits to be seated. */
export interface Waiting {
  connectionId: string;
  identityId: string;
  /** Whether they need not wait any more: they would be refused, or have a seat by now. */
  goesAtOnce(): boolean;
  /** It is their turn; `decided` is to be called when they have a seat or none. */
  go(decided: () => void): void;
  /** They have given up their place. */
  end(): void;
  tell(place: number): void;
}

/**
 * Who waits behind one address for a room. Each connection has one place, and identities take turns, so that one
 * with many connections is no further ahead than others. Those who were turned away before come first.
 */
export class WaitingLine {
  /** By identity, in the order in which they are served: those who were turned away, then all others. */
  private readonly returning = new Map<string, Waiting[]>();
  private readonly fresh = new Map<string, Waiting[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(one: Waiting, isReturning: boolean): void {
    const turns = isReturning ? this.returning : this.fresh;
    const theirs = turns.get(one.identityId);
    if (theirs === undefined) turns.set(one.identityId, [one]);
    else theirs.push(one);
    this.count++;
  }

  /** The next one; `mayFresh` tells whether those may be who were not turned away before. */
  peek(mayFresh: boolean): Waiting | undefined {
    return firstOf(this.returning) ?? (mayFresh ? firstOf(this.fresh) : undefined);
  }

  /** Those of these who wait come next, as they were turned away before. */
  bringForward(identityIds: ReadonlySet<string>): void {
    for (const [identityId, theirs] of this.fresh) {
      if (!identityIds.has(identityId)) continue;
      this.fresh.delete(identityId);
      this.returning.set(identityId, [...(this.returning.get(identityId) ?? []), ...theirs]);
    }
  }

  /** Takes somebody out who is at the head; false where they have gone already. */
  take(one: Waiting): boolean {
    return this.remove(one.connectionId, one.identityId) !== undefined;
  }

  remove(connectionId: string, identityId: string): Waiting | undefined {
    for (const turns of [this.returning, this.fresh]) {
      const theirs = turns.get(identityId);
      const at = theirs?.findIndex((one) => one.connectionId === connectionId) ?? -1;
      if (theirs === undefined || at < 0) continue;
      const [gone] = theirs.splice(at, 1);
      this.count--;
      turns.delete(identityId);
      // The next of the same identity comes after everybody else's.
      if (theirs.length > 0) turns.set(identityId, theirs);
      return gone;
    }
    return undefined;
  }

  /** All in the order of their turns, of each identity one after the other. */
  *inOrder(): Iterable<Waiting> {
    for (const turns of [this.returning, this.fresh]) {
      const longest = Math.max(0, ...Array.from(turns.values(), (theirs) => theirs.length));
      for (let round = 0; round < longest; round++)
        for (const theirs of turns.values()) {
          const one = theirs[round];
          if (one !== undefined) yield one;
        }
    }
  }
}

function firstOf(turns: ReadonlyMap<string, readonly Waiting[]>): Waiting | undefined {
  for (const [first] of turns.values()) return first;
  return undefined;
}
