import { Controller, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Asking, AsMember } from '../access/entered.js';
import { Member } from '../access/way-in.js';
import { languageOf } from '../../identity/request-origin.js';
import type { QuizFileAnswer } from '../../protocol/index.js';
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

/** The set of a host's own file, for one room. */
@Controller('api/rooms')
export class QuizFileController {
  constructor(
    @Inject(QuizSelection) private readonly selection: QuizSelection,
    @Inject(QuizFileReader) private readonly reader: QuizFileReader,
  ) {}

  private readonly uploads = new UploadLimits(() => performance.now());
  private readonly bodies = new BodyPlaces(MOST_AT_ONCE);

  /**
   * A host brings a set of their own: the bytes of an .xlsx file, or a text as `text/csv`,
   * `application/json` or, of whatever form, `text/plain`. What is wrong in the file is told in the
   * language of `Accept-Language`; `title` is for one that names none.
   */
  @Member('coHost')
  @Post(':pin/quiz-set')
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
