import { Module } from '@nestjs/common';
import { TICKET_LISTS } from '../../contracts/ticket-lists.js';
import { TicketDesk } from '../../desk/tickets/ticket-desk.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { TicketSigner } from '../../platform/identity/ticket-signer.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { TicketsController } from './tickets.controller.js';

/** The tickets that hosts make (R28). */
@Module({
  imports: [AccountsModule],
  controllers: [TicketsController],
  providers: [
    {
      provide: TicketDesk,
      inject: [CONFIG, Database],
      useFactory: ({ SECRET, RESULTS_DAYS }: Config, database: Database) =>
        new TicketDesk(database, new TicketSigner(SECRET), RESULTS_DAYS),
    },
    { provide: TICKET_LISTS, useExisting: TicketDesk },
  ],
  exports: [TICKET_LISTS, TicketDesk],
})
export class TicketsModule {}
