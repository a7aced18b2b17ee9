import type { Cluster, Redis, RedisOptions } from 'ioredis';

/** As ioredis takes them. */
export type ClientOptions = Omit<RedisOptions, 'replyMapping'>;

/** How long after ioredis gave a connection up it is opened again, in ms. */
const OPEN_AGAIN_MS = 200;

/**
 * ioredis gives a connection up for good where it is told to connect anew while it looks for its address. This one
 * comes back until somebody ends it.
 */
export function comesBack<Client extends Redis | Cluster>(redis: Client): Client {
  let isWanted = true;
  const disconnect = redis.disconnect.bind(redis);
  redis.disconnect = (isAnew = false) => {
    isWanted &&= isAnew;
    disconnect(isAnew);
  };
  const openAgain = (): void => {
    if (isWanted && redis.status === 'end') redis.connect().catch(() => {});
  };
  redis.on('end', () => setTimeout(openAgain, OPEN_AGAIN_MS).unref());
  return redis;
}
