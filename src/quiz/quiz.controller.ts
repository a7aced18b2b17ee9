import { Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { IdentityService } from '../identity/identity.js';
import {
  isOriginAllowed,
  languageOf,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../identity/request-origin.js';
import { RoomError, type QuizSetChoice, type QuizSetSummary } from '../protocol/index.js';
import { QUIZ_BANK, type QuizBank } from '../room/quiz-bank.js';
import { QuizDesk } from '../room/quiz-desk.js';
import { TokenBucket } from '../room/token-bucket.js';
import { ROOM_STORE, type RoomStore } from '../store/contract.js';
import { words } from './file-words.js';
import { parseQuizFile, QuizFileError } from './quiz-file.js';

const UPLOADS_PER_S = 0.5;
const UPLOAD_BURST = 20;
/** Rooms whose uploads are counted at once. */
const MAX_REMEMBERED = 10_000;

@Controller('api')
export class QuizController {
  constructor(
    @Inject(QUIZ_BANK) private readonly bank: QuizBank,
    @Inject(QuizDesk) private readonly desk: QuizDesk,
    @Inject(ROOM_STORE) private readonly store: RoomStore,
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
  ): Promise<QuizSetChoice> {
    if (!isOriginAllowed(request, this.proxy)) throw new RoomError('FORBIDDEN', 'foreign page');
    const identityId = this.identities.fromHeaders(request.headers);
    const roomId = await this.store.findRoom(pin);
    const room = roomId === undefined ? undefined : await this.store.readRoom(roomId);
    const host = room?.seats.find((seat) => seat.playerId === room.hostId);
    // A wrong PIN and a foreign room look the same, so that nothing can be guessed here.
    if (room === undefined || identityId === undefined || host?.identityId !== identityId)
      throw new RoomError('FORBIDDEN', 'only the host brings a quiz set');
    this.limitUploads(room.roomId);
    const body: unknown = request.body;
    const language = languageOf(request);
    if (!Buffer.isBuffer(body)) throw new QuizFileError(words[language].noFile);
    const format = request.is('application/json') ? 'json' : 'csv';
    const given = typeof title === 'string' ? title : undefined;
    return this.desk.bring(room.roomId, parseQuizFile(body, format, language, given));
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
