import { Controller, Get, Inject } from '@nestjs/common';
import { Open } from '../access/way-in.js';
import type { ServerInfo } from '../../../protocol/index.js';

export const SERVER_INFO = Symbol('SERVER_INFO');

@Controller('api/info')
export class InfoController {
  constructor(@Inject(SERVER_INFO) private readonly info: () => ServerInfo) {}

  @Open()
  @Get()
  get(): ServerInfo {
    return this.info();
  }
}
