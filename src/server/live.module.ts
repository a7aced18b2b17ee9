import {
  Module,
  type DynamicModule,
  type FactoryProvider,
  type InjectionToken,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type Config } from './platform/config/config.js';
import { LOGGER } from './platform/config/logger.js';
import { GameGateway, GATEWAY_PARTS } from './live/gateway/game.gateway.js';
import { Hosts } from './desk/accounts/hosts.js';
import { AccountsModule } from './http/accounts/accounts.module.js';
import { LooksModule } from './http/looks/looks.module.js';
import { PicturesModule } from './http/pictures/pictures.module.js';
import { ResultsModule } from './http/results/results.module.js';
import { SetsModule } from './http/sets/sets.module.js';
import { TicketsModule } from './http/tickets/tickets.module.js';
import { IdentityService } from './platform/identity/identity.js';
import { PROXY_SETTINGS, type ProxySettings } from './platform/identity/request-origin.js';
import { buildLive, LIVE, type Live, type LiveNeeds } from './live.js';
import { ServerMetrics } from './metrics/server-metrics.js';
import { DearRequests } from './platform/rate/dear.js';
import { Looks } from './desk/looks/looks.js';
import { Results } from './desk/results/results.js';
import { GamePictures } from './live/room/game-pictures.js';
import { HostLinks } from './live/room/host-links.js';
import { QUIZ_BANK, type QuizBank } from './contracts/quiz-bank.js';
import { TICKET_LISTS, type TicketLists } from './contracts/ticket-lists.js';
import { QuizSelection } from './live/room/quiz-selection.js';
import { RoomDirectory } from './live/room/room-directory.js';
import { RoomFinder } from './live/room/room-finder.js';
import { SpokenWords } from './live/room/spoken-words.js';
import { Tickets } from './live/room/tickets.js';
import { ROOMS_IN_USE } from './live/room/running-games.js';
import { STORE_PARTS, type StoreParts } from './live/store/parts.js';

/** One of the live parts, for whoever asks for it. */
function part(token: InjectionToken, pick: (live: Live) => unknown): FactoryProvider {
  return { provide: token, inject: [LIVE], useFactory: pick };
}

/** The rooms that are played. Their parts know each other in circles, so one builder puts them together. */
@Module({})
export class LiveModule {
  static forRoot({
    lengths,
    maps,
    roomRates,
  }: Pick<LiveNeeds, 'lengths' | 'maps'> & Partial<Pick<LiveNeeds, 'roomRates'>>): DynamicModule {
    const providers = [
      {
        provide: LIVE,
        inject: [
          CONFIG,
          LOGGER,
          STORE_PARTS,
          ServerMetrics,
          IdentityService,
          PROXY_SETTINGS,
          Hosts,
          QUIZ_BANK,
          TICKET_LISTS,
          Results,
          GamePictures,
          Looks,
        ],
        useFactory: (
          config: Config,
          logger: Logger,
          stored: StoreParts,
          metrics: ServerMetrics,
          identities: IdentityService,
          proxy: ProxySettings,
          hosts: Hosts,
          bank: QuizBank,
          ticketLists: TicketLists,
          results: Results,
          pictures: GamePictures,
          looks: Looks,
        ) =>
          buildLive({
            config,
            logger,
            stored,
            metrics,
            identities,
            proxy,
            hosts,
            bank,
            ticketLists,
            results,
            pictures,
            looks,
            lengths,
            maps,
            roomRates,
          }),
      },
      part(RoomDirectory, ({ directory }) => directory),
      part(RoomFinder, ({ finder }) => finder),
      part(Tickets, ({ tickets }) => tickets),
      part(HostLinks, ({ links }) => links),
      part(QuizSelection, ({ quizzes }) => quizzes),
      part(SpokenWords, ({ words }) => words),
      part(DearRequests, ({ dear }) => dear),
      part(ROOMS_IN_USE, ({ inUse }) => inUse),
      part(GATEWAY_PARTS, ({ gateway }) => gateway),
    ];
    return {
      module: LiveModule,
      global: true,
      imports: [
        AccountsModule,
        SetsModule,
        PicturesModule,
        LooksModule,
        ResultsModule,
        TicketsModule,
      ],
      providers: [...providers, GameGateway],
      exports: providers.map(({ provide }) => provide),
    };
  }
}
