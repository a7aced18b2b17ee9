import { BlockList, isIPv6 } from 'node:net';
import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Open } from '../access/way-in.js';
import {
  isOurHost,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
import { ServerMetrics } from '../../metrics/server-metrics.js';

export const METRICS_READERS = Symbol('METRICS_READERS');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(ServerMetrics) private readonly metrics: ServerMetrics,
    @Inject(METRICS_READERS) private readonly readers: 'local' | 'public',
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  /** For Prometheus. Others get what they would get if there were no such page. */
  @Open()
  @Get()
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    const isForReader = isLocal(request) && isOurHost(request, this.proxy);
    if (this.readers === 'local' && !isForReader) throw new NotFoundException();
    response.set('Content-Type', this.metrics.contentType).end(await this.metrics.text());
  }
}

/** From a program on this machine, and not handed on by a proxy on it. */
function isLocal({ socket, headers }: Request): boolean {
  const address = socket.remoteAddress ?? '';
  const isHandedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isHandedOn && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
