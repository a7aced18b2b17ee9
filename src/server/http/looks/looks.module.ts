import { Module } from '@nestjs/common';
import { Looks } from '../../desk/looks/looks.js';
import { Database } from '../../platform/database/database.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { LooksController } from './looks.controller.js';

/** The looks of accounts: logo and colours, which rooms and reports have. */
@Module({
  imports: [AccountsModule, PicturesModule],
  controllers: [LooksController],
  providers: [
    {
      provide: Looks,
      inject: [Database],
      useFactory: (database: Database) => new Looks(database),
    },
  ],
  exports: [Looks],
})
export class LooksModule {}
