import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { z } from 'zod';
import { Asking, RoomId } from '../access/entered.js';
import { JsonBody } from '../bodies/json-body.js';
import { ByPin } from '../access/way-in.js';
import { limits, type HostLinkRequest } from '../../../protocol/index.js';
import { HostLinks } from '../../live/room/host-links.js';
import type { Seeker } from '../../live/room/room-finder.js';

const bodySchema: z.ZodType<HostLinkRequest> = z.object({
  secret: z.string().min(1).max(limits.ID_MAX_UNITS),
});

/** The secret of a host link, which stands behind `#` in its address, becomes a right of this browser (R3.6). */
@Controller('api/rooms')
export class HostLinkController {
  constructor(@Inject(HostLinks) private readonly links: HostLinks) {}

  /** From here on the sender's identity may open cockpits of the room. The secret comes in the body. */
  @ByPin()
  @Post(':pin/host-link')
  @HttpCode(204)
  @JsonBody(bodySchema)
  async accept(
    @RoomId() roomId: string | undefined,
    @Asking() who: Seeker,
    @Body() { secret }: HostLinkRequest,
  ): Promise<void> {
    await this.links.accept(roomId, secret, who);
  }
}
