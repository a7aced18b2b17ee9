import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Asking, AsMember } from '../access/entered.js';
import { Member, Open } from '../access/way-in.js';
import { credentialsOf } from '../../hosts/host-cookie.js';
import { Hosts } from '../../hosts/hosts.js';
import { IdentityService } from '../../identity/identity.js';
import { languageOf } from '../../identity/request-origin.js';
import { RoomError, type QuizFileAnswer, type QuizSetSummary } from '../../protocol/index.js';
import { QUIZ_BANK, type QuizBank } from '../../room/quiz-bank.js';
import { QuizSelection } from '../../room/quiz-selection.js';
import type { Seeker } from '../../room/room-finder.js';
import { QuizFileReader } from '../../quiz/files/file-reader.js';
import { words } from '../../quiz/files/file-words.js';
import { QuizFileError } from '../../quiz/files/quiz-file.js';
import { BodyPlaces } from '../bodies/body-places.js';
import { formatOf, readBody } from '../bodies/read-body.js';
import { remarksOf } from '../sets/remarks.js';
import { UploadLimits } from './upload-limits.js';

/** Of rooms, each of at most 1 MB. */
const MOST_AT_ONCE = { accounts: 0, guests: 32 };

@Controller('api')
export class QuizController {
  constructor(
    @Inject(QUIZ_BANK) private readonly bank: QuizBank,
    @Inject(QuizSelection) private readonly selection: QuizSelection,
    @Inject(Hosts) private readonly hosts: Hosts,
    @Inject(QuizFileReader) private readonly reader: QuizFileReader,
    @Inject(IdentityService) private readonly identities: IdentityService,
  ) {}

  private readonly uploads = new UploadLimits(() => performance.now());
  private readonly bodies = new BodyPlaces(MOST_AT_ONCE);

  /**
   * The built-in sets, and those that are kept for who asks, without a question of theirs: the latest ones, and the
   * one that `play` names.
   */
  @Open()
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
  @Member('coHost')
  @Post('rooms/:pin/quiz-set')
  @HttpCode(200)
  async bring(
    @AsMember() { roomId }: Member,
    @Asking() { identityId, address }: Seeker,
    @Query('title') title: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<QuizFileAnswer> {
    this.uploads.admit(roomId, address);
    const asker = { key: roomId, address, isFirst: false };
    const read = (): Promise<Buffer | undefined> => readBody(request, response);
    const body = await this.bodies.take(asker, request, read, async (all) => all);
    const language = languageOf(request);
    if (body === undefined) throw new QuizFileError(words[language].noFile);
    const file = await this.reader.read({
      bytes: body,
      format: formatOf(request),
      language,
      title: typeof title === 'string' ? title : '',
      isDraft: false,
    });
    const choice = await this.selection.bring(roomId, identityId, file.set);
    return { ...choice, ...remarksOf(file) };
  }
}
