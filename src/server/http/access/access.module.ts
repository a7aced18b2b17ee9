import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DeskDoor } from '../../desk/accounts/desk-door.js';
import { IdentityService } from '../../platform/identity/identity.js';
import { PROXY_SETTINGS, type ProxySettings } from '../../platform/identity/request-origin.js';
import { RoomFinder } from '../../live/room/room-finder.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccessGuard } from './access-guard.js';

/** The guard of all routes. */
@Module({
  imports: [AccountsModule],
  providers: [
    {
      provide: APP_GUARD,
      inject: [RoomFinder, DeskDoor, IdentityService, PROXY_SETTINGS],
      useFactory: (
        finder: RoomFinder,
        door: DeskDoor,
        identities: IdentityService,
        proxy: ProxySettings,
      ) => new AccessGuard(finder, door, identities, proxy),
    },
  ],
})
export class AccessModule {}
