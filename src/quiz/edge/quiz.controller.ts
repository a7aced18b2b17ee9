import { Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { hasRole } from '../../game/roles.js';
import { credentialsOf } from '../../hosts/host-cookie.js';
import { Hosts } from '../../hosts/hosts.js';
import { IdentityService } from '../../identity/identity.js';
import {
  addressOf,
  isOriginAllowed,
  languageOf,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../../identity/request-origin.js';
import { RoomError, type QuizFileAnswer, type QuizSetSummary } from '../../protocol/index.js';
import { QUIZ_BANK, type QuizBank } from '../../room/quiz-bank.js';
import { QuizSelection } from '../../room/quiz-selection.js';
import { RoomFinder } from '../../room/room-finder.js';
import { ROOM_STORE, type RoomStore } from '../../store/contract.js';
import { words } from '../files/file-words.js';
import { QuizFileError, readQuizFile } from '../files/quiz-file.js';
import { SlicedWork } from '../files/sliced-work.js';
import { formatOf, readBody } from './read-body.js';
import { remarksOf } from './remarks.js';
import { UploadLimits } from './upload-limits.js';

@Controller('api')
export class QuizController {
  constructor(
    @Inject(QUIZ_BANK) private readonly bank: QuizBank,
    @Inject(QuizSelection) private readonly selection: QuizSelection,
    @Inject(ROOM_STORE) private readonly store: RoomStore,
    @Inject(RoomFinder) private readonly finder: RoomFinder,
    @Inject(Hosts) private readonly hosts: Hosts,
    @Inject(SlicedWork) private readonly work: SlicedWork,
    @Inject(IdentityService) private readonly identities: IdentityService,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  private readonly uploads = new UploadLimits(() => performance.now());

  /**
   * The built-in sets, and those that are kept for who asks, without a question of theirs: the latest ones, and the
   * one that `play` names.
   */
  @Get('quiz-sets')
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

  /**
   * A host brings a set of their own: the bytes of an .xlsx file, or a text as `text/csv`,
   * `application/json` or, of whatever form, `text/plain`. What is wrong in the file is told in the
   * language of `Accept-Language`; `title` is for one that names none.
   */
  @Post('rooms/:pin/quiz-set')
  @HttpCode(200)
  async bring(
    @Param('pin') pin: string,
    @Query('title') title: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<QuizFileAnswer> {
    if (!isOriginAllowed(request, this.proxy)) throw new RoomError('FORBIDDEN', 'foreign page');
    const identityId = this.identities.fromHeaders(request.headers);
    const address = addressOf(request, this.proxy);
    const member = await this.finder.findMember(pin, { identityId, address });
    const room = member && (await this.store.readRoom(member.roomId));
    if (!room || identityId === undefined || !hasRole(room, identityId, 'coHost'))
      throw new RoomError('FORBIDDEN', 'only the host brings a quiz set');
    const { roomId } = room;
    this.uploads.admit(roomId, address);
    const body = await readBody(request, response);
    const language = languageOf(request);
    if (body === undefined) throw new QuizFileError(words[language].noFile);
    const given = typeof title === 'string' ? title : '';
    const file = await readQuizFile(body, formatOf(request), language, given, this.work);
    const choice = await this.selection.bring(roomId, file.set);
    return { ...choice, ...remarksOf(file) };
  }
}
