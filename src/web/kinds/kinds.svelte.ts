import type * as Kinds from './kinds.js';

/** What pages do with questions that are no choices; its code comes with the first one, as most games have none. */
class KindsPart {
  /** Null until it is there. */
  part = $state.raw<typeof Kinds | null>(null);

  load(): void {
    if (this.part !== null) return;
    import('./kinds.js').then(
      (part) => (this.part = part),
      // Without it the question stands over an empty floor, and the next one tries again.
      () => undefined,
    );
  }
}

export const kinds = new KindsPart();
