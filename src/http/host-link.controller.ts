import { Controller, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { IdentityService } from '../identity/identity.js';
import {
  addressOf,
  isOriginAllowed,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../identity/request-origin.js';
import { limits, RoomError, type HostLinkRequest } from '../protocol/index.js';
import { HostLinks } from '../room/host-links.js';
import { readJson } from './read-json.js';

const bodySchema: z.ZodType<HostLinkRequest> = z.object({
  secret: z.string().min(1).max(limits.ID_MAX_UNITS),
});

/** The secret of a host link, which stands behind `#` in its address, becomes a right of this browser (R3.6). */
@Controller('api/rooms')
export class HostLinkController {
  constructor(
    @Inject(HostLinks) private readonly links: HostLinks,
    @Inject(IdentityService) private readonly identities: IdentityService,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  /** From here on the sender's identity may open cockpits of the room. The secret comes in the body. */
  @Post(':pin/host-link')
  @HttpCode(204)
  async accept(
    @Param('pin') pin: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    if (!isOriginAllowed(request, this.proxy)) throw new RoomError('FORBIDDEN', 'foreign page');
    const identityId = this.identities.fromHeaders(request.headers);
    if (identityId === undefined) throw new RoomError('FORBIDDEN', 'no identity');
    const { secret } = await readJson(bodySchema, request, response);
    const address = addressOf(request, this.proxy);
    await this.links.accept(pin, secret, { identityId, address });
  }
}
