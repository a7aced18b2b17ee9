import { Controller, Inject, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SignedIn } from '../access/entered.js';
import { Account } from '../access/way-in.js';
import { DeskDoor } from '../../hosts/desk-door.js';
import { languageOf } from '../../identity/request-origin.js';
import { limits, type CreatedSet, type Language } from '../../protocol/index.js';
import type { Asker } from '../../rate/lane.js';
import { QuizFileReader } from '../../quiz/files/file-reader.js';
import { words } from '../../quiz/files/file-words.js';
import { QuizFileError } from '../../quiz/files/quiz-file-error.js';
import { SetArchive } from '../../quiz/files/set-archive.js';
import { MOST_IMAGE_BYTES } from '../../quiz/images/image-quotas.js';
import { PictureImport } from '../../quiz/kept/brought-pictures.js';
import { KeptSets } from '../../quiz/kept/kept-sets.js';
import { BodyPlaces } from '../bodies/body-places.js';
import { readBytes } from '../bodies/read-bytes.js';
import { draftOfFile } from './read-draft.js';

/** Each is held in memory until its pictures are read: of a guest 10 MB, of others 64. */
const MOST_AT_ONCE = { accounts: 3, guests: 3 };

/** Sets that come with their pictures. */
@Controller('api/desk/archive')
export class ArchiveController {
  private readonly places = new BodyPlaces(MOST_AT_ONCE);

  constructor(
    @Inject(KeptSets) private readonly sets: KeptSets,
    @Inject(PictureImport) private readonly pictures: PictureImport,
    @Inject(QuizFileReader) private readonly reader: QuizFileReader,
    @Inject(DeskDoor) private readonly door: DeskDoor,
  ) {}

  /** A new set from what `GET /api/desk/sets/:id/file` gives for a set with pictures. */
  @Account()
  @Post()
  async create(
    @Query('title') title: unknown,
    @SignedIn() account: Account,
    @Req() request: Request,
  ): Promise<CreatedSet> {
    const asker = this.door.askerOf(account, request);
    // No more than this host's pictures may be, and a set.
    const most = Math.min(
      limits.SET_ARCHIVE_MAX_BYTES,
      MOST_IMAGE_BYTES[account.role] + limits.QUIZ_FILE_MAX_BYTES,
    );
    const language = languageOf(request);
    const tooLarge = (): Error =>
      new QuizFileError(words[language].tooLarge(Math.floor(most / 1024)));
    return this.places.take(
      asker,
      request,
      () => readBytes(request, most, tooLarge),
      (bytes) =>
        this.keep(account, request, asker, bytes, language, typeof title === 'string' ? title : ''),
    );
  }

  private async keep(
    account: Account,
    request: Request,
    asker: Asker,
    bytes: Buffer,
    language: Language,
    given: string,
  ): Promise<CreatedSet> {
    const archive = await SetArchive.open(bytes, language, given, this.reader);
    const { title, language: written, questions, ...remarks } = draftOfFile(archive.file);
    const brought = await this.pictures.take(account, asker, questions, archive, language);
    try {
      await this.door.checkStill(request, account);
      const draft = { title, language: written, questions: brought.questions, labels: [] };
      const created = await this.sets.create(account, draft, language);
      const notes = [...(remarks.notes ?? []), ...brought.notes];
      return { ...created, ...remarks, ...(notes.length > 0 && { notes, unit: 'question' }) };
    } catch (error) {
      await brought.discard();
      throw error;
    }
  }
}
