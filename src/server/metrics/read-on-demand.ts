import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics whose values are kept elsewhere and asked for whenever somebody reads them. */
export function counter(registry: Registry, name: string, help: string, read: () => number): void {
  const registers = [registry];
  const metric: Counter = new Counter({
    name,
    help,
    registers,
    collect: () => {
      metric.reset();
      metric.inc(read());
    },
  });
}

export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const registers = [registry];
  const metric: Gauge = new Gauge({ name, help, registers, collect: () => metric.set(read()) });
}
