import { Controller, Get, Inject, NotFoundException, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ROOM_STORE, type RoomStore } from '../../live/store/contract.js';
import type { StoreStatus } from '../../live/store/parts.js';
import { ServerMetrics } from '../../metrics/server-metrics.js';
import { Open } from '../access/way-in.js';
import { FiguresDoor } from '../metrics/figures-door.js';
import { STORE_STATUS } from './health.controller.js';
import { withoutPlaces } from './warnings.js';
import { processStatus, type ProcessStatus } from './process-status.js';

@Controller('status.json')
export class StatusController {
  constructor(
    @Inject(ServerMetrics) private readonly metrics: ServerMetrics,
    @Inject(STORE_STATUS) private readonly status: () => StoreStatus,
    @Inject(ROOM_STORE) private readonly store: RoomStore,
    @Inject(FiguresDoor) private readonly door: FiguresDoor,
  ) {}

  /** For those who may read `/metrics`. */
  @Open()
  @Get()
  async read(@Req() request: Request): Promise<ProcessStatus> {
    if (!this.door.letsRead(request)) throw new NotFoundException();
    const openRooms = await this.store.countOpenRooms().catch(() => null);
    const status = this.status();
    const { warnings } = status;
    const told = this.door.tellsWhere(request) ? warnings : warnings.map(withoutPlaces);
    return processStatus(this.metrics, { ...status, warnings: told }, openRooms);
  }
}
