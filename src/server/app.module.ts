import {
  Module,
  type DynamicModule,
  type INestApplicationContext,
  type Type,
} from '@nestjs/common';
import { Database } from './platform/database/database.js';
import type { PhaseLengths } from '../game/phase-lengths.js';
import { AccessModule } from './http/access/access.module.js';
import { HealthModule } from './http/health/health.module.js';
import { RoomsModule } from './http/rooms/rooms.module.js';
import { StartModule, type StartSettings } from './http/start/start.module.js';
import type { RoomRates } from './live/gateway/room-gate.js';
import { LiveModule } from './live.module.js';
import { LIVE, type Live } from './live.js';
import { ServerMetrics } from './metrics/server-metrics.js';
import { PlatformModule, type Platform } from './platform.module.js';
import type { ServerInfo } from '../protocol/index.js';
import { QuizFileReader } from './desk/files/file-reader.js';
import { ImageEncoder } from './desk/pictures/encoder.js';
import { KeptImages } from './desk/pictures/kept-images.js';
import { Results } from './desk/results/results.js';
import { TicketDesk } from './desk/tickets/ticket-desk.js';
import type { Maps } from './live/room/maps.js';
import { STORE_PARTS, type StoreParts } from './live/store/parts.js';

/** What a process is made of; each stands where it is read from, and tests bring their own. */
export interface AppParts extends Platform {
  /** With the operator's (R24.1). */
  maps: Maps;
  lengths: PhaseLengths;
  /** Where somebody is faster than people, as tests are. */
  roomRates?: RoomRates;
  /** Beside what every process has. */
  modules?: Type[];
}

@Module({})
export class AppModule {
  static create(parts: AppParts, info: () => ServerInfo, start: StartSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(parts),
        LiveModule.forRoot(parts),
        StartModule.forRoot(start),
        AccessModule,
        RoomsModule,
        HealthModule.forRoot(info),
        ...(parts.modules ?? []),
      ],
    };
  }
}

/** Closes all that goes on by itself, in an order in which nothing misses what is closed already. */
export function closerOf(app: INestApplicationContext): () => Promise<void> {
  const live = app.get<Live>(LIVE);
  const metrics = app.get(ServerMetrics);
  const working = [
    app.get(KeptImages),
    app.get(ImageEncoder),
    app.get(QuizFileReader),
    app.get(TicketDesk),
  ];
  const results = app.get(Results);
  const database = app.get(Database);
  const stored = app.get<StoreParts>(STORE_PARTS);
  return async () => {
    live.stop();
    for (const one of working) one.close();
    live.close();
    await results.close();
    await database.close();
    await stored.close();
    metrics.close();
  };
}
