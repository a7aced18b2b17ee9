/** What the virtual users of one run share. They all live in one thread of Artillery's. */
import { performance } from 'node:perf_hooks';
import type { GameMode } from '../../src/protocol/room-options.js';
import { startMonitor, type CostFigures } from '../swarm/monitor.js';
import { Recorder } from './recorder.js';
import { Room } from './seats.js';
import type { Settings } from './settings.js';
import type { Metrics } from './virtual-user.js';

const SAVE_EVERY_MS = 5_000;

export class Run {
  readonly startedAt = performance.now();
  readonly recorder: Recorder;
  readonly rooms: Room[];
  /** Players of each room. */
  readonly expected: number;
  arrivals = 0;
  readonly #saving: NodeJS.Timeout;
  readonly #stopMonitor: () => CostFigures;

  constructor(
    readonly settings: Settings,
    metrics: Metrics,
    modes: readonly GameMode[],
    expected: number,
  ) {
    this.recorder = new Recorder(metrics, settings.resultFile);
    this.rooms = modes.map((mode) => new Room(mode));
    this.expected = expected;
    for (const name of ['joined', 'refused', 'dropped']) this.recorder.set(name, 0);
    this.#stopMonitor = startMonitor(settings.parts);
    this.#saving = setInterval(() => this.recorder.save(false), SAVE_EVERY_MS);
  }

  finish(): void {
    clearInterval(this.#saving);
    const cost = this.#stopMonitor();
    this.recorder.cost ??= cost;
    this.recorder.finish();
  }
}
