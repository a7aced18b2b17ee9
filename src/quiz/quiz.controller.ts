import { Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IdentityService } from '../identity/identity.js';
import {
  addressOf,
  isOriginAllowed,
  languageOf,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../identity/request-origin.js';
import { RoomError, type QuizSetChoice, type QuizSetSummary } from '../protocol/index.js';
import { QUIZ_BANK, type QuizBank } from '../room/quiz-bank.js';
import { QuizDesk } from '../room/quiz-desk.js';
import { RoomFinder } from '../room/room-finder.js';
import { TokenBucket } from '../rate/token-bucket.js';
import { words } from './file-words.js';
import { parseQuizFile, QuizFileError } from './quiz-file.js';
import { readBody } from './read-body.js';

const UPLOADS_PER_S = 0.5;
const UPLOAD_BURST = 20;
/** Rooms whose uploads are counted at once. */
const MAX_REMEMBERED = 10_000;

@Controller('api')
export class QuizController {
  constructor(
    @Inject(QUIZ_BANK) private readonly bank: QuizBank,
    @Inject(QuizDesk) private readonly desk: QuizDesk,
    @Inject(RoomFinder) private readonly finder: RoomFinder,
    @Inject(IdentityService) private readonly identities: IdentityService,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  private readonly uploads = new Map<string, TokenBucket>();

  /** The built-in sets without a question of theirs. */
  @Get('quiz-sets')
  list(): Promise<QuizSetSummary[]> {
    return this.bank.list();
  }

  /**
   * A host brings a set of their own: the file's bytes as `text/csv` or `application/json`. What is
   * wrong in the file is told in the language of `Accept-Language`; `title` is for one that names none.
   */
  @Post('rooms/:pin/quiz-set')
  @HttpCode(200)
  async bring(
    @Param('pin') pin: string,
    @Query('title') title: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<QuizSetChoice> {
    if (!isOriginAllowed(request, this.proxy)) throw new RoomError('FORBIDDEN', 'foreign page');
    const identityId = this.identities.fromHeaders(request.headers);
    const address = addressOf(request, this.proxy);
    const member = await this.finder.findMember(pin, { identityId, address });
    if (!member?.isHost) throw new RoomError('FORBIDDEN', 'only the host brings a quiz set');
    const { roomId } = member;
    this.limitUploads(roomId);
    const body = await readBody(request, response);
    const language = languageOf(request);
    if (body === undefined) throw new QuizFileError(words[language].noFile);
    const format = request.is('application/json') ? 'json' : 'csv';
    const given = typeof title === 'string' ? title : undefined;
    return this.desk.bring(roomId, parseQuizFile(body, format, language, given));
  }

  /** Reading a file takes up to 0.15 s, in which nobody plays (R10.2). */
  private limitUploads(roomId: string): void {
    const now = performance.now();
    if (this.uploads.size >= MAX_REMEMBERED) this.uploads.clear();
    const bucket = this.uploads.get(roomId) ?? new TokenBucket(UPLOADS_PER_S, UPLOAD_BURST, now);
    this.uploads.set(roomId, bucket);
    if (!bucket.take(now)) throw new RoomError('RATE_LIMITED', 'too many files');
  }
}
