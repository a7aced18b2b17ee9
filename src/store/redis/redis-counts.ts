import type { Redis } from 'ioredis';
import type { SharedCounts } from '../contract.js';
import type { RedisKeys } from './keys.js';
import { askAll, askRedis } from './redis-errors.js';

/** Counts in Redis; each ends by its key's TTL. */
export class RedisCounts implements SharedCounts {
  constructor(
    private readonly redis: Redis,
    private readonly keys: RedisKeys,
  ) {}

  async raise(name: string, windowMs: number): Promise<number> {
    const key = this.keys.count(name);
    const raised = await askAll(this.redis.multi().set(key, 0, 'PX', windowMs, 'NX').incr(key));
    return Number(raised.at(-1));
  }

  async read(name: string): Promise<number> {
    return Number((await askRedis(this.redis.get(this.keys.count(name)))) ?? 0);
  }
}
