import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Open } from '../access/way-in.js';
import type { StoreStatus } from '../../live/store/parts.js';
import { FiguresDoor } from '../metrics/figures-door.js';
import { withoutPlaces } from './warnings.js';

export const STORE_STATUS = Symbol('STORE_STATUS');

@Controller('health')
export class HealthController {
  constructor(
    @Inject(STORE_STATUS) private readonly status: () => StoreStatus,
    @Inject(FiguresDoor) private readonly door: FiguresDoor,
  ) {}

  /** The process answers. */
  @Open()
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * The process can host rooms: its store is there. Warnings tell what works, but not as it should; where its files lie
   * is told inside only.
   */
  @Open()
  @Get('ready')
  ready(@Req() request: Request, @Res({ passthrough: true }) response: Response): object {
    const { kind, isAway, warnings: found } = this.status();
    const warnings = this.door.tellsWhere(request) ? found : found.map(withoutPlaces);
    response.status(isAway ? 503 : 200);
    return { status: isAway ? 'away' : 'ok', store: kind, warnings };
  }
}
