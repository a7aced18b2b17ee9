import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { ServerMetrics } from '../../metrics/server-metrics.js';
import { METRICS_READERS, MetricsController } from './metrics.controller.js';

/** What Prometheus reads. */
@Module({
  controllers: [MetricsController],
  providers: [
    { provide: ServerMetrics, useFactory: () => new ServerMetrics() },
    { provide: METRICS_READERS, inject: [CONFIG], useFactory: ({ METRICS }: Config) => METRICS },
  ],
  exports: [ServerMetrics],
})
export class MetricsModule {}
