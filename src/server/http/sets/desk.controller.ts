import { pipeline } from 'node:stream/promises';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { OnBehalf, SignedIn } from '../access/entered.js';
import { Account, Open } from '../access/way-in.js';
import { DeskDoor } from '../../desk/accounts/desk-door.js';
import { hostCookies } from '../../platform/identity/host-cookie.js';
import { goneSignal } from '../../platform/identity/gone-signal.js';
import {
  isSecure,
  languageOf,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
import {
  RoomError,
  SET_FORMATS,
  type CreatedSet,
  type DeskState,
  type DraftSet,
  type KeptSet,
  type KeptSetList,
  type KeptSetSummary,
  type KeptVersion,
  type Language,
  type ReadQuestions,
  type SavedSet,
  type SetFormat,
} from '../../../protocol/index.js';
import { QuizFileReader } from '../../desk/files/file-reader.js';
import { imageIdsOf, KeptImages } from '../../desk/pictures/kept-images.js';
import { absentPictures } from '../../desk/sets/brought-pictures.js';
import { KeptSets } from '../../desk/sets/kept-sets.js';
import { quotaOf } from '../../desk/sets/quotas.js';
import { wordsOf } from '../../desk/sets/search-text.js';
import { setFileAs, setFileOf, type SetFile } from '../../desk/sets/set-file.js';
import type { Asker } from '../../platform/rate/lane.js';
import { FileBody, type FileReading } from '../bodies/file-body.js';
import { formatOf, quizFile, readQuizFile } from '../bodies/quiz-file.js';
import { readDraft } from './read-draft.js';

const MOST_OFFSET = 1_000_000;
/** As far as the databases count. */
const MOST_REVISION = 2 ** 31 - 1;

/** The quiz sets that are kept for whoever asks. Another host's are as if they were not there. */
@Controller('api/desk')
export class DeskController {
  /** Hosts who are sent a file, which their lines may make long. */
  private readonly downloads = new Set<string>();

  constructor(
    @Inject(KeptSets) private readonly sets: KeptSets,
    @Inject(KeptImages) private readonly images: KeptImages,
    @Inject(DeskDoor) private readonly door: DeskDoor,
    @Inject(QuizFileReader) private readonly reader: QuizFileReader,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  @Open()
  @Get()
  async state(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeskState> {
    const { hosts } = this.door;
    const credentials = this.door.look(request);
    const account = await hosts.find(credentials);
    if (account === undefined) return { hosts: hosts.policy, account: null };
    const { hostId, role, name = null } = account;
    const { hostToken } = credentials;
    // The browser keeps it for as long as the server does, counted from the last visit.
    if (role !== 'guest' && hostToken !== undefined)
      for (const cookie of hostCookies(hostToken, isSecure(request, this.proxy)))
        response.append('Set-Cookie', cookie);
    const usage = await this.sets.usage(hostId);
    const resets = await hosts.resetsOf(hostId);
    return { hosts: hosts.policy, account: { role, name, ...usage, ...quotaOf(role), resets } };
  }

  @Account()
  @Get('sets')
  async list(
    @Query('search') search: unknown,
    @Query('label') label: unknown,
    @Query('offset') offset: unknown,
    @SignedIn() { hostId }: Account,
    @OnBehalf() asker: Asker,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeptSetList> {
    const from = wholeNumber(offset ?? '0', MOST_OFFSET);
    const list = (): Promise<KeptSetList> =>
      this.sets.list(hostId, textOf(search), from, textOf(label));
    if (wordsOf(textOf(search)).length === 0) return list();
    const { sets: seats, bytes } = await this.sets.usage(hostId);
    const entry = { mayWait: false, signal: goneSignal(response) };
    return this.door.dear.run('search', { seats, questions: bytes / 1_000 }, asker, list, entry);
  }

  /** A new set from a file, with everything that can be taken of it. */
  @Account()
  @Post('sets')
  @FileBody(quizFile)
  async create(
    @SignedIn() account: Account,
    @Body() file: Buffer,
    @Req() request: Request,
  ): Promise<CreatedSet> {
    const read = await readDraft(request, file, this.reader);
    const { title, language, languages, texts, questions, ...remarks } = read;
    await this.door.checkStill(request, account);
    const further = { ...(languages && { languages }), ...(texts && { texts }) };
    const draft = { title, language, ...further, questions, labels: [] };
    const created = await this.sets.bring(account, draft, languageOf(request));
    // Only there the places of questions are their numbers.
    if (formatOf(request) !== 'json') return { ...created, ...remarks };
    const here = await this.images.here(imageIdsOf(questions));
    const absent = absentPictures(questions, here, languageOf(request));
    const notes = [...(remarks.notes ?? []), ...absent];
    return { ...created, ...remarks, ...(notes.length > 0 && { notes, unit: 'question' }) };
  }

  /** A new set from what a page has, finished or not. */
  @Account()
  @Post('drafts')
  @FileBody(quizFile)
  async begin(
    @SignedIn() account: Account,
    @Body() written: Buffer,
    @Req() request: Request,
  ): Promise<SavedSet> {
    const draft = await this.sets.drafts.parse(written);
    return this.sets.create(account, draft, languageOf(request));
  }

  /** Reads a file or a text and keeps nothing. */
  @Account()
  @Post('read')
  @HttpCode(200)
  @FileBody(quizFile)
  async read(@Body() file: Buffer, @Req() request: Request): Promise<ReadQuestions> {
    return readDraft(request, file, this.reader);
  }

  @Account()
  @Get('sets/:id')
  async find(
    @Param('id') id: string,
    @SignedIn() { hostId }: Account,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeptSet> {
    const set = await this.demand(hostId, id);
    response.set('ETag', `"${set.revision}"`);
    const { faults } = await this.sets.drafts.check(set.questions, languageOf(request));
    return { ...set, faults };
  }

  /**
   * The set as a file that the desk of every Madang takes, with everything in it; or with `format`, for a spreadsheet or
   * another program.
   */
  @Account()
  @Get('sets/:id/file')
  async download(
    @Param('id') id: string,
    @Query('format') given: unknown,
    @SignedIn() { hostId }: Account,
    @OnBehalf() asker: Asker,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const format = SET_FORMATS.find((one) => one === given);
    if (given !== undefined && format === undefined)
      throw new RoomError('BAD_REQUEST', `no such format: use ${SET_FORMATS.join(' or ')}`);
    if (this.downloads.has(hostId)) throw new RoomError('RATE_LIMITED', 'one file after the other');
    this.downloads.add(hostId);
    try {
      const set = await this.demand(hostId, id);
      const file =
        format === undefined
          ? await this.wholeFile(set, hostId, asker)
          : await this.fileAs(format, set, languageOf(request), asker);
      await this.send(file, response);
    } finally {
      this.downloads.delete(hostId);
    }
  }

  private async wholeFile(set: DraftSet, hostId: string, asker: Asker): Promise<SetFile> {
    const pictures = await this.images.ownedOf(hostId, imageIdsOf(set.questions));
    const size = { seats: 1, questions: pictures.length };
    return this.door.dear.run('archive', size, asker, () =>
      setFileOf(set, pictures, (one) => this.images.load(one)),
    );
  }

  private fileAs(
    format: SetFormat,
    set: DraftSet,
    language: Language,
    asker: Asker,
  ): Promise<SetFile> {
    const size = { seats: 1, questions: set.questions.length };
    return this.door.dear.run('xlsx', size, asker, (inSlices) =>
      setFileAs(format, set, language, inSlices),
    );
  }

  private async send(file: SetFile, response: Response): Promise<void> {
    response.attachment(`${file.name}.${file.ending}`);
    response.type(file.ending);
    // Where a picture cannot be read in between, the browser tells that the file has no end.
    await pipeline(file.chunks, response).catch(() => {});
  }

  /** Saves the whole set, finished or not, over the revision that `If-Match` names; else STALE. */
  @Account()
  @Put('sets/:id')
  @FileBody(savedSet)
  async save(
    @Param('id') id: string,
    @SignedIn() account: Account,
    @Body() written: Buffer,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SavedSet> {
    const draft = await this.sets.drafts.parse(written);
    const before = revisionBefore(request);
    const saved = await this.sets.save(account, id, before, draft, languageOf(request));
    response.set('ETag', `"${saved.revision}"`);
    return saved;
  }

  @Account()
  @Delete('sets/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @SignedIn() { hostId }: Account): Promise<void> {
    await this.sets.remove(hostId, id);
  }

  /** Takes the deletion back. */
  @Account()
  @Post('sets/:id/restore')
  @HttpCode(204)
  async restore(@Param('id') id: string, @SignedIn() account: Account): Promise<void> {
    await this.sets.restore(account, id);
  }

  @Account()
  @Post('sets/:id/copy')
  async copy(@Param('id') id: string, @SignedIn() account: Account): Promise<KeptSetSummary> {
    const set = await this.demand(account.hostId, id);
    const { title, language, languages, texts, labels, questions } = set;
    const further = { ...(languages && { languages }), ...(texts && { texts }) };
    const draft = { title, language, ...further, labels, questions };
    return this.sets.create(account, draft);
  }

  @Account()
  @Get('sets/:id/versions')
  async versions(@Param('id') id: string, @SignedIn() { hostId }: Account): Promise<KeptVersion[]> {
    return this.sets.versions(hostId, id);
  }

  /** The set as it was; to have it back, save it. */
  @Account()
  @Get('sets/:id/versions/:revision')
  async version(
    @Param('id') id: string,
    @Param('revision') revision: string,
    @SignedIn() { hostId }: Account,
  ): Promise<Omit<DraftSet, 'labels'>> {
    const draft = await this.sets.version(hostId, id, wholeNumber(revision, MOST_REVISION));
    if (draft === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return draft;
  }

  private async demand(hostId: string, id: string) {
    const set = await this.sets.find(hostId, id);
    if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return set;
  }
}

/** Without a revision, nothing of it is read. */
function savedSet(): FileReading {
  return { admit: revisionBefore, read: readQuizFile };
}

/** Throws BAD_REQUEST. */
function revisionBefore({ headers }: Request): number {
  return wholeNumber(headers['if-match']?.replace(/^"(.*)"$/, '$1'), MOST_REVISION);
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : '';
}

/** Throws BAD_REQUEST. */
function wholeNumber(text: unknown, most: number): number {
  const number = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Infinity;
  if (number > most) throw new RoomError('BAD_REQUEST', 'a number is needed');
  return number;
}
