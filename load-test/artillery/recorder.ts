/** Keeps what a scenario measures, tells Artillery, and leaves the results in a file now and then. */
import { performance } from 'node:perf_hooks';
import { writeFileSync } from 'node:fs';
import { Histogram } from '../swarm/histogram.js';
import type { CostFigures } from '../swarm/monitor.js';
import type { Latency, Outcome } from './outcome.js';
import type { ServerTime } from './server-metrics.js';
import type { Metrics } from './virtual-user.js';

/** A histogram that tells of each sample. */
class ForwardingHistogram extends Histogram {
  constructor(private readonly tell: (value: number) => void) {
    super();
  }

  override record(value: number): void {
    super.record(value);
    this.tell(value);
  }
}

interface Track {
  all: Histogram;
  bySecond: Map<number, Histogram>;
}

export class Recorder {
  cost: CostFigures | null = null;
  serverTimes: ServerTime[] | null = [];
  readonly #startedAt = performance.now();
  readonly #tracks = new Map<string, Track>();
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly metrics: Metrics,
    private readonly file: string | undefined,
  ) {}

  /** A latency in ms; Artillery knows it as `<name>_ms`. */
  latency(name: string, ms: number): void {
    const track = this.#track(name);
    track.all.record(ms);
    const second = Math.floor((performance.now() - this.#startedAt) / 1000);
    const histogram = track.bySecond.get(second) ?? new Histogram();
    track.bySecond.set(second, histogram);
    histogram.record(ms);
    this.metrics.emit('histogram', `${name}_ms`, ms);
  }

  /** Its samples count as latencies of this name. */
  histogramOf(name: string): Histogram {
    return new ForwardingHistogram((ms) => this.latency(name, ms));
  }

  /** Sets what is counted elsewhere; Artillery hears of it when the scenario is over. */
  set(name: string, value: number): void {
    this.#counts.set(name, value);
  }

  count(name: string, by = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  /** So that a run which is ended early has results. */
  save(complete: boolean): void {
    if (this.file !== undefined) writeFileSync(this.file, JSON.stringify(this.#outcome(complete)));
  }

  /** Tells Artillery the counts, for its thresholds and its report; a name's spaces become underscores. */
  finish(): void {
    for (const [name, value] of this.#counts)
      this.metrics.emit('counter', name.replaceAll(/\W/g, '_'), value);
    this.save(true);
  }

  #track(name: string): Track {
    const track = this.#tracks.get(name) ?? { all: new Histogram(), bySecond: new Map() };
    this.#tracks.set(name, track);
    return track;
  }

  #outcome(complete: boolean): Outcome {
    const latencies = [...this.#tracks].map(([name, { all, bySecond }]): Latency => ({
      name,
      summary: all.summary(),
      overTime: [...bySecond].map(([second, histogram]) => {
        const { p50, p95, max } = histogram.summary();
        return { second, p50, p95, max };
      }),
    }));
    return {
      complete,
      latencies,
      counts: Object.fromEntries(this.#counts),
      cost: this.cost,
      serverTimes: this.serverTimes,
    };
  }
}
