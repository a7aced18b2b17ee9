import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { SignedIn } from '../access/entered.js';
import { Account, OwnPage } from '../access/way-in.js';
import { DeskDoor } from '../../desk/accounts/desk-door.js';
import { ACCOUNTS, type AccountParts } from '../../desk/accounts/account-parts.js';
import { giveHostCookie, giveSession, senderOf } from './host-session.js';
import { PROXY_SETTINGS, type ProxySettings } from '../../platform/identity/request-origin.js';
import {
  limits,
  type DeskSession,
  type LoginRequest,
  type SignInRequest,
} from '../../../protocol/index.js';
import { JsonBody } from '../bodies/json-body.js';

const bodySchema: z.ZodType<SignInRequest | LoginRequest> = z.union([
  z.object({ key: z.string().min(1).max(limits.ID_MAX_UNITS) }),
  z.object({
    name: z.string().min(1).max(limits.NAME_MAX_UNITS),
    password: z.string().min(1).max(limits.PASSWORD_MAX_UNITS),
  }),
]);

/** Signing in and out, and what is signed in. */
@Controller('api/desk')
export class DeskSessionController {
  constructor(
    @Inject(DeskDoor) private readonly door: DeskDoor,
    @Inject(ACCOUNTS) private readonly accounts: AccountParts,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  /** The key of the operator's link, or a name and a password, becomes a session of this browser. */
  @OwnPage()
  @Post('session')
  @HttpCode(204)
  @JsonBody(bodySchema)
  async signIn(
    @Body() body: SignInRequest | LoginRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const sender = senderOf(request, this.proxy);
    if ('key' in body) {
      const token = await this.door.hosts.signIn(body.key, sender);
      giveHostCookie(request, response, token, this.proxy);
    } else {
      const session = await this.accounts.logins.signIn(body, sender);
      giveSession(request, response, session, this.proxy);
    }
  }

  @OwnPage('change')
  @Delete('session')
  @HttpCode(204)
  async signOut(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { hostToken } = this.door.credentials(request);
    giveHostCookie(request, response, undefined, this.proxy);
    if (hostToken !== undefined) await this.door.hosts.signOut(hostToken);
  }

  @Account()
  @Get('sessions')
  async list(@SignedIn() account: Account, @Req() request: Request): Promise<DeskSession[]> {
    return this.door.hosts.sessions(account, this.door.credentials(request));
  }

  /** Signs the account out everywhere, here as well; no browser is known to it then (R16.12). */
  @Account()
  @Delete('sessions')
  @HttpCode(204)
  async signOutEverywhere(
    @SignedIn() account: Account,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.door.hosts.signOutEverywhere(account);
    giveHostCookie(request, response, undefined, this.proxy);
  }

  @Account()
  @Delete('sessions/:id')
  @HttpCode(204)
  async end(@Param('id') id: string, @SignedIn() account: Account): Promise<void> {
    await this.door.hosts.endSession(account, id);
  }
}
