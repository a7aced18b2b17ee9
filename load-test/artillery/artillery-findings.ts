/** What the report shows of a run of Artillery. */
import { FindingsOf, type Figure, type Findings } from '../report/findings.js';
import type { Latency, Outcome } from './outcome.js';
import type { ArtilleryRun, Variables } from './run-artillery.js';

const PERCENTILES = ['p50', 'p95', 'p99', 'max'] as const;

/** What a scenario's names mean to a reader. */
export interface Words {
  /** By the name of a latency. */
  latencies: Readonly<Record<string, string>>;
  /** A saturated Artillery then makes the run worthless; elsewhere it is worth a note. */
  isAboutLatency: boolean;
  /** Counts that two runs are compared by: fewer are better. */
  bad: readonly string[];
}

export function describeRun(run: ArtilleryRun, variables: Variables, words: Words): Findings {
  const { outcome, checks, counters } = run;
  const found = new FindingsOf();
  if (outcome !== undefined) {
    const { counts, cost, serverTimes } = outcome;
    const latencies = outcome.latencies.filter(({ summary }) => summary.count > 0);
    found
      .table<Latency>(
        'Latencies',
        latencies,
        [
          ['', '', ({ name }) => words.latencies[name] ?? name],
          ['samples', '', ({ summary }) => summary.count],
          ['mean', 'ms', ({ summary }) => summary.mean],
          ...PERCENTILES.map((rank): Figure<Latency> => {
            return [rank, 'ms', ({ summary }) => summary[rank], 'lower'];
          }),
        ],
        {
          nameOf: (rank, { name }) => `${name} ${rank}`,
          note: 'Sent and received in one process, by one clock.',
        },
      )
      .compare(words.bad, [['count', '', (name) => counts[name] ?? 0, 'lower']], (_, name) => name)
      .table('Counts', Object.entries({ ...counts, ...virtualUsers(counters) }), [
        ['', '', ([name]) => name],
        ['count', '', ([, count]) => count],
      ])
      .table(
        'Thresholds',
        checks,
        [
          ['condition', '', ({ condition }) => condition],
          ['', '', ({ passed }) => (passed ? 'met' : 'MISSED')],
        ],
        { note: 'They stand in the scenario’s file.' },
      )
      .table(
        'Processing time on the server',
        serverTimes ?? [],
        [
          ['', '', ({ what }) => what],
          ['count', '', ({ count }) => count],
          ['mean', 'ms', ({ meanMs }) => meanMs, 'lower'],
          ['p95', 'ms', ({ p95Ms }) => p95Ms],
          ['p99', 'ms', ({ p99Ms }) => p99Ms],
        ],
        {
          nameOf: (figure, { what }) => `server: ${what} ${figure}`,
          note:
            'As its processes tell, over the measuring window: from a packet to the end of its handling, and ' +
            'of each flush of a room. Percentiles are interpolated within buckets.',
        },
      )
      .compare([cost], [['server CPU', 'cores', () => cost?.server?.cores, 'lower']])
      .table(
        'CPU and memory',
        cost === null
          ? []
          : [
              ...(cost.server?.parts ?? []).map((part) => ({ ...part, mb: part.rssMb.max })),
              { ...cost.swarm, name: 'Artillery', mb: cost.swarm.rssMb },
            ],
        [
          ['', '', ({ name }) => name],
          ['CPU', 'cores', ({ cores }) => cores],
          ['memory', 'MB', ({ mb }) => mb],
        ],
        {
          note: 'Mean CPU and most memory, over the measuring window or, without one, the whole scenario.',
        },
      );
    // Latencies that are spread over time; a storm lasts a second and has no course.
    for (const { name, overTime } of latencies.filter((one) => one.overTime.length > 2)) {
      const first = overTime[0]?.second ?? 0;
      const last = overTime.at(-1)?.second ?? 0;
      const values = Array.from({ length: last - first + 1 }, (_, n) => first + n);
      const moments = new Map(overTime.map((moment) => [moment.second, moment]));
      found.chart(
        {
          title: words.latencies[name] ?? name,
          kind: 'line',
          x: { label: 'time', unit: 's', values },
          y: { label: 'latency', unit: 'ms' },
        },
        values,
        (['p50', 'p95', 'max'] as const).map((rank) => [
          rank,
          (second) => moments.get(second)?.[rank],
        ]),
      );
    }
  }
  return found
    .fault(...faultsOf(run, words))
    .note(...notesOf(run, words))
    .done({ variables, ...run });
}

function virtualUsers(counters: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counters).flatMap(([name, value]) =>
      /^(vusers\.(created|completed|failed)|errors\..*)$/.test(name)
        ? [[`Artillery: ${name}`, value] as const]
        : [],
    ),
  );
}

function faultsOf(
  { outcome, checks, exitCode, stopped, output, counters }: ArtilleryRun,
  words: Words,
): string[] {
  const faults = checks
    .filter(({ passed }) => !passed)
    .map(({ condition }) => `threshold missed: ${condition}`);
  const errors = Object.entries(counters).flatMap(([name, count]) =>
    name.startsWith('errors.') ? [`${count} × ${name.slice('errors.'.length)}`] : [],
  );
  if (errors.length > 0) faults.push(`Artillery’s virtual users failed: ${errors.join(', ')}`);
  if (stopped === 'time') faults.push('Artillery did not end in time and was stopped');
  if (stopped === undefined && (outcome === undefined || checks.length === 0))
    faults.push(`Artillery ended without results (exit code ${exitCode}): ${output.trim()}`);
  if (stopped === undefined && faults.length === 0 && exitCode !== 0)
    faults.push(`Artillery ended with exit code ${exitCode}: ${output.trim()}`);
  if (words.isAboutLatency) faults.push(...saturationOf(outcome));
  return faults;
}

/** Empty when Artillery kept up. */
function saturationOf(outcome: Outcome | undefined): string[] {
  const swarm = outcome?.cost?.swarm;
  if (swarm?.saturated !== true) return [];
  return [
    `Artillery was saturated, or the machine busy (${swarm.cores} cores, ` +
      `${swarm.loopDelayMs.p99} ms late): the latencies are partly its own`,
  ];
}

function notesOf({ outcome, stopped }: ArtilleryRun, words: Words): string[] {
  const notes = words.isAboutLatency ? [] : saturationOf(outcome);
  if (stopped === 'signal')
    notes.push(
      outcome === undefined
        ? 'Stopped before there were results.'
        : 'Stopped early: the thresholds were not checked, and the last seconds are missing.',
    );
  if (outcome?.serverTimes === null)
    notes.push('The server’s own processing times are missing: its /metrics could not be read.');
  return notes;
}
