import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { JsonBody } from '../bodies/json-body.js';
import { SignedIn } from '../access/entered.js';
import { Account, OwnPage } from '../access/way-in.js';
import {
  inEach,
  isItem,
  RoomError,
  type DraftPart,
  type DraftQuestion,
  type DraftRow,
  type KeptSetSummary,
  type NewShareLink,
  type QuestionTexts,
  type ShareLink,
  type SharedSet,
} from '../../../protocol/index.js';
import { fileKind } from '../../desk/files/kinds/file-kinds.js';
import { KeptSets } from '../../desk/sets/kept-sets.js';
import { ShareLinks } from '../../desk/sets/share-links.js';
import { sendImage } from '../pictures/images.controller.js';

const newLink = z.strictObject({ kind: z.enum(['look', 'copy']), answers: z.boolean() });
const openLink = z.strictObject({ token: z.string().max(64) });
type OpenLink = z.output<typeof openLink>;

/** Links to kept sets. Their tokens come in bodies only, so that they are in no log. */
@Controller('api/desk')
export class ShareController {
  constructor(
    @Inject(KeptSets) private readonly sets: KeptSets,
    @Inject(ShareLinks) private readonly links: ShareLinks,
  ) {}

  @Account()
  @Get('sets/:id/links')
  async list(@Param('id') id: string, @SignedIn() { hostId }: Account): Promise<ShareLink[]> {
    return this.links.list(hostId, id);
  }

  @Account()
  @Post('sets/:id/links')
  @JsonBody(newLink)
  async add(
    @Param('id') id: string,
    @SignedIn() { hostId }: Account,
    @Body() { kind, answers }: z.output<typeof newLink>,
  ): Promise<NewShareLink> {
    return { token: await this.links.add(hostId, id, kind, answers) };
  }

  @Account()
  @Delete('sets/:id/links/:link')
  @HttpCode(204)
  async end(
    @Param('id') id: string,
    @Param('link') link: string,
    @SignedIn() { hostId }: Account,
  ): Promise<void> {
    await this.links.end(hostId, id, link);
  }

  /** What a link leads to, for everybody who has it. */
  @OwnPage()
  @Post('shared')
  @HttpCode(200)
  @JsonBody(openLink)
  async look(@Body() { token }: OpenLink): Promise<SharedSet> {
    const { set, kind, answers } = await this.links.open(token);
    const isWhole = kind === 'copy' || answers;
    const { title, language, languages, texts, questions } = set;
    return {
      title,
      language,
      ...(languages && { languages }),
      ...(texts && { texts }),
      kind,
      questions:
        kind === 'copy' ? questions : questions.map(answers ? withoutNote : withoutAnswers),
      isWhole,
    };
  }

  /** A picture of that set. */
  @OwnPage('picture')
  @Post('shared/images/:id')
  @JsonBody(openLink)
  async picture(
    @Param('id') id: string,
    @Query('size') size: unknown,
    @Body() { token }: OpenLink,
    @Res() response: Response,
  ): Promise<void> {
    sendImage(response.status(200), await this.links.picture(token, id), size);
  }

  /** A copy of the set for who asks, with its pictures. */
  @Account()
  @Post('shared/copy')
  @JsonBody(openLink)
  async copy(@SignedIn() account: Account, @Body() { token }: OpenLink): Promise<KeptSetSummary> {
    const { set, kind } = await this.links.open(token);
    if (kind !== 'copy') throw new RoomError('FORBIDDEN', 'this link is to look only');
    return this.sets.create(account, { ...set, labels: [] });
  }
}

/** What tells nothing of what is right, in no language. */
function withoutAnswers(row: DraftRow): DraftRow {
  return inEach(isItem(row) ? row : inOrderOfTexts(row), fieldsWithoutAnswers);
}

/** With its parts by their main texts, as their own order may be what is right; those of further languages go along. */
function inOrderOfTexts(row: DraftQuestion): DraftQuestion {
  const { parts, texts = {} } = row;
  if (parts === undefined) return row;
  const textOf = (n: number): string => parts[n]?.text ?? '';
  const order = [...parts.keys()].toSorted((a, b) => textOf(a).localeCompare(textOf(b)));
  const sorted = <T>(list: readonly T[], none: T): T[] => order.map((n) => list[n] ?? none);
  const others = Object.entries(texts).map(([tag, own]): [string, QuestionTexts] => [
    tag,
    own.parts === undefined ? own : { ...own, parts: sorted(own.parts, {}) },
  ]);
  return { ...row, parts: sorted(parts, { text: '' }), texts: Object.fromEntries(others) };
}

/** Named one by one, so that a new field is not told by mistake. */
function fieldsWithoutAnswers(row: DraftRow): DraftRow {
  if (isItem(row)) {
    const { id, kind, title, text, image, seconds, startsAt, name, count, order, limitTime } = row;
    const { blind, factor, standings, message, minutes, among, team, winners } = row;
    const shown = { title, text, image, seconds, startsAt, name, count, order, limitTime };
    const more = { blind, factor, standings, message, minutes, among, team, winners };
    return { id, kind, ...thereOf({ ...shown, ...more }) };
  }
  const { id, kind, quiz, limitTime, points, image, choices, pictures } = row;
  const { min, max, step, unit, from, to, walkTime, parts, guessOf, guessTime } = row;
  // Those of another kind may have become the parts of an order.
  const own = 'choices' in fileKind(kind).ofDraft(row) ? choices : undefined;
  const floor = { choices: own, pictures, min, max, step, unit, from, to };
  const shown = { image, ...floor, walkTime, guessOf, guessTime, parts: parts?.map(unplaced) };
  return { id, kind, quiz, limitTime, points, ...thereOf(shown) };
}

/** Without what it belongs to, which may be what is right. */
const unplaced = ({ text }: DraftPart): DraftPart => ({ text });

/** Notes are for the host alone, whatever a link to look shows. */
function withoutNote({ note: _, ...row }: DraftRow): DraftRow {
  return row;
}

function thereOf(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
