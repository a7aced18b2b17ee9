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
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { ACCOUNTS, type AccountParts } from '../../desk/accounts/account-parts.js';
import { SignedIn } from '../access/entered.js';
import { Account, OwnPage } from '../access/way-in.js';
import { DeskDoor } from '../../desk/accounts/desk-door.js';
import {
  addressOf,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
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
} from '../../../protocol/index.js';
import { giveDeviceCookie, giveSession, senderOf } from './host-session.js';
import { JsonBody } from '../bodies/json-body.js';

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

  @Account('admin')
  @Post('invites')
  @JsonBody(inviteSchema)
  async invite(@SignedIn() account: Account, @Body() wanted: InviteRequest): Promise<MadeInvite> {
    return this.accounts.invitations.make(account, wanted);
  }

  @Account('admin')
  @Get('invites')
  async invites(): Promise<OpenInvite[]> {
    return this.accounts.invitations.list();
  }

  @Account('admin')
  @Delete('invites/:id')
  @HttpCode(204)
  async revoke(@Param('id') id: string): Promise<void> {
    await this.accounts.invitations.revoke(id);
  }

  /** What the link that somebody has opened is for. */
  @OwnPage()
  @Post('invite')
  @HttpCode(200)
  @JsonBody(tokenSchema)
  async look(
    @Body() { token: given }: z.output<typeof tokenSchema>,
    @Req() request: Request,
  ): Promise<ShownInvite> {
    return this.accounts.invitations.look(given, addressOf(request, this.proxy));
  }

  @OwnPage()
  @Post('invite/use')
  @HttpCode(204)
  @JsonBody(useSchema)
  async use(
    @Body() wanted: UseInviteRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const session = await this.accounts.invitations.use(wanted, senderOf(request, this.proxy));
    giveSession(request, response, session, this.proxy);
  }

  @Account()
  @Put('password')
  @HttpCode(204)
  @JsonBody(passwordSchema)
  async changePassword(
    @SignedIn() account: Account,
    @Body() wanted: PasswordRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { hostToken } = this.door.credentials(request);
    const sender = senderOf(request, this.proxy);
    const { logins } = this.accounts;
    const device = await logins.changePassword(account, wanted, sender, hostToken);
    giveDeviceCookie(request, response, device, this.proxy);
  }

  @Account('admin')
  @Get('hosts')
  async hosts(@SignedIn() account: Account): Promise<ListedHost[]> {
    return this.accounts.list.list(account);
  }

  @Account('admin')
  @Put('hosts/:id')
  @HttpCode(204)
  @JsonBody(changeSchema)
  async change(
    @Param('id') id: string,
    @SignedIn() account: Account,
    @Body() { isDisabled }: HostChange,
  ): Promise<void> {
    await this.accounts.list.setDisabled(account, id, isDisabled);
  }

  @Account('admin')
  @Delete('hosts/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @SignedIn() account: Account): Promise<void> {
    await this.accounts.list.remove(account, id);
  }

  /** A link by which this host gets a new password. */
  @Account('admin')
  @Post('hosts/:id/invite')
  async reset(@Param('id') id: string, @SignedIn() account: Account): Promise<MadeInvite> {
    return this.accounts.invitations.makeReset(account, id);
  }
}
