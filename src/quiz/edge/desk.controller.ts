import { pipeline } from 'node:stream/promises';
import {
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
import { DeskDoor } from '../../hosts/desk-door.js';
import { hostCookie } from '../../hosts/host-cookie.js';
import {
  isSecure,
  languageOf,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../../identity/request-origin.js';
import {
  RoomError,
  type CreatedSet,
  type DeskState,
  type DraftSet,
  type KeptSet,
  type KeptSetList,
  type KeptSetSummary,
  type KeptVersion,
  type ReadQuestions,
  type SavedSet,
} from '../../protocol/index.js';
import { SlicedWork } from '../files/sliced-work.js';
import { imageIdsOf, KeptImages } from '../images/kept-images.js';
import { absentPictures } from '../kept/brought-pictures.js';
import { faultsOf } from '../kept/check-drafts.js';
import { parseDraftSet } from '../kept/draft-schema.js';
import { KeptSets } from '../kept/kept-sets.js';
import { quotaOf } from '../kept/quotas.js';
import { setFileOf } from '../kept/set-file.js';
import { formatOf } from './read-body.js';
import { demandBody, readDraft } from './read-draft.js';

const MOST_OFFSET = 1_000_000;
/** As far as the databases count. */
const MOST_REVISION = 2 ** 31 - 1;

/** The quiz sets that are kept for whoever asks. Another host's are as if they were not there. */
@Controller('api/desk')
export class DeskController {
  constructor(
    @Inject(KeptSets) private readonly sets: KeptSets,
    @Inject(KeptImages) private readonly images: KeptImages,
    @Inject(DeskDoor) private readonly door: DeskDoor,
    @Inject(SlicedWork) private readonly work: SlicedWork,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

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
      response.append('Set-Cookie', hostCookie(hostToken, isSecure(request, this.proxy)));
    const usage = await this.sets.usage(hostId);
    return { hosts: hosts.policy, account: { role, name, ...usage, ...quotaOf(role) } };
  }

  @Get('sets')
  async list(
    @Query('search') search: unknown,
    @Query('label') label: unknown,
    @Query('offset') offset: unknown,
    @Req() request: Request,
  ): Promise<KeptSetList> {
    const { hostId } = await this.door.reader(request);
    const from = wholeNumber(offset ?? '0', MOST_OFFSET);
    return this.sets.list(hostId, textOf(search), from, textOf(label));
  }

  /** A new set from a file, with everything that can be taken of it. */
  @Post('sets')
  async create(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedSet> {
    const account = await this.door.writer(request);
    const { title, language, questions, ...remarks } = await readDraft(
      request,
      response,
      this.work,
    );
    const draft = { title, language, questions, labels: [] };
    const created = await this.sets.create(account, draft);
    // Only there the places of questions are their numbers.
    if (formatOf(request) !== 'json') return { ...created, ...remarks };
    const here = await this.images.here(imageIdsOf(questions));
    const absent = absentPictures(questions, here, languageOf(request));
    const notes = [...(remarks.notes ?? []), ...absent];
    return { ...created, ...remarks, ...(notes.length > 0 && { notes, unit: 'question' }) };
  }

  /** A new set from what a page has, finished or not. */
  @Post('drafts')
  async begin(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SavedSet> {
    const account = await this.door.writer(request);
    const draft = parseDraftSet(await demandBody(request, response));
    return this.sets.create(account, draft, languageOf(request));
  }

  /** Reads a file or a text and keeps nothing. */
  @Post('read')
  @HttpCode(200)
  async read(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReadQuestions> {
    await this.door.writer(request);
    return readDraft(request, response, this.work);
  }

  @Get('sets/:id')
  async find(
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeptSet> {
    const set = await this.own(id, request);
    response.set('ETag', `"${set.revision}"`);
    return { ...set, faults: faultsOf(set.questions, languageOf(request)) };
  }

  /** The set as a file that the desk of every Madang takes, with everything in it. */
  @Get('sets/:id/file')
  async download(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { hostId } = await this.door.reader(request);
    const set = await this.demand(hostId, id);
    const owned = await this.images.owned(hostId);
    const pictures = imageIdsOf(set.questions).filter((one) => owned.has(one));
    const file = setFileOf(set, pictures, (one) => this.images.load(one));
    response.attachment(`${file.name}.${file.ending}`);
    response.type(file.ending);
    // Where a picture cannot be read in between, the browser tells that the file has no end.
    await pipeline(file.chunks, response).catch(() => {});
  }

  /** Saves the whole set, finished or not, over the revision that `If-Match` names; else STALE. */
  @Put('sets/:id')
  async save(
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SavedSet> {
    const account = await this.door.writer(request);
    const revision = wholeNumber(
      request.headers['if-match']?.replace(/^"(.*)"$/, '$1'),
      MOST_REVISION,
    );
    const draft = parseDraftSet(await demandBody(request, response));
    const saved = await this.sets.save(account, id, revision, draft, languageOf(request));
    response.set('ETag', `"${saved.revision}"`);
    return saved;
  }

  @Delete('sets/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @Req() request: Request): Promise<void> {
    const { hostId } = await this.door.writer(request);
    await this.sets.remove(hostId, id);
  }

  /** Takes the deletion back. */
  @Post('sets/:id/restore')
  @HttpCode(204)
  async restore(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.sets.restore(await this.door.writer(request), id);
  }

  @Post('sets/:id/copy')
  async copy(@Param('id') id: string, @Req() request: Request): Promise<KeptSetSummary> {
    const account = await this.door.writer(request);
    const { title, language, labels, questions } = await this.demand(account.hostId, id);
    return this.sets.create(account, { title, language, labels, questions });
  }

  @Get('sets/:id/versions')
  async versions(@Param('id') id: string, @Req() request: Request): Promise<KeptVersion[]> {
    const { hostId } = await this.door.reader(request);
    return this.sets.versions(hostId, id);
  }

  /** The set as it was; to have it back, save it. */
  @Get('sets/:id/versions/:revision')
  async version(
    @Param('id') id: string,
    @Param('revision') revision: string,
    @Req() request: Request,
  ): Promise<Omit<DraftSet, 'labels'>> {
    const { hostId } = await this.door.reader(request);
    const draft = await this.sets.version(hostId, id, wholeNumber(revision, MOST_REVISION));
    if (draft === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return draft;
  }

  private async own(id: string, request: Request) {
    const { hostId } = await this.door.reader(request);
    return this.demand(hostId, id);
  }

  private async demand(hostId: string, id: string) {
    const set = await this.sets.find(hostId, id);
    if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    return set;
  }
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
