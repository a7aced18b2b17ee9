import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import type { ServerMetrics } from './metrics/server-metrics.js';
import { createMemoryParts } from './store/memory/memory-parts.js';
import type { StoreParts } from './store/parts.js';
import { createRedisParts } from './store/redis/redis-parts.js';
import { logUpdates } from './store/update-log.js';

/** The rooms: in Redis where there is one, else in this process. */
export function openStore(config: Config, logger: Logger, metrics: ServerMetrics): StoreParts {
  const observe = logUpdates(logger);
  if (config.REDIS_URL === undefined) return createMemoryParts(observe);
  return createRedisParts({
    url: config.REDIS_URL,
    prefix: config.REDIS_PREFIX,
    processId: randomUUID(),
    settleMs: config.SETTLE_MS,
    logger,
    observe,
    answered: metrics.answered,
  });
}
