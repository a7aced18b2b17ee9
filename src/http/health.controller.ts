import { Controller, Get } from '@nestjs/common';

@Controller('health')
export class HealthController {
  /** The process answers. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can host rooms. The embedded store is there as soon as the process is. */
  @Get('ready')
  ready(): { status: 'ok'; store: 'memory' } {
    return { status: 'ok', store: 'memory' };
  }
}
