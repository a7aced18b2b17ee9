import type { Redis } from 'ioredis';
import { askRedis, isAway } from './redis-errors.js';

const EVENTS = 'notify-keyspace-events';

/**
 * Makes Redis tell of keys that expire, whatever else it tells already, and returns what is wrong with
 * its settings. A managed Redis may refuse to be configured: then deadlines ring all the same, by those
 * who watch them and by the sweep.
 */
export async function checkRedisConfig(redis: Redis): Promise<string[]> {
  const read = async (name: string): Promise<string> => {
    const [, value = ''] = await askRedis(redis.config('GET', name));
    return value;
  };
  try {
    const flags = await read(EVENTS);
    const missing = (flags.includes('E') ? '' : 'E') + (/[xA]/.test(flags) ? '' : 'x');
    if (missing !== '') await askRedis(redis.config('SET', EVENTS, flags + missing));
    const evicts =
      (await read('maxmemory')) !== '0' && (await read('maxmemory-policy')) !== 'noeviction';
    return evicts ? ['redis drops data when it is full: set maxmemory-policy to noeviction'] : [];
  } catch (error) {
    if (isAway(error)) throw error;
    return [`redis refuses to be configured: see to it that ${EVENTS} has "Ex"`];
  }
}
