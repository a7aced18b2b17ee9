import type { ChainableCommander } from 'ioredis';
import type { SharedCounts } from '../../../contracts/shared-counts.js';
import type { RedisKeys } from './keys.js';
import { askAll, askRedis } from './redis-errors.js';
import type { Shards } from './shards.js';

/** Counts in Redis; each ends by its key's TTL. */
export class RedisCounts implements SharedCounts {
  constructor(
    private readonly shards: Pick<Shards, 'ofKey'>,
    private readonly keys: RedisKeys,
    /** Epoch ms by Redis time. */
    private readonly now: () => number,
  ) {}

  async raise(name: string, windowMs: number): Promise<number> {
    const key = this.keys.count(name);
    const { commands } = this.shards.ofKey(key);
    const raised = await askAll(commands.multi().set(key, 0, 'PX', windowMs, 'NX').incr(key));
    return Number(raised.at(-1));
  }

  async read(name: string): Promise<number> {
    const key = this.keys.count(name);
    return Number((await askRedis(this.shards.ofKey(key).commands.get(key))) ?? 0);
  }

  async add(
    name: string,
    thing: string,
    windowMs: number,
  ): Promise<{ count: number; isNew: boolean }> {
    const key = this.keys.things(name);
    const now = this.now();
    const [, added, count] = await askAll(
      this.recent(key, now, windowMs).zadd(key, 'NX', now, thing).zcard(key).pexpire(key, windowMs),
    );
    return { count: Number(count), isNew: added === 1 };
  }

  /** Takes as many commands as `add`, so that its time tells nothing. */
  async size(name: string, windowMs: number): Promise<number> {
    const key = this.keys.things(name);
    const now = this.now();
    const [, , count] = await askAll(
      this.recent(key, now, windowMs).zcount(key, now, now).zcard(key).pttl(key),
    );
    return Number(count);
  }

  private recent(key: string, now: number, windowMs: number): ChainableCommander {
    const { commands } = this.shards.ofKey(key);
    return commands.multi().zremrangebyscore(key, '-inf', now - windowMs);
  }
}
