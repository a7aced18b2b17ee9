import { Module, type DynamicModule } from '@nestjs/common';
import { ServerMetrics, type Build } from '../../metrics/server-metrics.js';
import { ThisMachine } from '../this-machine.js';
import { FiguresDoor } from './figures-door.js';
import { MetricsController } from './metrics.controller.js';

/** The figures of the process, for Prometheus. */
@Module({})
export class MetricsModule {
  static forRoot(build: Build): DynamicModule {
    return {
      module: MetricsModule,
      controllers: [MetricsController],
      providers: [
        FiguresDoor,
        { provide: ThisMachine, useFactory: () => new ThisMachine() },
        { provide: ServerMetrics, useFactory: () => new ServerMetrics(build) },
      ],
      exports: [FiguresDoor, ServerMetrics, ThisMachine],
    };
  }
}
