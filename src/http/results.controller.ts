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
import { z } from 'zod';
import { DeskDoor } from '../hosts/desk-door.js';
import { languageOf } from '../identity/request-origin.js';
import {
  limits,
  type CreatedLink,
  type GameLink,
  type GameReport,
  type KeptGameList,
  type RulingRequest,
} from '../protocol/index.js';
import { rulingShape } from '../protocol/schemas.js';
import { KeptGames } from '../results/kept-games.js';
import { asIn, readJson } from './read-json.js';
import { sendSheet } from './send-sheet.js';

const MOST_OFFSET = 1_000_000;

const rulingSchema: z.ZodType<RulingRequest> = z.object(rulingShape);
const linkSchema: z.ZodType<GameLink> = z.object({ names: z.boolean(), questions: z.boolean() });
const secretSchema: z.ZodType<CreatedLink> = z.object({
  secret: z.string().min(1).max(limits.ID_MAX_UNITS),
});
const numberSchema = z.coerce.number().int().min(0).max(MOST_OFFSET);

/** The results that are kept for whoever asks (R17). Another host's are as if they were not there. */
@Controller('api/desk')
export class ResultsController {
  constructor(
    @Inject(KeptGames) private readonly games: KeptGames,
    @Inject(DeskDoor) private readonly door: DeskDoor,
  ) {}

  @Get('results')
  async list(
    @Query('set') set: unknown,
    @Query('offset') offset: unknown,
    @Req() request: Request,
  ): Promise<KeptGameList> {
    const { hostId } = await this.door.reader(request);
    const from = asIn(numberSchema, offset ?? '0');
    return this.games.list(hostId, typeof set === 'string' ? set : undefined, from);
  }

  @Get('results/:id')
  async find(@Param('id') id: string, @Req() request: Request): Promise<GameReport> {
    const { hostId } = await this.door.reader(request);
    return this.games.find(hostId, id);
  }

  @Get('results/:id/file')
  async download(
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { hostId } = await this.door.reader(request);
    const report = await this.games.find(hostId, id);
    await sendSheet(response, report, report.roomTitle, query, languageOf(request));
  }

  @Delete('results/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @Req() request: Request): Promise<void> {
    const { hostId } = await this.door.writer(request);
    await this.games.remove(hostId, id);
  }

  @Delete('results/:id/names')
  @HttpCode(204)
  async removeNames(@Param('id') id: string, @Req() request: Request): Promise<void> {
    const { hostId } = await this.door.writer(request);
    await this.games.removeNames(hostId, id);
  }

  /** Voids or corrects a question, or takes that back; answers with everything computed again. */
  @Put('results/:id/questions/:number')
  async correct(
    @Param('id') id: string,
    @Param('number') number: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GameReport> {
    const { hostId } = await this.door.writer(request);
    const ruling = await readJson(rulingSchema, request, response);
    await this.games.correct(hostId, id, asIn(numberSchema, number), ruling);
    return this.games.find(hostId, id);
  }

  @Put('results/:id/link')
  async makeLink(
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedLink> {
    const { hostId } = await this.door.writer(request);
    const link = await readJson(linkSchema, request, response);
    return { secret: await this.games.makeLink(hostId, id, link) };
  }

  @Delete('results/:id/link')
  @HttpCode(204)
  async endLink(@Param('id') id: string, @Req() request: Request): Promise<void> {
    const { hostId } = await this.door.writer(request);
    await this.games.endLink(hostId, id);
  }

  /** For whoever has the public link. Its secret comes in the body, so that it is in no log. */
  @Post('report')
  @HttpCode(200)
  async publicReport(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GameReport> {
    this.door.look(request);
    const { secret } = await readJson(secretSchema, request, response);
    return this.games.findPublic(secret);
  }
}
