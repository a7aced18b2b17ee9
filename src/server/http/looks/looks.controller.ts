import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  Post,
  Put,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  limits,
  RoomError,
  type CreatedLink,
  type Look,
  type LookColours,
} from '../../../protocol/index.js';
import { checkAccount, Looks } from '../../desk/looks/looks.js';
import { ImageEncoder } from '../../desk/pictures/encoder.js';
import { pictureIn } from '../../desk/pictures/image-file.js';
import {
  addressOf,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
import type { Asker } from '../../platform/rate/lane.js';
import { isKept, lookTheme } from '../../platform/theme/look.js';
import { enteredWith, OnBehalf, SignedIn } from '../access/entered.js';
import { Account, Open, OwnPage } from '../access/way-in.js';
import { FileBody, type FileReading } from '../bodies/file-body.js';
import { JsonBody } from '../bodies/json-body.js';
import { readBytes } from '../bodies/read-bytes.js';
import { NewPairs } from './new-pairs.js';

/** Files are held in memory until they are read. */
const MOST_AT_ONCE = { accounts: 8, guests: 0 };
const PAIR = /^([\da-f]{6})-([\da-f]{6})$/;
const LOGO_ID = /^[\da-f]{64}$/;

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .toLowerCase();
const coloursSchema: z.ZodType<{ colours: LookColours }> = z.object({
  colours: z.tuple([colour, colour]),
});
const secretSchema: z.ZodType<CreatedLink> = z.object({
  secret: z.string().min(1).max(limits.ID_MAX_UNITS),
});

/** The look of whoever is signed in (R21.4), and what pages that were told of one need of it. */
@Controller('api')
export class LooksController {
  private readonly newPairs = new NewPairs(() => performance.now());

  constructor(
    @Inject(Looks) private readonly looks: Looks,
    @Inject(ImageEncoder) private readonly encoder: ImageEncoder,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  @Account()
  @Get('desk/look')
  async find(@SignedIn() { hostId }: Account): Promise<{ look: Look | null }> {
    return { look: (await this.looks.find(hostId)) ?? null };
  }

  @Account()
  @Put('desk/look')
  @JsonBody(coloursSchema)
  setColours(
    @SignedIn() account: Account,
    @Body() { colours }: { colours: LookColours },
  ): Promise<Look> {
    return this.looks.setColours(account, colours);
  }

  /** The body is the file; what the sender calls it says nothing. */
  @Account()
  @Put('desk/look/logo')
  @FileBody(logoFile)
  async setLogo(
    @SignedIn() account: Account,
    @OnBehalf() asker: Asker,
    @Body() file: Buffer,
  ): Promise<Look> {
    if (pictureIn(file).format === 'gif')
      throw new RoomError('BAD_IMAGE', 'a logo is a PNG, a JPEG or a WebP');
    const { small } = await this.encoder.encode(asker, file);
    return this.looks.setLogo(account, small);
  }

  @Account()
  @Delete('desk/look/logo')
  removeLogo(@SignedIn() account: Account): Promise<Look> {
    return this.looks.setLogo(account, null);
  }

  @Account()
  @Delete('desk/look')
  @HttpCode(204)
  async remove(@SignedIn() account: Account): Promise<void> {
    await this.looks.remove(account);
  }

  /** For whoever has the public link to results. Its secret comes in the body, so that it is in no log. */
  @OwnPage()
  @Post('desk/report/look')
  @HttpCode(200)
  @JsonBody(secretSchema)
  async ofReport(@Body() { secret }: CreatedLink): Promise<{ look: Look | null }> {
    return { look: (await this.looks.ofReport(secret)) ?? null };
  }

  /** The styles of two colours, whoever has them: rooms have copies of looks that no account has any more. */
  @Open()
  @Get('looks/colours/:pair')
  colours(@Param('pair') pair: string, @Req() request: Request, @Res() response: Response): void {
    const [, main, second] = PAIR.exec(pair) ?? [];
    if (main === undefined || second === undefined) throw new NotFoundException();
    const colours = [`#${main}`, `#${second}`] as const;
    if (!isKept(colours)) this.newPairs.admit(addressOf(request, this.proxy));
    const theme = lookTheme(colours);
    if ('faults' in theme) throw new NotFoundException();
    // The next version may derive others.
    response.set('Cache-Control', 'public, max-age=3600').type('css').send(theme.css);
  }

  /** Told by its digest only, which nobody guesses. */
  @Open()
  @Get('looks/logos/:id')
  async logo(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const bytes = LOGO_ID.test(id) ? await this.looks.logo(id) : undefined;
    if (bytes === undefined) throw new NotFoundException();
    response.set({
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=86400, immutable',
    });
    // Without Express, which would compute a tag of it each time.
    response.end(bytes);
  }
}

function logoFile(): FileReading {
  return {
    admit: (request) => checkAccount(enteredWith(request, 'account')),
    read: (request) => readBytes(request, limits.LOGO_FILE_MAX_BYTES, tooLarge),
    places: MOST_AT_ONCE,
  };
}

function tooLarge(): RoomError {
  return new RoomError('BAD_IMAGE', `the file is larger than ${limits.LOGO_FILE_MAX_BYTES} bytes`);
}
