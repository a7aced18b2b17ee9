import { Counter, type Registry } from 'prom-client';
import { commandSchemas, type ErrorCode } from '../../protocol/index.js';
import { HotHistogram, type HotSeries } from './hot-histogram.js';

const SECONDS = [
  10e-6, 20e-6, 50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,
];
/** For every event that is no command: whoever invents names must not invent time series. */
const UNKNOWN = 'unknown';

interface Tally {
  outcomes: Map<string, number>;
  seconds: HotSeries;
}

/** What became of the clients' commands, and how long they took. */
export class CommandMetrics {
  private readonly tallies = new Map<string, Tally>();
  private readonly unknown: Tally;

  constructor(registry: Registry) {
    const seconds = new HotHistogram(
      registry,
      'madang_command_seconds',
      'From the packet of a command to its answer; without those that the rate limit refused.',
      SECONDS,
      'command',
    );
    for (const name of [...Object.keys(commandSchemas), UNKNOWN])
      this.tallies.set(name, { outcomes: new Map(), seconds: seconds.with(name) });
    this.unknown = this.tallies.get(UNKNOWN) as Tally;

    const { tallies } = this;
    const total = new Counter({
      name: 'madang_commands_total',
      help: 'Events from clients, by what became of them: ok, or the code of the error.',
      labelNames: ['command', 'outcome'],
      registers: [registry],
      collect: () => {
        total.reset();
        for (const [command, { outcomes }] of tallies)
          for (const [outcome, count] of outcomes) total.inc({ command, outcome }, count);
      },
    });
  }

  /** An event was answered, or refused by the rate limit, which is not timed. */
  note(event: string, outcome: 'ok' | ErrorCode, tookMs?: number): void {
    const { outcomes, seconds } = this.tallies.get(event) ?? this.unknown;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (tookMs !== undefined) seconds.observe(tookMs / 1000);
  }
}
