import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { bugReporter, LOGGER, reportUnlessRefused } from '../../platform/config/logger.js';
import { Database } from '../../platform/database/database.js';
import { Hosts } from '../../desk/accounts/hosts.js';
import { DearRequests } from '../../platform/rate/dear.js';
import { KeptGames } from '../../desk/results/kept-games.js';
import { MadeResults } from '../../desk/results/made-results.js';
import { Results } from '../../desk/results/results.js';
import { ROOM_STORE, type RoomStore } from '../../live/store/contract.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ResultsController } from './results.controller.js';

/** The results of games: how they are kept, and what is made of them. */
@Module({
  imports: [AccountsModule],
  controllers: [ResultsController],
  providers: [
    {
      provide: Results,
      inject: [CONFIG, Database, Hosts, ROOM_STORE, LOGGER],
      useFactory: (
        { RESULTS_DAYS: days, TRACKS_DAYS: tracksDays }: Config,
        database: Database,
        hosts: Hosts,
        store: RoomStore,
        logger: Logger,
      ) => {
        const failed = reportUnlessRefused(bugReporter(logger), 'desk');
        return new Results(database, hosts, store, { days, tracksDays, failed });
      },
    },
    { provide: KeptGames, inject: [Results], useFactory: ({ games }: Results) => games },
    {
      provide: MadeResults,
      inject: [DearRequests],
      useFactory: (dear: DearRequests) => new MadeResults(dear),
    },
  ],
  exports: [Results, KeptGames, MadeResults],
})
export class ResultsModule {}
