import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { DeskDoor } from '../hosts/desk-door.js';
import { ACCOUNTS, type AccountParts } from '../hosts/account-parts.js';
import { giveHostCookie, senderOf } from './host-session.js';
import { PROXY_SETTINGS, type ProxySettings } from '../identity/request-origin.js';
import {
  limits,
  type DeskSession,
  type LoginRequest,
  type SignInRequest,
} from '../protocol/index.js';
import { readJson } from './read-json.js';

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
  @Post('session')
  @HttpCode(204)
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    this.door.enter(request);
    const body = await readJson(bodySchema, request, response);
    const sender = senderOf(request, this.proxy);
    const token = await ('key' in body
      ? this.door.hosts.signIn(body.key, sender)
      : this.accounts.logins.signIn(body, sender));
    giveHostCookie(request, response, token, this.proxy);
  }

  @Delete('session')
  @HttpCode(204)
  async signOut(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { hostToken } = this.door.change(request);
    giveHostCookie(request, response, undefined, this.proxy);
    if (hostToken !== undefined) await this.door.hosts.signOut(hostToken);
  }

  @Get('sessions')
  async list(@Req() request: Request): Promise<DeskSession[]> {
    const account = await this.door.reader(request);
    return this.door.hosts.sessions(account, this.door.credentials(request));
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  async end(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.door.hosts.endSession(await this.door.writer(request), id);
  }
}
