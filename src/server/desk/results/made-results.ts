import { LRUCache } from 'lru-cache';
import type { DearKind, DearRequests, Size } from '../../platform/rate/dear.js';
import type { Asker, InSlices } from '../../platform/rate/lane.js';

const MOST_BYTES = 16 * 1024 * 1024;
/** Of an entry, beside what it holds. */
const ENTRY_BYTES = 500;

/** A file or a report that is to be made, and what it is made of. */
export interface Wanted {
  kind: DearKind;
  size: Size;
  /** Names the game, what was ruled in it, and everything else that it depends on. */
  key: string;
  make: (inSlices: InSlices) => Promise<Buffer>;
}

/**
 * Reports and files of games as they were made, until they are others (R10.6). Who asks for one has to be asked
 * for their right to it before.
 */
export class MadeResults {
  private readonly made = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  });

  constructor(private readonly dear: DearRequests) {}

  /** Rejects as `DearRequests.run` does where it has to be made. */
  async get(
    asker: Asker,
    { kind, size, key, make }: Wanted,
    signal: AbortSignal | undefined,
  ): Promise<Buffer> {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const work = async (inSlices: InSlices): Promise<Buffer> => {
      // Somebody else may have asked for the same meanwhile.
      const made = this.made.get(key) ?? (await make(inSlices));
      this.made.set(key, made);
      return made;
    };
    return this.dear.run(kind, size, asker, work, { signal });
  }
}
