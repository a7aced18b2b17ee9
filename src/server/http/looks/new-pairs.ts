import { RoomError } from '../../../protocol/index.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import { SharedBucket } from '../../platform/rate/shared-bucket.js';

/** Styles of a pair take up to 0.5 ms, in which nobody plays: in all, a fortieth of the time. A hall has one pair. */
const LIMITS = {
  address: { perSecond: 5, burst: 60 },
  all: { perSecond: 50, burst: 400 },
  /** An address has it in the second half of what all may ask for. */
  share: { perSecond: 1, burst: 20 },
};

/** How often pairs of colours may come whose styles are not kept. Each process counts for itself. */
export class NewPairs {
  private readonly addresses = new KeyedBuckets(LIMITS.address.perSecond, LIMITS.address.burst);
  private readonly all: SharedBucket;

  constructor(private readonly now: () => number) {
    this.all = new SharedBucket(LIMITS.all, LIMITS.share, now());
  }

  /** Counts one; throws RATE_LIMITED where it is one too many. */
  admit(address: string): void {
    const now = this.now();
    // One that asks for too many takes nothing from the others.
    const isWithin = this.addresses.take(address, now) && this.all.take(address, now);
    if (!isWithin) throw new RoomError('RATE_LIMITED', 'too many colours');
  }
}
