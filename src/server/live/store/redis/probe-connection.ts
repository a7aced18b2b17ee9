import { Redis } from 'ioredis';
import { comesBack, type ClientOptions } from '../../../platform/redis/client.js';

/** How long an answer may take, in ms. */
const ANSWER_MS = 500;
const MAX_RETRY_DELAY_MS = 500;

/** A connection to one of several that know the topology. To be given a listener for `error`: that one is away is no fault. */
export function connectProbe(address: ClientOptions): Redis {
  const options: ClientOptions = {
    ...address,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    // It is done at each `ready`. What ioredis does itself would end the process where a sentinel refuses it.
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
    disconnectTimeout: 100,
    retryStrategy: (attempt: number) => Math.min(attempt * 50, MAX_RETRY_DELAY_MS),
  };
  return comesBack(new Redis(options));
}
