import { RoomError } from '../protocol/index.js';
import { TokenBucket } from '../rate/token-bucket.js';

/** Reading a file may take 30 ms, in which nobody plays (R10.4): in all, an eighth of the time. */
const LIMITS = {
  room: { perSecond: 0.5, burst: 20 },
  /** Of a school, many hosts may share one. */
  address: { perSecond: 1, burst: 40 },
  all: { perSecond: 4, burst: 80 },
};
/** Rooms or addresses that are counted at once; beyond it the oldest are forgotten. */
const MAX_REMEMBERED = 10_000;

/** How often quiz files may come; counted before a file's body is read. Each process counts for itself. */
export class UploadLimits {
  private readonly rooms = new Map<string, TokenBucket>();
  private readonly addresses = new Map<string, TokenBucket>();
  private readonly all: TokenBucket;

  constructor(private readonly now: () => number) {
    this.all = new TokenBucket(LIMITS.all.perSecond, LIMITS.all.burst, now());
  }

  /** Counts one file; throws RATE_LIMITED where it is one too many. */
  admit(roomId: string, address: string): void {
    const now = this.now();
    // Whoever sends too many takes nothing from the others.
    const isWithin =
      bucketOf(this.rooms, roomId, LIMITS.room, now).take(now) &&
      bucketOf(this.addresses, address, LIMITS.address, now).take(now) &&
      this.all.take(now);
    if (!isWithin) throw new RoomError('RATE_LIMITED', 'too many files');
  }
}

function bucketOf(
  buckets: Map<string, TokenBucket>,
  key: string,
  { perSecond, burst }: { perSecond: number; burst: number },
  now: number,
): TokenBucket {
  const known = buckets.get(key);
  if (known !== undefined) return known;
  const bucket = new TokenBucket(perSecond, burst, now);
  buckets.set(key, bucket);
  const [oldest] = buckets.keys();
  if (buckets.size > MAX_REMEMBERED && oldest !== undefined) buckets.delete(oldest);
  return bucket;
}
