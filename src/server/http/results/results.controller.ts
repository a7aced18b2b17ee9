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
import { z } from 'zod';
import { OnBehalf, SignedIn } from '../access/entered.js';
import { Account, OwnPage } from '../access/way-in.js';
import { goneSignal } from '../../platform/identity/gone-signal.js';
import { languageOf } from '../../platform/identity/request-origin.js';
import {
  limits,
  type CreatedLink,
  type GameLink,
  type KeptGameList,
  type RulingRequest,
} from '../../../protocol/index.js';
import type { JudgedName } from '../../../protocol/judged-name.js';
import { rulingShape } from '../../../protocol/schemas.js';
import { DearRequests } from '../../platform/rate/dear.js';
import type { Asker } from '../../platform/rate/lane.js';
import { KeptGames, type GameHead } from '../../desk/results/kept-games.js';
import { MadeResults, type Wanted } from '../../desk/results/made-results.js';
import { publicSteps } from '../../desk/results/report.js';
import { jsonSteps } from '../../desk/results/report-json.js';
import { sheetBody } from '../../desk/results/sheet-file.js';
import { asIn, JsonBody } from '../bodies/json-body.js';
import { JSON_TYPE, sendMade, sendSheet, sheetKey, sheetWish } from './send-made.js';

const MOST_OFFSET = 1_000_000;

const rulingSchema: z.ZodType<RulingRequest> = z.object(rulingShape);
const linkSchema: z.ZodType<GameLink> = z.object({ names: z.boolean(), questions: z.boolean() });
const secretSchema: z.ZodType<CreatedLink> = z.object({
  secret: z.string().min(1).max(limits.ID_MAX_UNITS),
});
/** As `nameKey` writes it. */
const nameSchema = z
  .string()
  .regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)
  .transform((text): JudgedName => {
    const [question = 0, part = 0, drops = 0] = text.split('.').map(Number);
    return { question, part, drops };
  });
const numberSchema = z.coerce.number().int().min(0).max(MOST_OFFSET);

/** The results that are kept for whoever asks (R17). Another host's are as if they were not there. */
@Controller('api/desk')
export class ResultsController {
  constructor(
    @Inject(KeptGames) private readonly games: KeptGames,
    @Inject(MadeResults) private readonly made: MadeResults,
    @Inject(DearRequests) private readonly dear: DearRequests,
  ) {}

  @Account()
  @Get('results')
  async list(
    @Query('set') set: unknown,
    @Query('offset') offset: unknown,
    @SignedIn() { hostId }: Account,
  ): Promise<KeptGameList> {
    const from = asIn(numberSchema, offset ?? '0');
    return this.games.list(hostId, typeof set === 'string' ? set : undefined, from);
  }

  @Account()
  @Get('results/:id')
  async find(
    @Param('id') id: string,
    @SignedIn() { hostId }: Account,
    @OnBehalf() asker: Asker,
    @Res() response: Response,
  ): Promise<void> {
    await this.tell(response, await this.games.head(hostId, id), asker);
  }

  @Account()
  @Get('results/:id/file')
  async download(
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @SignedIn() { hostId }: Account,
    @OnBehalf() asker: Asker,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const wish = sheetWish(query, languageOf(request));
    const head = await this.games.head(hostId, id);
    const wanted: Wanted = {
      kind: wish.format,
      size: head.size,
      key: `${head.revision} ${sheetKey(wish)}`,
      make: async (inSlices) => sheetBody(await this.games.report(head, inSlices), wish, inSlices),
    };
    const body = await this.made.get(asker, wanted, goneSignal(response));
    sendSheet(response, head.row.room_title, wish, body);
  }

  @Account()
  @Delete('results/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @SignedIn() { hostId }: Account): Promise<void> {
    await this.games.remove(hostId, id);
  }

  @Account()
  @Delete('results/:id/names')
  @HttpCode(204)
  async removeNames(@Param('id') id: string, @SignedIn() { hostId }: Account): Promise<void> {
    await this.games.removeNames(hostId, id);
  }

  /** Voids or corrects a question, or takes that back; answers with everything computed again. */
  @Account()
  @Put('results/:id/questions/:name')
  @JsonBody(rulingSchema)
  async correct(
    @Param('id') id: string,
    @Param('name') named: string,
    @SignedIn() { hostId }: Account,
    @OnBehalf() asker: Asker,
    @Body() ruling: RulingRequest,
    @Res() response: Response,
  ): Promise<void> {
    const name = asIn(nameSchema, named);
    const { size } = await this.games.head(hostId, id);
    await this.dear.run('correction', size, asker, () =>
      this.games.correct(hostId, id, name, ruling),
    );
    await this.tell(response, await this.games.head(hostId, id), asker);
  }

  @Account()
  @Put('results/:id/link')
  @JsonBody(linkSchema)
  async makeLink(
    @Param('id') id: string,
    @SignedIn() { hostId }: Account,
    @Body() link: GameLink,
  ): Promise<CreatedLink> {
    return { secret: await this.games.makeLink(hostId, id, link) };
  }

  @Account()
  @Delete('results/:id/link')
  @HttpCode(204)
  async endLink(@Param('id') id: string, @SignedIn() { hostId }: Account): Promise<void> {
    await this.games.endLink(hostId, id);
  }

  /** For whoever has the public link. Its secret comes in the body, so that it is in no log. */
  @OwnPage()
  @Post('report')
  @HttpCode(200)
  @JsonBody(secretSchema)
  async publicReport(
    @OnBehalf() asker: Asker,
    @Body() { secret }: CreatedLink,
    @Res() response: Response,
  ): Promise<void> {
    const head = await this.games.headOfLink(secret);
    await this.tell(response, head, asker, head.link);
  }

  /** Answers with the report of a game; where a `link` is given, with what it shows. */
  private async tell(
    response: Response,
    head: GameHead,
    asker: Asker,
    link?: GameLink,
  ): Promise<void> {
    const shown = link === undefined ? '' : ` ${link.names} ${link.questions}`;
    const wanted: Wanted = {
      kind: 'report',
      size: head.size,
      key: `${head.revision} json${shown}`,
      make: async (inSlices) => {
        const report = await this.games.report(head, inSlices);
        const told = link === undefined ? report : await inSlices(publicSteps(report, link));
        return inSlices(jsonSteps(told));
      },
    };
    const body = await this.made.get(asker, wanted, goneSignal(response));
    sendMade(response, JSON_TYPE, body);
  }
}
