import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { LOGGER } from '../../platform/config/logger.js';
import { Database } from '../../platform/database/database.js';
import { ACCOUNTS, buildAccounts } from '../../desk/accounts/account-parts.js';
import { DeskDoor } from '../../desk/accounts/desk-door.js';
import { Hosts } from '../../desk/accounts/hosts.js';
import { IdentityService } from '../../platform/identity/identity.js';
import { PROXY_SETTINGS, type ProxySettings } from '../../platform/identity/request-origin.js';
import { AttemptLimit, WRONG_KEYS } from '../../platform/rate/attempt-limit.js';
import { DearRequests } from '../../platform/rate/dear.js';
import { STORE_PARTS, type StoreParts } from '../../live/store/parts.js';
import { AccountsController } from './accounts.controller.js';
import { DeskSessionController } from './desk-session.controller.js';

/** Who may keep something here, and who asks. */
@Module({
  controllers: [DeskSessionController, AccountsController],
  providers: [
    {
      provide: Hosts,
      inject: [CONFIG, Database, STORE_PARTS],
      useFactory: (
        { HOSTS: policy, SECRET: secret }: Config,
        database: Database,
        { counts }: StoreParts,
      ) => new Hosts(database, { policy, secret }, new AttemptLimit(WRONG_KEYS, counts)),
    },
    {
      provide: ACCOUNTS,
      inject: [CONFIG, Database, STORE_PARTS, LOGGER],
      useFactory: (
        { SECRET }: Config,
        database: Database,
        { counts }: StoreParts,
        logger: Logger,
      ) =>
        buildAccounts(database, counts, SECRET, (reset) =>
          logger.info(reset, 'a link for a new password'),
        ),
    },
    {
      provide: DeskDoor,
      inject: [Hosts, IdentityService, PROXY_SETTINGS, DearRequests],
      useFactory: (
        hosts: Hosts,
        identities: IdentityService,
        proxy: ProxySettings,
        dear: DearRequests,
      ) => new DeskDoor(hosts, identities, proxy, dear),
    },
  ],
  exports: [Hosts, DeskDoor],
})
export class AccountsModule {}
