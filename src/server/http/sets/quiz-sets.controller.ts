import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { credentialsOf } from '../../platform/identity/host-cookie.js';
import { Hosts } from '../../desk/accounts/hosts.js';
import { IdentityService } from '../../platform/identity/identity.js';
import { RoomError, type QuizSetSummary } from '../../../protocol/index.js';
import { QUIZ_BANK, type QuizBank } from '../../contracts/quiz-bank.js';
import { Open } from '../access/way-in.js';

/** What a game may be played with. */
@Controller('api/quiz-sets')
export class QuizSetsController {
  constructor(
    @Inject(QUIZ_BANK) private readonly bank: QuizBank,
    @Inject(Hosts) private readonly hosts: Hosts,
    @Inject(IdentityService) private readonly identities: IdentityService,
  ) {}

  /**
   * The built-in sets, and those that are kept for who asks, without a question of theirs: the latest ones, and the
   * one that `play` names.
   */
  @Open()
  @Get()
  async list(@Query('play') play: unknown, @Req() request: Request): Promise<QuizSetSummary[]> {
    try {
      const account = await this.hosts.find(credentialsOf(request.headers, this.identities));
      const wanted = typeof play === 'string' ? play : undefined;
      return await this.bank.list(account?.hostId, wanted);
    } catch (error) {
      if (!(error instanceof RoomError)) throw error;
      // What is kept cannot be reached.
      return this.bank.list();
    }
  }
}
