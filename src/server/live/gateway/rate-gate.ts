import { WRITE_EVERY_MS } from '../../../protocol/limits.js';
import { TokenBucket } from '../../platform/rate/token-bucket.js';

const COMMANDS_PER_S = 30;
const COMMAND_BURST = 60;
/** Chat, and names, which would serve as chat. */
export const TALK = { perSecond: 2, burst: 10 };
/** Of each player (R22.2). */
export const EMOTES = { perSecond: 1, burst: 1 };
/** Answers in writing (R16.14): two that were sent in time may come together. */
export const ANSWERS = { perSecond: 1000 / WRITE_EVERY_MS, burst: 2 };
/** Who is in 64 slots of a big room; our page asks twice a second. */
export const PEOPLE = { perSecond: 4, burst: 8 };
/** Each costs a whole snapshot for the visitor, and everybody in the room is told of it. */
export const VISITS = { perSecond: 0.5, burst: 20 };
/** Lists of names that a room takes: one of 2,000 names comes in 34 pieces. */
export const LISTS = { perSecond: 1, burst: 40 };
/** Refused commands, less what a second forgives, after which a connection is closed. */
const FLOOD_LIMIT = 300;
const FORGIVEN_PER_S = 30;
const TELL_EVERY_MS = 1000;

export type Verdict = 'pass' | 'drop' | 'tell' | 'close';

/** The limits of one connection (R10.2). */
export class RateGate {
  private readonly commands: TokenBucket;
  private readonly talk: TokenBucket;
  private readonly visits: TokenBucket;
  private readonly patience: TokenBucket;
  private toldAt = -Infinity;

  constructor(now: number) {
    this.commands = new TokenBucket(COMMANDS_PER_S, COMMAND_BURST, now);
    this.talk = new TokenBucket(TALK.perSecond, TALK.burst, now);
    this.visits = new TokenBucket(VISITS.perSecond, VISITS.burst, now);
    this.patience = new TokenBucket(FORGIVEN_PER_S, FLOOD_LIMIT, now);
  }

  /** What to do with a command that arrives at `now` (ms). `tell` is a drop that is worth an error. */
  judge(now: number): Verdict {
    return this.commands.take(now) ? 'pass' : this.refusal(now);
  }

  /** The same for talk, which the sender's identity has to be allowed, too. */
  judgeTalk(now: number, mayTalk: () => boolean): Verdict {
    const isAllowed = this.commands.take(now) && this.talk.take(now) && mayTalk();
    return isAllowed ? 'pass' : this.refusal(now);
  }

  /** The same for an emote; they are counted by identity only. */
  judgeEmote(now: number, mayShow: () => boolean): Verdict {
    return this.commands.take(now) && mayShow() ? 'pass' : this.refusal(now);
  }

  /** Whether the connection may enter a room, or come back to one. */
  mayVisit(now: number): boolean {
    return this.visits.take(now);
  }

  private refusal(now: number): Verdict {
    if (!this.patience.take(now)) return 'close';
    if (now - this.toldAt < TELL_EVERY_MS) return 'drop';
    this.toldAt = now;
    return 'tell';
  }
}
