import { Body, Controller, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { languageOf } from '../../platform/identity/request-origin.js';
import type { QuizFileAnswer } from '../../../protocol/index.js';
import { UTC_OFFSET_MAX } from '../../../protocol/limits.js';
import { QuizFileReader } from '../../desk/files/file-reader.js';
import { QuizSelection } from '../../live/room/quiz-selection.js';
import type { Seeker } from '../../live/room/room-finder.js';
import { Asking, AsMember, enteredWith } from '../access/entered.js';
import { Member } from '../access/way-in.js';
import { FileBody, type FileReading } from '../bodies/file-body.js';
import { formatOf, readQuizFile } from '../bodies/quiz-file.js';
import { remarksOf } from '../sets/read-draft.js';
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

  /**
   * A host brings a set of their own: the bytes of an .xlsx file, or a text as `text/csv`,
   * `application/json` or, of whatever form, `text/plain`. What is wrong in the file is told in the
   * language of `Accept-Language`; `title` is for one that names none, `utcOffset` as in `updateRoomQuizset`.
   */
  @Member('coHost')
  @Post(':pin/quiz-set')
  @HttpCode(200)
  @FileBody(roomFile)
  async bring(
    @AsMember() { roomId }: Member,
    @Asking() { identityId }: Seeker,
    @Query('title') title: unknown,
    @Query('utcOffset') utcOffset: unknown,
    @Body() bytes: Buffer,
    @Req() request: Request,
  ): Promise<QuizFileAnswer> {
    const file = await this.reader.read({
      bytes,
      format: formatOf(request),
      language: languageOf(request),
      title: typeof title === 'string' ? title : '',
      isDraft: false,
    });
    const clock = asUtcOffset(utcOffset);
    const choice = await this.selection.bring(roomId, identityId, file.set, clock);
    return { ...choice, ...remarksOf(file) };
  }
}

/** Undefined where it is none. */
function asUtcOffset(text: unknown): number | undefined {
  const minutes = typeof text === 'string' && text !== '' ? Number(text) : NaN;
  return Number.isInteger(minutes) && Math.abs(minutes) <= UTC_OFFSET_MAX ? minutes : undefined;
}

/** Counted for the room and the address of who sends it; the place is the room's. */
function roomFile(): FileReading {
  const uploads = new UploadLimits(() => performance.now());
  return {
    admit: (request) =>
      uploads.admit(enteredWith(request, 'member').roomId, enteredWith(request, 'seeker').address),
    read: readQuizFile,
    places: MOST_AT_ONCE,
    placeOf: (request) => ({
      key: enteredWith(request, 'member').roomId,
      address: enteredWith(request, 'seeker').address,
      isFirst: false,
    }),
  };
}
