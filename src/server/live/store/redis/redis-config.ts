import type { Redis } from 'ioredis';
import { isAway } from '../../../../protocol/index.js';
import { asRoomError, askRedis, isRefusal } from './redis-errors.js';

const EVENTS = 'notify-keyspace-events';

export interface ConfigLook {
  /** The settings of Redis that are wrong, in words. */
  warnings: string[];
  /** Whether it tells of keys that expire; undefined where it refuses to say, as a managed Redis may. */
  tellsEvents: true | undefined;
}

/** Makes Redis tell of keys that expire, whatever else it tells already, and looks at its other settings. */
export async function checkRedisConfig(redis: Redis): Promise<ConfigLook> {
  const read = async (name: string): Promise<string> => {
    const [, value = ''] = await redis.config('GET', name);
    return value;
  };
  const tellsEvents = await unlessRefused(async () => {
    const flags = await read(EVENTS);
    const missing = (flags.includes('E') ? '' : 'E') + (/[xA]/.test(flags) ? '' : 'x');
    if (missing !== '') await redis.config('SET', EVENTS, flags + missing);
    return true as const;
  });
  const evicts = await unlessRefused(
    async () =>
      (await read('maxmemory')) !== '0' && (await read('maxmemory-policy')) !== 'noeviction',
  );
  const warnings =
    evicts === true ? ['redis drops data when it is full: set maxmemory-policy to noeviction'] : [];
  return { warnings, tellsEvents };
}

/** Undefined where Redis does not let us; throws where it is away. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const told = asRoomError(error);
    if (isAway(told) && !isRefusal(error)) throw told;
    return undefined;
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
