import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { DeskDoor } from '../../desk/accounts/desk-door.js';
import { operatorKey } from '../../desk/accounts/operator-key.js';
import { PROXY_SETTINGS, type ProxySettings } from '../../platform/identity/request-origin.js';
import {
  limits,
  RoomError,
  type AddressRequest,
  type StartRequest,
  type StartState,
  type StopAnswer,
  type StopRequest,
} from '../../../protocol/index.js';
import { AtMachine } from '../access/way-in.js';
import { giveHostCookie, senderOf } from '../accounts/host-session.js';
import { JsonBody } from '../bodies/json-body.js';
import { StartDoor } from './start-door.js';
import { StartDesk } from './start-desk.js';

const short = z.string().min(1).max(limits.ID_MAX_UNITS);
const startSchema: z.ZodType<StartRequest> = z.union([
  z.object({ key: short }),
  z.object({ ticket: short }),
]);
const addressSchema: z.ZodType<AddressRequest> = z.object({ base: short });
const stopSchema: z.ZodType<StopRequest> = z.object({ isConfirmed: z.boolean() });

/** The start page's questions, and what is done there. */
@Controller('api/start')
export class StartController {
  constructor(
    @Inject(StartDesk) private readonly desk: StartDesk,
    @Inject(StartDoor) private readonly start: StartDoor,
    @Inject(DeskDoor) private readonly door: DeskDoor,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  /** The key of the operator's link, or the ticket of a browser that we have opened, lets this browser in. */
  @AtMachine('anybody')
  @Post('session')
  @HttpCode(204)
  @JsonBody(startSchema)
  signIn(@Body() given: StartRequest, @Res({ passthrough: true }) response: Response): void {
    if (!this.start.accepts(given)) throw new RoomError('FORBIDDEN', 'this is not the key');
    response.append('Set-Cookie', this.start.passCookie());
  }

  @AtMachine()
  @Get()
  get(): StartState {
    return this.desk.state();
  }

  /** Signs this browser in at the desk, too, unless it is. */
  @AtMachine()
  @Post('desk')
  @HttpCode(204)
  async enterDesk(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { hosts } = this.door;
    const account = await hosts.find(this.door.credentials(request));
    if (account?.role === 'admin') return;
    const key = operatorKey(this.desk.secret);
    const token = await hosts.signIn(key, senderOf(request, this.proxy));
    giveHostCookie(request, response, token, this.proxy);
  }

  @AtMachine()
  @Post('address')
  @HttpCode(200)
  @JsonBody(addressSchema)
  choose(@Body() { base }: AddressRequest): StartState {
    if (!this.desk.hall.choose(base))
      throw new RoomError('BAD_REQUEST', 'this machine has no such address');
    return this.desk.state();
  }

  @AtMachine()
  @Post('stop')
  @HttpCode(200)
  @JsonBody(stopSchema)
  stop(
    @Body() { isConfirmed }: StopRequest,
    @Res({ passthrough: true }) response: Response,
  ): StopAnswer {
    const inUse = this.desk.inUse();
    const isStopping = isConfirmed || inUse.rooms === 0;
    // The page is told first.
    if (isStopping) response.once('close', () => this.desk.stop());
    return { isStopping, inUse };
  }
}
