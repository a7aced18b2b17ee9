import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** So long is a window; what is told is of the last whole one and of what there is of the next. */
const WINDOW_MS = 15_000;
/** Each tick wakes the process, which `LOOP_TIMER_MS` already does 50 times a second. */
const RESOLUTION_MS = 100;

interface Mark {
  at: number;
  cpuMs: number;
  utilization: ReturnType<typeof performance.eventLoopUtilization>;
}

/** How busy this process is. Readers do not take each other's figures, as they do those of prom-client. */
export class ProcessLoad {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly timer: NodeJS.Timeout;
  private since = mark();
  private next = this.since;
  private lastP99Ms = 0;

  constructor() {
    this.delays.enable();
    this.timer = setInterval(() => this.turn(), WINDOW_MS).unref();
  }

  /** CPU time, of one core: 1 is all of it, and helper threads may make it more. */
  get core(): number {
    const now = mark();
    const tookMs = now.at - this.since.at;
    return tookMs > 0 ? (now.cpuMs - this.since.cpuMs) / tookMs : 0;
  }

  /** The part of the time in which the event loop had something to do. */
  get utilization(): number {
    const now = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(now, this.since.utilization).utilization;
  }

  /** How late one in a hundred looks of the event loop comes, in ms. */
  get loopP99Ms(): number {
    return Math.max(this.lastP99Ms, this.currentP99Ms());
  }

  close(): void {
    clearInterval(this.timer);
    this.delays.disable();
  }

  private turn(): void {
    this.since = this.next;
    this.next = mark();
    this.lastP99Ms = this.currentP99Ms();
    this.delays.reset();
  }

  private currentP99Ms(): number {
    // It counts the time between two wakings.
    const between = this.delays.count === 0 ? 0 : this.delays.percentile(99) / 1e6;
    return Math.max(0, between - RESOLUTION_MS);
  }
}

function mark(): Mark {
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    cpuMs: (user + system) / 1_000,
    utilization: performance.eventLoopUtilization(),
  };
}
