import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import { ANSWERS, EMOTES, PEOPLE, TALK, VISITS } from './rate-gate.js';

/** Limits of an identity over however many connections (R10.2). */
export class IdentityLimits {
  private readonly talk = new KeyedBuckets(TALK.perSecond, TALK.burst);
  private readonly emotes = new KeyedBuckets(EMOTES.perSecond, EMOTES.burst);
  private readonly answers = new KeyedBuckets(ANSWERS.perSecond, ANSWERS.burst);
  private readonly people = new KeyedBuckets(PEOPLE.perSecond, PEOPLE.burst);
  private readonly visits = new KeyedBuckets(VISITS.perSecond, VISITS.burst);

  /** Whether it may say something that everybody in its room reads. */
  mayTalk(identityId: string, now: number): boolean {
    return this.talk.take(identityId, now);
  }

  /** Whether it may show an emote (R22.2). */
  mayEmote(identityId: string, now: number): boolean {
    return this.emotes.take(identityId, now);
  }

  /** Whether it may write an answer (R16.14). */
  mayWrite(identityId: string, now: number): boolean {
    return this.answers.take(identityId, now);
  }

  /** Whether it may ask who is there (R10.6). */
  mayAskWho(identityId: string, now: number): boolean {
    return this.people.take(identityId, now);
  }

  /** Whether it may enter a room, or come back to one. */
  mayVisit(identityId: string, now: number): boolean {
    return this.visits.take(identityId, now);
  }
}
