import { Module, type DynamicModule } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { ServerInfo } from '../../../protocol/index.js';
import { ServerMetrics } from '../../metrics/server-metrics.js';
import { Results } from '../../desk/results/results.js';
import { STORE_PARTS, type StoreParts, type StoreStatus } from '../../live/store/parts.js';
import { ResultsModule } from '../results/results.module.js';
import { HealthController, STORE_STATUS } from './health.controller.js';
import { InfoController, SERVER_INFO } from './info.controller.js';
import { StatusController } from './status.controller.js';

/** Whether the process works, and what it is. */
@Module({})
export class HealthModule {
  static forRoot(info: () => ServerInfo): DynamicModule {
    return {
      module: HealthModule,
      imports: [ResultsModule],
      controllers: [HealthController, InfoController, StatusController],
      providers: [
        { provide: SERVER_INFO, useValue: info },
        {
          provide: STORE_STATUS,
          inject: [STORE_PARTS, Database, Results, ServerMetrics],
          useFactory: watched,
        },
      ],
    };
  }
}

function watched(
  stored: StoreParts,
  database: Database,
  results: Results,
  metrics: ServerMetrics,
): () => StoreStatus {
  metrics.watchStanding({
    store: () => stored.status(),
    isDatabaseAway: () => database.isAway,
    resultsWaiting: () => results.waiting,
  });
  return statusOf(stored, database, results);
}

/** Of the store, with what is wrong with the database, which keeps no game from going on. */
function statusOf(stored: StoreParts, database: Database, results: Results): () => StoreStatus {
  return () => {
    const { warnings, ...status } = stored.status();
    const { problem } = database;
    const more = problem === undefined ? [] : [`the database ${problem}`];
    return { ...status, warnings: [...warnings, ...more, ...results.warnings] };
  };
}
