/** What the report shows of a run of Artillery. */
import { metricsOf, seriesOf, tableOf } from '../lab/tables.js';
import type { Chart, Findings, Metric, Table } from '../lab/findings.js';
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
  const { outcome } = run;
  return {
    metrics: outcome === undefined ? [] : compared(outcome, words),
    tables: outcome === undefined ? [] : tablesOf(outcome, run, words),
    charts: outcome === undefined ? [] : chartsOf(outcome, words),
    faults: faultsOf(run, words),
    notes: notesOf(run, words),
    raw: { variables, ...run },
  };
}

const isMeasured = ({ summary }: Latency): boolean => summary.count > 0;

function compared({ latencies, counts, cost, serverTimes }: Outcome, words: Words): Metric[] {
  return [
    ...latencies.filter(isMeasured).flatMap((one) =>
      metricsOf(
        [one.summary],
        PERCENTILES.map((rank) => [`${one.name} ${rank}`, 'ms', (summary) => summary[rank]]),
      ),
    ),
    ...metricsOf(
      [counts],
      words.bad.map((name) => [name, 'count', () => counts[name] ?? 0]),
    ),
    ...metricsOf(
      serverTimes ?? [],
      [['mean', 'ms', ({ meanMs }) => meanMs]],
      (figure, { what }) => `server: ${what} ${figure}`,
    ),
    ...metricsOf([cost], [['server CPU', 'cores', () => cost?.server?.cores]]),
  ];
}

function tablesOf(
  { latencies, counts, cost, serverTimes }: Outcome,
  { checks, counters }: ArtilleryRun,
  words: Words,
): Table[] {
  const tables = [
    tableOf<Latency>(
      'Latencies',
      latencies.filter(isMeasured),
      [
        ['', '', ({ name }) => words.latencies[name] ?? name],
        ['samples', '', ({ summary }) => summary.count],
        ...(['mean', ...PERCENTILES] as const).map(
          (rank) => [rank, 'ms', ({ summary }: Latency) => summary[rank]] as const,
        ),
      ],
      'Sent and received in one process, by one clock.',
    ),
    tableOf('Counts', Object.entries({ ...counts, ...virtualUsers(counters) }), [
      ['', '', ([name]) => name],
      ['count', '', ([, count]) => count],
    ]),
    tableOf(
      'Thresholds',
      checks,
      [
        ['condition', '', ({ condition }) => condition],
        ['', '', ({ passed }) => (passed ? 'met' : 'MISSED')],
      ],
      'They stand in the scenario’s file.',
    ),
    tableOf(
      'Processing time on the server',
      serverTimes ?? [],
      [
        ['', '', ({ what }) => what],
        ['count', '', ({ count }) => count],
        ['mean', 'ms', ({ meanMs }) => meanMs],
        ['p95', 'ms', ({ p95Ms }) => p95Ms],
        ['p99', 'ms', ({ p99Ms }) => p99Ms],
      ],
      'As its processes tell, over the measuring window: from a packet to the end of its handling, and ' +
        'of each flush of a room. Percentiles are interpolated within buckets.',
    ),
    tableOf(
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
      'Mean CPU and most memory, over the measuring window or, without one, the whole scenario.',
    ),
  ];
  return tables.filter(({ rows, title }) => rows.length > 0 || title === 'Latencies');
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

/** Latencies that are spread over time; a storm lasts a second and has no course. */
function chartsOf({ latencies }: Outcome, words: Words): Chart[] {
  return latencies
    .filter((one) => isMeasured(one) && one.overTime.length > 2)
    .map(({ name, overTime }) => {
      const first = overTime[0]?.second ?? 0;
      const last = overTime.at(-1)?.second ?? 0;
      const seconds = Array.from({ length: last - first + 1 }, (_, n) => first + n);
      const moments = new Map(overTime.map((moment) => [moment.second, moment]));
      return {
        title: words.latencies[name] ?? name,
        kind: 'line',
        x: { label: 'time', unit: 's', values: seconds },
        y: { label: 'latency', unit: 'ms' },
        series: seriesOf(
          seconds,
          (['p50', 'p95', 'max'] as const).map((rank) => [
            rank,
            (second) => moments.get(second)?.[rank],
          ]),
        ),
      };
    });
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
