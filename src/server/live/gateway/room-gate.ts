import { RoomError } from '../../../protocol/index.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';

interface Rate {
  perSecond: number;
  burst: number;
}

/**
 * Commands that a room takes, from all who run it together, and that everybody in it is told of: their bytes are
 * multiplied by the people there, which the limits of a connection do not see (R10.2).
 */
export const ROOM_RATES = {
  all: { perSecond: 5, burst: 20 },
  /** Next, back and skip: a host may leaf through a whole evening. */
  steps: { perSecond: 5, burst: 60 },
  /** Apart, so that nobody can keep the owner from taking a role back. */
  roles: { perSecond: 5, burst: 20 },
  /** Each tells all about all, and counts as `all` as well. */
  games: { perSecond: 1, burst: 3 },
} satisfies Record<string, Rate>;

type Bucket = keyof typeof ROOM_RATES;
export type RoomRates = Record<Bucket, Rate>;

/**
 * The audience of a command's outcome: its sender or the people who run the room (`few`), or all in the room. For these
 * a bucket of the room counts it, unless something else bounds it (`bounded`): talk, moves, answers, emotes, visits,
 * lists, and corrections, which take turns.
 */
export type Told = 'few' | 'bounded' | Bucket;

/** The limits of each room at this process; of one that several share, each counts for itself. */
export class RoomGate {
  private readonly buckets: Record<Bucket, KeyedBuckets>;

  constructor(rates: RoomRates = ROOM_RATES) {
    const bucket = (name: Bucket): KeyedBuckets =>
      new KeyedBuckets(rates[name].perSecond, rates[name].burst);
    this.buckets = {
      all: bucket('all'),
      steps: bucket('steps'),
      roles: bucket('roles'),
      games: bucket('games'),
    };
  }

  /** Counts a command that is well-formed, and of somebody who may give it. Throws RATE_LIMITED. */
  take(roomId: string, told: Told, now: number): void {
    if (told === 'few' || told === 'bounded') return;
    const names: Bucket[] = told === 'games' ? ['games', 'all'] : [told];
    if (names.every((name) => this.buckets[name].take(roomId, now))) return;
    throw new RoomError('RATE_LIMITED', 'too much at once that everybody in the room is told');
  }
}
