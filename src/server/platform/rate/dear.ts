import { RoomError } from '../../../protocol/errors.js';
import { KeyedBuckets } from './keyed-buckets.js';
import { Lane, type Asker, type Entry, type InSlices } from './lane.js';

/** How large what is asked for is. */
export interface Size {
  seats: number;
  questions: number;
}

/**
 * What dear requests take of the loop, in ms of the machine of docs/performance.md, by seats × questions (R10.6).
 * A test measures them.
 */
export const WEIGHTS = {
  report: ({ seats, questions }: Size) => 3 + 0.0022 * seats * questions,
  csv: ({ seats, questions }: Size) => 3 + 0.0066 * seats * questions,
  xlsx: ({ seats, questions }: Size) => 4 + 0.0085 * seats * questions,
  /** A question of a game that is over, and everything that follows from it. */
  correction: ({ seats, questions }: Size) => 1.2 + 0.0007 * seats * questions,
  /** `seats` are asked about at once. */
  people: ({ seats }: Size) => 0.003 + 0.0018 * seats,
  /** `seats` are messages. */
  history: ({ seats }: Size) => 0.2 + 0.0024 * seats,
  /** `seats` are sets that are searched, `questions` the kB in them; it is the database that works. */
  search: ({ seats, questions }: Size) => 1 + 0.02 * seats + 0.024 * questions,
  /** `questions` are its pictures. Nearly all of it is SHA-256, which processors do at very different speeds. */
  archive: ({ questions }: Size) => 0.5 + 0.36 * questions,
  /** `seats` are names that a host lists, of letters with as many marks as any script has. */
  names: ({ seats }: Size) => 0.02 + 0.1 * seats,
  /** Of the last game in a room, for those who are in it. */
  table: ({ seats }: Size) => 0.02 + 0.00075 * seats,
} satisfies Record<string, (size: Size) => number>;

export type DearKind = keyof typeof WEIGHTS;

/** What players wait for, and takes a few ms at most, need not wait behind what takes longer. */
const SMALL: ReadonlySet<DearKind> = new Set(['people', 'history', 'table']);
/** Of one account, and of an address: of ms as in the table, in a second, and at once. */
const OF_ACCOUNT = { perSecond: 200, burst: 10_000 };
const OF_ADDRESS = { perSecond: 300, burst: 20_000 };

/** Lets what is dear through the lane, as far as who asks has not had too much of it (R10.6). */
export class DearRequests {
  private readonly ofAccounts = new KeyedBuckets(OF_ACCOUNT.perSecond, OF_ACCOUNT.burst);
  private readonly ofAddresses = new KeyedBuckets(OF_ADDRESS.perSecond, OF_ADDRESS.burst);

  constructor(
    /** Whether somebody hosts a game that runs. */
    private readonly runsGame: (identityId: string) => boolean,
    private readonly lane: Lane = new Lane(),
  ) {}

  /** Who has no account is known by identity. */
  askerOf({ identityId, address }: { identityId: string; address: string }): Asker {
    return { key: identityId, address, isFirst: this.runsGame(identityId) };
  }

  /** Rejects as `Lane.run` does, and with RATE_LIMITED where who asks has had too much. */
  async run<T>(
    kind: DearKind,
    size: Size,
    asker: Asker,
    work: (inSlices: InSlices) => Promise<T> | T,
    entry: Omit<Entry, 'isSmall'> = {},
  ): Promise<T> {
    const ms = WEIGHTS[kind](size);
    const now = performance.now();
    const isWithin =
      this.ofAccounts.take(asker.key, now, Math.min(ms, OF_ACCOUNT.burst)) &&
      this.ofAddresses.take(asker.address, now, Math.min(ms, OF_ADDRESS.burst));
    if (!isWithin) throw new RoomError('RATE_LIMITED', 'too much that takes long: wait a moment');
    return this.lane.run(asker, work, { ...entry, isSmall: SMALL.has(kind) });
  }
}
