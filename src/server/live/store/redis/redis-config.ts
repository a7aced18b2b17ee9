import type { Redis } from 'ioredis';
import { isAway } from '../../../../protocol/index.js';
import { asRoomError, askRedis, isRefusal } from './redis-errors.js';

const EVENTS = 'notify-keyspace-events';

/**
 * Makes Redis tell of keys that expire, whatever else it tells already, and returns what is wrong with
 * its settings. A managed Redis may refuse to be configured: then deadlines ring all the same, by those
 * who watch them and by the sweep.
 */
export async function checkRedisConfig(redis: Redis): Promise<string[]> {
  const read = async (name: string): Promise<string> => {
    const [, value = ''] = await redis.config('GET', name);
    return value;
  };
  try {
    const flags = await read(EVENTS);
    const missing = (flags.includes('E') ? '' : 'E') + (/[xA]/.test(flags) ? '' : 'x');
    if (missing !== '') await redis.config('SET', EVENTS, flags + missing);
    const evicts =
      (await read('maxmemory')) !== '0' && (await read('maxmemory-policy')) !== 'noeviction';
    return evicts ? ['redis drops data when it is full: set maxmemory-policy to noeviction'] : [];
  } catch (error) {
    const told = asRoomError(error);
    if (isAway(told) && !isRefusal(error)) throw told;
    return [`redis refuses to be configured: see to it that ${EVENTS} has "Ex"`];
  }
}

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
