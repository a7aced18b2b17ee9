/** What the report shows of a run of Artillery. */
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
    metrics: outcome === undefined ? [] : metricsOf(outcome, words),
    tables: outcome === undefined ? [] : tablesOf(outcome, run, words),
    charts: outcome === undefined ? [] : chartsOf(outcome, words),
    faults: faultsOf(run, words),
    notes: notesOf(run, words),
    raw: { variables, ...run },
  };
}

const measured = ({ latencies }: Outcome): Latency[] =>
  latencies.filter(({ summary }) => summary.count > 0);

function metricsOf(outcome: Outcome, words: Words): Metric[] {
  const { counts, cost, serverTimes } = outcome;
  const latencies = measured(outcome).flatMap(({ name, summary }) =>
    PERCENTILES.map((rank): Metric => {
      return { name: `${name} ${rank}`, unit: 'ms', value: summary[rank], better: 'lower' };
    }),
  );
  const bad = words.bad.map((name): Metric => {
    return { name, unit: 'count', value: counts[name] ?? 0, better: 'lower' };
  });
  const server = (serverTimes ?? []).map(({ what, meanMs }): Metric => {
    return { name: `server: ${what} mean`, unit: 'ms', value: meanMs, better: 'lower' };
  });
  const cores = cost?.server?.cores;
  return [
    ...latencies,
    ...bad,
    ...server,
    ...(cores === undefined
      ? []
      : [{ name: 'server CPU', unit: 'cores', value: cores, better: 'lower' } as const]),
  ];
}

function tablesOf(outcome: Outcome, { checks, counters }: ArtilleryRun, words: Words): Table[] {
  const { counts, cost, serverTimes } = outcome;
  const tables: Table[] = [
    {
      title: 'Latencies',
      note: 'Sent and received in one process, by one clock.',
      columns: [
        { label: '' },
        { label: 'samples' },
        ...['mean', ...PERCENTILES].map((label) => ({ label, unit: 'ms' })),
      ],
      rows: measured(outcome).map(({ name, summary }) => [
        words.latencies[name] ?? name,
        summary.count,
        summary.mean,
        ...PERCENTILES.map((rank) => summary[rank]),
      ]),
    },
    {
      title: 'Counts',
      columns: [{ label: '' }, { label: 'count' }],
      rows: Object.entries({ ...counts, ...virtualUsers(counters) }),
    },
  ];
  if (checks.length > 0)
    tables.push({
      title: 'Thresholds',
      note: 'They stand in the scenario’s file.',
      columns: [{ label: 'condition' }, { label: '' }],
      rows: checks.map(({ condition, passed }) => [condition, passed ? 'met' : 'MISSED']),
    });
  if (serverTimes !== null && serverTimes.length > 0)
    tables.push({
      title: 'Processing time on the server',
      note:
        'As its processes tell, over the measuring window: from a packet to the end of its handling, and ' +
        'of each flush of a room. Percentiles are interpolated within buckets.',
      columns: [
        { label: '' },
        { label: 'count' },
        ...['mean', 'p95', 'p99'].map((label) => ({ label, unit: 'ms' })),
      ],
      rows: serverTimes.map(({ what, count, meanMs, p95Ms, p99Ms }) => {
        return [what, count, meanMs, p95Ms, p99Ms];
      }),
    });
  if (cost !== null)
    tables.push({
      title: 'CPU and memory',
      note: 'Mean CPU and most memory, over the measuring window or, without one, the whole scenario.',
      columns: [{ label: '' }, { label: 'CPU', unit: 'cores' }, { label: 'memory', unit: 'MB' }],
      rows: [
        ...(cost.server?.parts ?? []).map(({ name, cores, rssMb }) => [name, cores, rssMb.max]),
        ['Artillery', cost.swarm.cores, cost.swarm.rssMb],
      ],
    });
  return tables;
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
function chartsOf(outcome: Outcome, words: Words): Chart[] {
  return measured(outcome)
    .filter(({ overTime }) => overTime.length > 2)
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
        series: (['p50', 'p95', 'max'] as const).map((rank) => ({
          name: rank,
          values: seconds.map((second) => moments.get(second)?.[rank] ?? null),
        })),
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
