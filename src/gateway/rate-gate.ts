import { TokenBucket } from '../room/token-bucket.js';

const COMMANDS_PER_S = 30;
const COMMAND_BURST = 60;
/** Chat, and names, which would serve as chat. */
const TALK_PER_S = 2;
const TALK_BURST = 10;
/** Refused commands, less what a second forgives, after which a connection is closed. */
const FLOOD_LIMIT = 300;
const FORGIVEN_PER_S = 30;
const TELL_EVERY_MS = 1000;

export type Verdict = 'pass' | 'drop' | 'tell' | 'close';

/** The limits of one connection (R10.2). */
export class RateGate {
  private readonly commands: TokenBucket;
  private readonly talk: TokenBucket;
  private readonly patience: TokenBucket;
  private toldAt = -Infinity;

  constructor(now: number) {
    this.commands = new TokenBucket(COMMANDS_PER_S, COMMAND_BURST, now);
    this.talk = new TokenBucket(TALK_PER_S, TALK_BURST, now);
    this.patience = new TokenBucket(FORGIVEN_PER_S, FLOOD_LIMIT, now);
  }

  /** What to do with a command that arrives at `now` (ms). `tell` is a drop that is worth an error. */
  judge(isTalk: boolean, now: number): Verdict {
    if (this.commands.take(now) && (!isTalk || this.talk.take(now))) return 'pass';
    if (!this.patience.take(now)) return 'close';
    if (now - this.toldAt < TELL_EVERY_MS) return 'drop';
    this.toldAt = now;
    return 'tell';
  }
}
