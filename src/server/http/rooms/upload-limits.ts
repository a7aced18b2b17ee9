import { RoomError } from '../../../protocol/index.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import { SharedBucket } from '../../platform/rate/shared-bucket.js';

/** Reading a file may take 30 ms, in which nobody plays (R10.4): in all, an eighth of the time. */
const LIMITS = {
  room: { perSecond: 0.5, burst: 20 },
  /** Of a school, many hosts may share one. */
  address: { perSecond: 1, burst: 40 },
  all: { perSecond: 4, burst: 80 },
  /** Of an address in the second half of what all may send. */
  share: { perSecond: 0.5, burst: 20 },
};

/** How often quiz files may come; counted before a file's body is read. Each process counts for itself. */
export class UploadLimits {
  private readonly rooms = new KeyedBuckets(LIMITS.room.perSecond, LIMITS.room.burst);
  private readonly addresses = new KeyedBuckets(LIMITS.address.perSecond, LIMITS.address.burst);
  private readonly all: SharedBucket;

  constructor(private readonly now: () => number) {
    this.all = new SharedBucket(LIMITS.all, LIMITS.share, now());
  }

  /** Counts one file; throws RATE_LIMITED where it is one too many. */
  admit(roomId: string, address: string): void {
    const now = this.now();
    // Whoever sends too many takes nothing from the others.
    const isWithin =
      this.rooms.take(roomId, now) &&
      this.addresses.take(address, now) &&
      this.all.take(address, now);
    if (!isWithin) throw new RoomError('RATE_LIMITED', 'too many files');
  }
}
