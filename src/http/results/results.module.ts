import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../../config/config.js';
import { bugReporter, LOGGER, reportUnlessRefused } from '../../config/logger.js';
import { Database } from '../../database/database.js';
import { Hosts } from '../../hosts/hosts.js';
import { DearRequests } from '../../rate/dear.js';
import { KeptGames } from '../../results/kept-games.js';
import { MadeResults } from '../../results/made-results.js';
import { Results } from '../../results/results.js';
import { ROOM_STORE, type RoomStore } from '../../store/contract.js';
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
