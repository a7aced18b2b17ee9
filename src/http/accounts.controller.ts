import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { ACCOUNTS, type AccountParts } from '../hosts/account-parts.js';
import { DeskDoor } from '../hosts/desk-door.js';
import { PROXY_SETTINGS, type ProxySettings } from '../identity/request-origin.js';
import {
  limits,
  type HostChange,
  type InviteRequest,
  type ListedHost,
  type MadeInvite,
  type OpenInvite,
  type PasswordRequest,
  type ShownInvite,
  type UseInviteRequest,
} from '../protocol/index.js';
import { giveHostCookie, senderOf } from './host-session.js';
import { readJson } from './read-json.js';

const token = z.string().min(1).max(limits.ID_MAX_UNITS);
const password = z.string().min(1).max(limits.PASSWORD_MAX_UNITS);
const inviteSchema: z.ZodType<InviteRequest> = z.object({
  role: z.enum(['host', 'admin']),
  note: z.string().trim().max(limits.INVITE_NOTE_MAX_UNITS),
});
const tokenSchema = z.object({ token });
const useSchema = z.object({
  token,
  name: z.string().max(limits.NAME_MAX_UNITS).default(''),
  password,
}) satisfies z.ZodType<UseInviteRequest>;
const passwordSchema: z.ZodType<PasswordRequest> = z.object({ current: password, password });
const changeSchema: z.ZodType<HostChange> = z.object({ isDisabled: z.boolean() });

/** Invitations, passwords, and the list of who came by an invitation. */
@Controller('api/desk')
export class AccountsController {
  constructor(
    @Inject(DeskDoor) private readonly door: DeskDoor,
    @Inject(ACCOUNTS) private readonly accounts: AccountParts,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  @Post('invites')
  async invite(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MadeInvite> {
    const account = await this.door.adminWriter(request);
    return this.accounts.invitations.make(account, await readJson(inviteSchema, request, response));
  }

  @Get('invites')
  async invites(@Req() request: Request): Promise<OpenInvite[]> {
    await this.door.adminReader(request);
    return this.accounts.invitations.list();
  }

  @Delete('invites/:id')
  @HttpCode(204)
  async revoke(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.door.adminWriter(request);
    await this.accounts.invitations.revoke(id);
  }

  /** What the link that somebody has opened is for. */
  @Post('invite')
  @HttpCode(200)
  async look(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ShownInvite> {
    this.door.enter(request);
    const { token: given } = await readJson(tokenSchema, request, response);
    return this.accounts.invitations.look(given, senderOf(request, this.proxy).address);
  }

  @Post('invite/use')
  @HttpCode(204)
  async use(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    this.door.enter(request);
    const wanted = await readJson(useSchema, request, response);
    const session = await this.accounts.invitations.use(wanted, senderOf(request, this.proxy));
    giveHostCookie(request, response, session, this.proxy);
  }

  @Put('password')
  @HttpCode(204)
  async changePassword(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const account = await this.door.writer(request);
    const wanted = await readJson(passwordSchema, request, response);
    const { hostToken } = this.door.credentials(request);
    const sender = senderOf(request, this.proxy);
    await this.accounts.logins.changePassword(account, wanted, sender, hostToken);
  }

  @Get('hosts')
  async hosts(@Req() request: Request): Promise<ListedHost[]> {
    return this.accounts.list.list(await this.door.adminReader(request));
  }

  @Put('hosts/:id')
  @HttpCode(204)
  async change(
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const account = await this.door.adminWriter(request);
    const { isDisabled } = await readJson(changeSchema, request, response);
    await this.accounts.list.setDisabled(account, id, isDisabled);
  }

  @Delete('hosts/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.accounts.list.remove(await this.door.adminWriter(request), id);
  }

  /** A link by which this host gets a new password. */
  @Post('hosts/:id/invite')
  async reset(@Param('id') id: string, @Req() request: Request): Promise<MadeInvite> {
    return this.accounts.invitations.makeReset(await this.door.adminWriter(request), id);
  }
}
