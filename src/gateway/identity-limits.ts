import { KeyedBuckets } from '../rate/keyed-buckets.js';
import { TALK, VISITS } from './rate-gate.js';

/** The same limits as a connection's, for an identity over however many connections (R10.2). */
export class IdentityLimits {
  private readonly talk = new KeyedBuckets(TALK.perSecond, TALK.burst);
  private readonly visits = new KeyedBuckets(VISITS.perSecond, VISITS.burst);

  /** Whether it may say something that everybody in its room reads. */
  mayTalk(identityId: string, now: number): boolean {
    return this.talk.take(identityId, now);
  }

  /** Whether it may enter a room, or come back to one. */
  mayVisit(identityId: string, now: number): boolean {
    return this.visits.take(identityId, now);
  }
}
