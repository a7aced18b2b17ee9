/** What `sweep` shows of its intervals. */
import type { SwarmOptions } from '../swarm/options.js';
import type { SwarmResult } from '../swarm/result.js';
import { bestTry, playersPerCore } from './capacity-findings.js';
import type { Capacity } from './capacity-search.js';
import type { Try } from './capacity-try.js';
import { coresOf, lossesOf, ms, partNames, problemsOf } from './figures.js';
import type { Cell, Chart, Findings, Metric, Table } from './findings.js';
import { recommend, RULE } from './recommend.js';

export interface SweptInterval {
  interval: number;
  /** Of the fixed load. */
  result: SwarmResult;
  /** Undefined where capacity was left out. */
  search: { capacity: Capacity; tries: Try[] } | undefined;
}

type Load = Pick<SwarmOptions, 'rooms' | 'players' | 'rate' | 'seconds'>;

export function describeSweep(swept: readonly SweptInterval[], load: Load): Findings {
  const withRooms = swept.some(({ search }) => search !== undefined);
  const recommended = recommend(
    swept.map((one) => ({
      intervalMs: one.interval,
      p95Ms: ms(one.result.moves.ms, 'p95'),
      yield: withRooms ? (one.search?.capacity.most ?? 0) : (perCoreAt(one) ?? 0),
    })),
  );
  return {
    metrics: metricsOf(swept, recommended),
    tables: [figuresTable(swept, load), ...(withRooms ? [capacityTable(swept)] : [])],
    charts: [latencyChart(swept), cpuChart(swept), ...(withRooms ? [roomsChart(swept)] : [])],
    faults: swept.flatMap(faultsAt),
    notes: [
      recommended === undefined
        ? `No interval can be recommended. The rule: ${RULE}.`
        : `Recommended: ${recommended} ms. The rule: ${RULE}.`,
      ...swept
        .filter(({ interval }) => interval === 0)
        .flatMap(({ result }) =>
          problemsOf(result).map((text) => `At 0 ms, which is there to be compared with: ${text}.`),
        ),
    ],
    raw: { recommended: recommended ?? null, swept },
  };
}

function perCoreAt({ result }: SweptInterval): number | null {
  const cores = result.server?.cores ?? 0;
  return cores === 0 ? null : Math.round(result.joins.joined / cores);
}

/** At 0 ms each event goes out at once, which no server is meant to carry. */
function faultsAt({ interval, result, search }: SweptInterval): string[] {
  if (interval === 0) return [];
  const faults = problemsOf(result);
  if (search?.capacity.limit === 'swarm')
    faults.push(`the players' own process was the limit: at least ${search.capacity.most} rooms`);
  if (search?.capacity.limit === 'range')
    faults.push(`ulimit -n was the limit: at least ${search.capacity.most} rooms`);
  return faults.map((text) => `${interval} ms: ${text}`);
}

/** The recommended interval first, then figure by figure. */
function metricsOf(swept: readonly SweptInterval[], recommended: number | undefined): Metric[] {
  const each = (
    name: string,
    unit: Metric['unit'],
    better: Metric['better'],
    read: (one: SweptInterval) => number | null | undefined,
  ): Metric[] =>
    swept.flatMap((one) => {
      const value = read(one);
      return value == null ? [] : [{ name: `${one.interval} ms: ${name}`, unit, value, better }];
    });
  const first: Metric[] =
    recommended === undefined
      ? []
      : [{ name: 'recommended interval', unit: 'ms', value: recommended, better: 'lower' }];
  return [
    ...first,
    ...each('rooms carried', 'rooms', 'higher', ({ search }) => search?.capacity.most),
    ...each('move p95', 'ms', 'lower', ({ result }) => ms(result.moves.ms, 'p95')),
    ...each('server CPU', 'cores', 'lower', ({ result }) => result.server?.cores),
    ...each('move p50', 'ms', 'lower', ({ result }) => ms(result.moves.ms, 'p50')),
    ...each('move p99', 'ms', 'lower', ({ result }) => ms(result.moves.ms, 'p99')),
    ...each('frames per client', '/s', 'lower', ({ result }) => result.perClient.frames.mean),
  ];
}

function figuresTable(swept: readonly SweptInterval[], load: Load): Table {
  const parts = partNames(swept.map(({ result }) => result));
  return {
    title: 'One load at every interval',
    note:
      `${load.rooms} room(s) of ${load.players} players, ${load.rate} events a second each, measured ` +
      `for ${load.seconds} s. At 0 ms each event goes out at once.`,
    columns: [
      { label: 'interval', unit: 'ms' },
      { label: 'move p50', unit: 'ms' },
      { label: 'move p95', unit: 'ms' },
      { label: 'move p99', unit: 'ms' },
      { label: 'chat p95', unit: 'ms' },
      { label: 'frames to each client', unit: '/s' },
      { label: 'lost' },
      { label: 'CPU, all parts', unit: 'cores' },
      ...parts.map((part) => ({ label: `CPU, ${part}`, unit: 'cores' })),
      { label: 'players’ own process' },
    ],
    rows: swept.map(({ interval, result }): Cell[] => [
      interval,
      ms(result.moves.ms, 'p50'),
      ms(result.moves.ms, 'p95'),
      ms(result.moves.ms, 'p99'),
      ms(result.chat.ms, 'p95'),
      result.perClient.frames.mean,
      lossesOf(result),
      result.server?.cores ?? null,
      ...parts.map((part) => coresOf(result, part)),
      result.swarmSaturated ? 'SATURATED' : 'kept up',
    ]),
  };
}

function capacityTable(swept: readonly SweptInterval[]): Table {
  return {
    title: 'Rooms of 200 carried at each interval',
    columns: [
      { label: 'interval', unit: 'ms' },
      { label: 'rooms' },
      { label: 'players per core' },
      { label: 'move mean', unit: 'ms' },
      { label: 'move p95', unit: 'ms' },
      { label: 'what failed at more' },
    ],
    rows: swept.flatMap(({ interval, search }): Cell[][] => {
      if (search === undefined) return [];
      const best = bestTry(search.tries);
      const failed = search.tries.findLast(({ verdict }) => verdict !== 'carried');
      return [
        [
          interval,
          search.capacity.most,
          playersPerCore(best),
          best === undefined ? null : ms(best.result.moves.ms, 'mean'),
          best === undefined ? null : ms(best.result.moves.ms, 'p95'),
          failed === undefined ? '' : `${failed.rooms}: ${failed.why}`,
        ],
      ];
    }),
  };
}

function xAxis(swept: readonly SweptInterval[]): Chart['x'] {
  return {
    label: 'interval between flushes',
    unit: 'ms',
    values: swept.map(({ interval }) => interval),
  };
}

function latencyChart(swept: readonly SweptInterval[]): Chart {
  return {
    title: 'Latency of a move',
    kind: 'line',
    x: xAxis(swept),
    y: { label: 'latency', unit: 'ms', scale: 'log' },
    series: (['p50', 'p95', 'p99'] as const).map((rank) => ({
      name: rank,
      values: swept.map(({ result }) => ms(result.moves.ms, rank)),
    })),
  };
}

function cpuChart(swept: readonly SweptInterval[]): Chart {
  const parts = partNames(swept.map(({ result }) => result));
  return {
    title: 'CPU at the fixed load',
    kind: 'line',
    x: xAxis(swept),
    y: { label: 'CPU', unit: 'cores' },
    series: [
      {
        name: 'all parts',
        values: swept.map(({ result }) => result.server?.cores ?? null),
      },
      ...parts.map((part) => ({
        name: part,
        values: swept.map(({ result }) => coresOf(result, part)),
      })),
    ],
  };
}

function roomsChart(swept: readonly SweptInterval[]): Chart {
  return {
    title: 'Rooms of 200 carried',
    kind: 'line',
    x: xAxis(swept),
    y: { label: 'rooms' },
    series: [{ name: 'rooms', values: swept.map(({ search }) => search?.capacity.most ?? null) }],
  };
}
