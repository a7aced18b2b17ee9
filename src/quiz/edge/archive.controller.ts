import { Controller, Inject, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { DeskDoor } from '../../hosts/desk-door.js';
import type { Account } from '../../hosts/hosts.js';
import { languageOf } from '../../identity/request-origin.js';
import { limits, RoomError, type CreatedSet } from '../../protocol/index.js';
import { words } from '../files/file-words.js';
import { QuizFileError } from '../files/quiz-file-error.js';
import { SetArchive } from '../files/set-archive.js';
import { MOST_IMAGE_BYTES } from '../images/image-quotas.js';
import { PictureImport } from '../kept/brought-pictures.js';
import { KeptSets } from '../kept/kept-sets.js';
import { readBytes } from './read-bytes.js';
import { draftOfFile } from './read-draft.js';

/** Each is held in memory until its pictures are read. */
const MOST_AT_ONCE = 3;

/** Sets that come with their pictures. */
@Controller('api/desk/archive')
export class ArchiveController {
  /** Hosts whose archives are being read. */
  private readonly busy = new Set<string>();

  constructor(
    @Inject(KeptSets) private readonly sets: KeptSets,
    @Inject(PictureImport) private readonly pictures: PictureImport,
    @Inject(DeskDoor) private readonly door: DeskDoor,
  ) {}

  /** A new set from what `GET /api/desk/sets/:id/file` gives for a set with pictures. */
  @Post()
  async create(@Query('title') title: unknown, @Req() request: Request): Promise<CreatedSet> {
    const account = await this.door.writer(request);
    const { hostId } = account;
    if (this.busy.has(hostId) || this.busy.size >= MOST_AT_ONCE)
      throw new RoomError('RATE_LIMITED', 'too many archives at once');
    this.busy.add(hostId);
    try {
      return await this.take(account, request, typeof title === 'string' ? title : '');
    } finally {
      this.busy.delete(hostId);
    }
  }

  private async take(account: Account, request: Request, given: string): Promise<CreatedSet> {
    const language = languageOf(request);
    // No more than this host's pictures may be, and a set.
    const most = Math.min(
      limits.SET_ARCHIVE_MAX_BYTES,
      MOST_IMAGE_BYTES[account.role] + limits.QUIZ_FILE_MAX_BYTES,
    );
    const bytes = await readBytes(
      request,
      most,
      () => new QuizFileError(words[language].tooLarge(Math.floor(most / 1024))),
    );
    const archive = await SetArchive.open(bytes, language, given);
    const { title, language: written, questions, ...remarks } = draftOfFile(archive.file);
    const brought = await this.pictures.take(account, questions, archive, language);
    try {
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
