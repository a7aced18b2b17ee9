import type { Redis } from 'ioredis';
import { askRedis } from './redis-errors.js';

const KEPT_SAMPLES = 16;
/** Taken at once where there are no others: one alone may have been on its way for long. */
const FIRST_SAMPLES = 4;

interface Sample {
  offsetMs: number;
  /** Half of the round trip: by so much the offset may be wrong. */
  errorMs: number;
}

/** Redis time, reckoned from this process's own steady clock. */
export class RedisClock {
  private samples: Sample[] = [];
  private best: Sample = { offsetMs: performance.timeOrigin, errorMs: Infinity };

  constructor(
    private readonly redis: Pick<Redis, 'time'>,
    private readonly steadyNow: () => number = () => performance.now(),
  ) {}

  /** Whole epoch ms. */
  now(): number {
    // As scripts do, so that both name the same millisecond.
    return Math.floor(this.steadyNow() + this.best.offsetMs);
  }

  /** How far off `now` may be, in ms. */
  get errorMs(): number {
    return this.best.errorMs;
  }

  /** Takes one more sample at least; the one with the shortest round trip counts. */
  async measure(): Promise<void> {
    do await this.sample();
    while (this.samples.length < FIRST_SAMPLES);
  }

  private async sample(): Promise<void> {
    const sentAt = this.steadyNow();
    const [seconds, micros] = await askRedis(this.redis.time());
    const errorMs = (this.steadyNow() - sentAt) / 2;
    const redisNow = Number(seconds) * 1_000 + Number(micros) / 1_000;
    const sample = { offsetMs: redisNow - sentAt - errorMs, errorMs };
    // Where two samples cannot both be right, a clock was set or stood still: the newer one is.
    const agrees = (other: Sample): boolean =>
      Math.abs(other.offsetMs - sample.offsetMs) <= other.errorMs + sample.errorMs + 1;
    this.samples = [...this.samples.filter(agrees), sample].slice(-KEPT_SAMPLES);
    this.best = this.samples.reduce((a, b) => (b.errorMs < a.errorMs ? b : a));
  }
}
