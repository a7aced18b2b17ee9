import { serverWords } from '../../../i18n/made/server/words.js';
import { Body, Controller, Inject, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { enteredWith, OnBehalf, SignedIn } from '../access/entered.js';
import { Account } from '../access/way-in.js';
import { DeskDoor } from '../../desk/accounts/desk-door.js';
import { languageOf } from '../../platform/identity/request-origin.js';
import { limits, type CreatedSet } from '../../../protocol/index.js';
import type { Asker } from '../../platform/rate/lane.js';
import { QuizFileReader } from '../../desk/files/file-reader.js';
import { QuizFileError } from '../../desk/files/quiz-file-error.js';
import { SetArchive } from '../../desk/files/set-archive.js';
import { MOST_IMAGE_BYTES } from '../../desk/pictures/image-quotas.js';
import { PictureImport } from '../../desk/sets/brought-pictures.js';
import { KeptSets } from '../../desk/sets/kept-sets.js';
import { FileBody, type FileReading } from '../bodies/file-body.js';
import { readBytes } from '../bodies/read-bytes.js';
import { draftOfFile } from './read-draft.js';

/** Each is held in memory until its pictures are read: of a guest 10 MB, of others 64. */
const MOST_AT_ONCE = { accounts: 3, guests: 3 };

/** Sets that come with their pictures. */
@Controller('api/desk/archive')
export class ArchiveController {
  constructor(
    @Inject(KeptSets) private readonly sets: KeptSets,
    @Inject(PictureImport) private readonly pictures: PictureImport,
    @Inject(QuizFileReader) private readonly reader: QuizFileReader,
    @Inject(DeskDoor) private readonly door: DeskDoor,
  ) {}

  /** A new set from what `GET /api/desk/sets/:id/file` gives for a set with pictures. */
  @Account()
  @Post()
  @FileBody(archiveFile)
  async create(
    @Query('title') given: unknown,
    @SignedIn() account: Account,
    @OnBehalf() asker: Asker,
    @Body() bytes: Buffer,
    @Req() request: Request,
  ): Promise<CreatedSet> {
    const language = languageOf(request);
    const named = typeof given === 'string' ? given : '';
    const archive = await SetArchive.open(bytes, language, named, this.reader);
    const {
      title,
      language: written,
      languages,
      texts,
      questions,
      ...remarks
    } = draftOfFile(archive.file);
    const brought = await this.pictures.take(account, asker, questions, archive, language);
    try {
      await this.door.checkStill(request, account);
      const further = languages && { languages };
      const draft = {
        title,
        language: written,
        ...further,
        ...(texts && { texts }),
        questions: brought.questions,
        labels: [],
      };
      const created = await this.sets.bring(account, draft, language);
      const notes = [...(remarks.notes ?? []), ...brought.notes];
      return { ...created, ...remarks, ...(notes.length > 0 && { notes, unit: 'question' }) };
    } catch (error) {
      await brought.discard();
      throw error;
    }
  }
}

/** No more than this host's pictures may be, and a set. */
function archiveFile(): FileReading {
  return {
    read: (request) => {
      const { role } = enteredWith(request, 'account');
      const most = Math.min(
        limits.SET_ARCHIVE_MAX_BYTES,
        MOST_IMAGE_BYTES[role] + limits.QUIZ_FILE_MAX_BYTES,
      );
      const { tooLarge } = serverWords[languageOf(request)].server.file;
      return readBytes(
        request,
        most,
        () => new QuizFileError(tooLarge({ kB: Math.floor(most / 1024) })),
      );
    },
    places: MOST_AT_ONCE,
  };
}
