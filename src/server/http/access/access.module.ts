import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DeskDoor } from '../../desk/accounts/desk-door.js';
import { IdentityService } from '../../platform/identity/identity.js';
import { PROXY_SETTINGS, type ProxySettings } from '../../platform/identity/request-origin.js';
import { RoomFinder } from '../../live/room/room-finder.js';
import { Tickets } from '../../live/room/tickets.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { StartDoor } from '../start/start-door.js';
import { AccessGuard } from './access-guard.js';

/** The guard of all routes. */
@Module({
  imports: [AccountsModule],
  providers: [
    {
      provide: APP_GUARD,
      inject: [RoomFinder, DeskDoor, IdentityService, PROXY_SETTINGS, StartDoor, Tickets],
      useFactory: (
        finder: RoomFinder,
        door: DeskDoor,
        identities: IdentityService,
        proxy: ProxySettings,
        start: StartDoor,
        tickets: Tickets,
      ) => new AccessGuard(finder, door, identities, proxy, start, tickets),
    },
  ],
})
export class AccessModule {}
