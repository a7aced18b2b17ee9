import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Open } from '../access/way-in.js';
import { ServerMetrics } from '../../metrics/server-metrics.js';
import { FiguresDoor } from './figures-door.js';

@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(ServerMetrics) private readonly metrics: ServerMetrics,
    @Inject(FiguresDoor) private readonly door: FiguresDoor,
  ) {}

  /** For Prometheus. Others get what they would get if there were no such page. */
  @Open()
  @Get()
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.door.letsRead(request)) throw new NotFoundException();
    response.set('Content-Type', this.metrics.contentType).end(await this.metrics.text());
  }
}
