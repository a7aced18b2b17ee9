import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Open } from '../access/way-in.js';
import type { StoreStatus } from '../../live/store/parts.js';

export const STORE_STATUS = Symbol('STORE_STATUS');

@Controller('health')
export class HealthController {
  constructor(@Inject(STORE_STATUS) private readonly status: () => StoreStatus) {}

  /** The process answers. */
  @Open()
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can host rooms: its store is there. Warnings tell what works, but not as it should. */
  @Open()
  @Get('ready')
  ready(@Res({ passthrough: true }) response: Response): object {
    const { kind, isAway, warnings } = this.status();
    response.status(isAway ? 503 : 200);
    return { status: isAway ? 'away' : 'ok', store: kind, warnings };
  }
}
