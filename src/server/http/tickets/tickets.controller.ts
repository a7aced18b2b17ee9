import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import {
  limits,
  RoomError,
  type KeptTicketList,
  type KeptTickets,
  type MadeTickets,
  type ReissueRequest,
} from '../../../protocol/index.js';
import { titleSchema } from '../../desk/tickets/new-tickets.js';
import { TicketDesk } from '../../desk/tickets/ticket-desk.js';
import { SignedIn } from '../access/entered.js';
import { Account } from '../access/way-in.js';
import { FileBody, type FileReading } from '../bodies/file-body.js';
import { JsonBody } from '../bodies/json-body.js';
import { readBytes } from '../bodies/read-bytes.js';

const reissueSchema: z.ZodType<ReissueRequest> = z.strictObject({
  number: z.int().min(1).max(limits.TICKETS_MOST).nullable(),
});

/** The lists of tickets that are kept for whoever asks (R28). Another host's are as if they were not there. */
@Controller('api/desk/tickets')
export class TicketsController {
  constructor(@Inject(TicketDesk) private readonly desk: TicketDesk) {}

  @Account()
  @Get()
  async list(@SignedIn() { hostId }: Account): Promise<KeptTickets[]> {
    return this.desk.list(hostId);
  }

  /** The only answer that has all codes in it. */
  @Account()
  @Post()
  @FileBody(newTickets)
  async create(@SignedIn() account: Account, @Body() body: Buffer): Promise<MadeTickets> {
    return this.desk.create(account, body);
  }

  @Account()
  @Get(':id')
  async find(@Param('id') id: string, @SignedIn() { hostId }: Account): Promise<KeptTicketList> {
    return this.desk.find(hostId, id);
  }

  @Account()
  @Post(':id/title')
  @HttpCode(204)
  @JsonBody(titleSchema)
  async rename(
    @Param('id') id: string,
    @SignedIn() { hostId }: Account,
    @Body() { title }: z.output<typeof titleSchema>,
  ): Promise<void> {
    await this.desk.rename(hostId, id, title);
  }

  @Account()
  @Post(':id/reissue')
  @JsonBody(reissueSchema)
  async reissue(
    @Param('id') id: string,
    @SignedIn() { hostId }: Account,
    @Body() { number }: ReissueRequest,
  ): Promise<MadeTickets> {
    return this.desk.reissue(hostId, id, number);
  }

  @Account()
  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @SignedIn() { hostId }: Account): Promise<void> {
    await this.desk.remove(hostId, id);
  }
}

function newTickets(): FileReading {
  return {
    read: (request) => readBytes(request, limits.TICKETS_MAX_BYTES, tooLarge),
    places: { accounts: 10, guests: 5 },
  };
}

function tooLarge(): RoomError {
  return new RoomError('BAD_REQUEST', `a list has ${limits.TICKETS_MAX_BYTES} bytes at most`);
}
