import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { ROOM_SCHEMA } from '../game/room-change.js';
import { WIRE } from '../protocol/index.js';
import { CONFIG, type Config } from './platform/config/config.js';
import { LOGGER } from './platform/config/logger.js';
import { proxySettings } from './platform/config/proxy-settings.js';
import { Database } from './platform/database/database.js';
import { MetricsModule } from './http/metrics/metrics.module.js';
import { UNKNOWN_HOST } from './platform/identity/host-names.js';
import { IdentityService } from './platform/identity/identity.js';
import { PROXY_SETTINGS } from './platform/identity/request-origin.js';
import { ServerMetrics } from './metrics/server-metrics.js';
import { CHILD_FILES, type ChildFiles } from './desk/child/child-files.js';
import { READY_SETS, type QuizBank } from './contracts/quiz-bank.js';
import { ROOM_STORE } from './live/store/contract.js';
import { adapterPatterns } from './live/gateway/redis-adapter.js';
import { createMemoryParts } from './live/store/memory/memory-parts.js';
import { STORE_PARTS, type StoreParts } from './live/store/parts.js';
import { createRedisParts } from './live/store/redis/redis-parts.js';
import { logUpdates } from './live/store/update-log.js';

export interface Platform {
  /** The release of this program. */
  version: string;
  config: Config;
  logger: Logger;
  database: Database;
  /** The sets of everybody. */
  bank: QuizBank;
  childFiles: ChildFiles;
}

/** What every other module stands on. */
@Module({})
export class PlatformModule {
  static forRoot({ version, config, logger, database, bank, childFiles }: Platform): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [MetricsModule.forRoot({ version, schema: ROOM_SCHEMA, wire: WIRE })],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: Database, useValue: database },
        { provide: READY_SETS, useValue: bank },
        { provide: CHILD_FILES, useValue: childFiles },
        { provide: IdentityService, useFactory: () => new IdentityService(config.SECRET) },
        {
          provide: PROXY_SETTINGS,
          useFactory: () => proxySettings(config, (name) => logger.warn({ name }, UNKNOWN_HOST)),
        },
        {
          provide: STORE_PARTS,
          inject: [ServerMetrics],
          useFactory: (metrics: ServerMetrics) => openStore(config, logger, metrics),
        },
        {
          provide: ROOM_STORE,
          inject: [STORE_PARTS],
          useFactory: ({ store }: StoreParts) => store,
        },
      ],
      exports: [
        CONFIG,
        LOGGER,
        Database,
        READY_SETS,
        CHILD_FILES,
        IdentityService,
        PROXY_SETTINGS,
        STORE_PARTS,
        ROOM_STORE,
        MetricsModule,
      ],
    };
  }
}

/** The rooms: in Redis where there is one, else in this process. */
function openStore(config: Config, logger: Logger, metrics: ServerMetrics): StoreParts {
  const observe = logUpdates(logger);
  if (config.REDIS_URL === undefined) {
    if (config.ROOMS === 'memory') return createMemoryParts(observe);
    const dir = join(config.DATA_DIR, 'rooms');
    return createMemoryParts(observe, { dir, emptyRoomMs: config.EMPTY_ROOM_S * 1000, logger });
  }
  return createRedisParts({
    url: config.REDIS_URL,
    prefix: config.REDIS_PREFIX,
    secret: config.SECRET,
    patterns: adapterPatterns(config.REDIS_PREFIX),
    processId: randomUUID(),
    settleMs: config.SETTLE_MS,
    logger,
    observe,
    answered: metrics.answered,
  });
}
