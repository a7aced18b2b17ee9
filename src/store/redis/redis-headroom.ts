import type { Redis } from 'ioredis';
import { askRedis } from './redis-errors.js';

/** Share of `maxmemory` from which on nothing new begins, so that running games have room to go on. */
const FULL_SHARE = 0.9;

/** Whether new rooms and new seats have to be refused. A Redis without a limit is never full. */
export async function isNearlyFull(redis: Redis): Promise<boolean> {
  const info = await askRedis(redis.info('memory'));
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limit = read('maxmemory');
  return limit > 0 && read('used_memory') >= limit * FULL_SHARE;
}
