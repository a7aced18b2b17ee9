/** What `capacity` shows of its tries. */
import type { SwarmResult } from '../swarm/result.js';
import type { Capacity } from './capacity-search.js';
import { sizeOf, type CapacityLoad, type Try } from './capacity-try.js';
import { coresOf, lossesOf, memoryOf, ms, partNames } from './figures.js';
import type { Chart, Findings, Metric, Table } from './findings.js';

interface Search {
  capacity: Capacity;
  tries: readonly Try[];
}

export function describeCapacity(load: CapacityLoad, { capacity, tries }: Search): Findings {
  const most = sizeOf(load, capacity.most);
  const best = bestTry(tries);
  return {
    metrics: metricsOf(load, most, best),
    tables: [
      summaryTable(load, most, best),
      ...(best === undefined ? [] : [partsTable(best.result)]),
      triesTable(tries),
    ],
    charts: tries.length === 0 ? [] : [latencyChart(load, tries), cpuChart(load, tries)],
    faults: faultsOfSearch(capacity, most),
    notes: [
      `Too much is a mean answer above ${load.bounds.meanMs} ms, a 95th percentile above ` +
        `${load.bounds.p95Ms} ms, or anything lost. A try that is too much is made once more, as a ` +
        'machine may have been busy with something else for a moment.',
      ...(capacity.limit === 'interrupted' ? ['The search was interrupted.'] : []),
    ],
    raw: { capacity, tries },
  };
}

/** The largest that was carried. */
export function bestTry(tries: readonly Try[]): Try | undefined {
  return tries
    .filter(({ verdict }) => verdict === 'carried')
    .reduce<Try | undefined>(
      (best, one) => (best === undefined || one.players > best.players ? one : best),
      undefined,
    );
}

/** Players for each core that all parts together used; null where that is not known. */
export function playersPerCore(one: Try | undefined): number | null {
  const cores = one?.result.server?.cores ?? 0;
  return one === undefined || cores === 0 ? null : Math.round(one.players / cores);
}

function faultsOfSearch({ most, limit }: Capacity, { players }: { players: number }): string[] {
  const bound = `at least ${players} players are carried`;
  if (limit === 'swarm')
    return [`The players' own process was the limit, not the server: ${bound}.`];
  if (limit === 'range')
    return [`The largest load that can be made here is carried (ulimit -n limits it): ${bound}.`];
  return most === 0 && limit === 'server' ? ['Not even the smallest load is carried.'] : [];
}

function metricsOf(
  { growing }: CapacityLoad,
  { rooms, players }: { rooms: number; players: number },
  best?: Try,
): Metric[] {
  const metrics: Metric[] =
    growing === 'rooms' ? [{ name: 'rooms', unit: 'rooms', value: rooms, better: 'higher' }] : [];
  metrics.push({ name: 'players', unit: 'players', value: players, better: 'higher' });
  const perCore = playersPerCore(best);
  if (perCore !== null)
    metrics.push({ name: 'players per core', unit: 'players', value: perCore, better: 'higher' });
  if (best !== undefined) {
    const { mean, p95 } = best.result.moves.ms;
    metrics.push(
      { name: 'move mean at capacity', unit: 'ms', value: mean, better: 'lower' },
      { name: 'move p95 at capacity', unit: 'ms', value: p95, better: 'lower' },
    );
  }
  return metrics;
}

function summaryTable(
  { growing }: CapacityLoad,
  { rooms, players }: { rooms: number; players: number },
  best?: Try,
): Table {
  return {
    title: 'Capacity',
    note: 'The largest load that was carried. A core is what all parts of the server used together.',
    columns: [
      { label: growing === 'rooms' ? 'rooms' : 'rooms (one that grew)' },
      { label: 'players' },
      { label: 'players per core' },
      { label: 'move mean', unit: 'ms' },
      { label: 'move p95', unit: 'ms' },
      { label: 'CPU', unit: 'cores' },
      { label: 'memory at most', unit: 'MB' },
    ],
    rows: [
      [
        players === 0 ? 0 : rooms,
        players,
        playersPerCore(best),
        best === undefined ? null : ms(best.result.moves.ms, 'mean'),
        best === undefined ? null : ms(best.result.moves.ms, 'p95'),
        best?.result.server?.cores ?? null,
        best?.result.server?.rssMb.max ?? null,
      ],
    ],
  };
}

function triesTable(tries: readonly Try[]): Table {
  return {
    title: 'Every try',
    columns: [
      { label: 'rooms' },
      { label: 'players' },
      { label: 'move mean', unit: 'ms' },
      { label: 'move p95', unit: 'ms' },
      { label: 'lost' },
      { label: 'CPU', unit: 'cores' },
      { label: 'players’ own CPU', unit: 'cores' },
      { label: 'verdict' },
    ],
    rows: tries.map(({ rooms, players, why, result }) => [
      rooms,
      players,
      ms(result.moves.ms, 'mean'),
      ms(result.moves.ms, 'p95'),
      lossesOf(result),
      result.server?.cores ?? null,
      result.swarm.cores,
      why === '' ? 'carried' : why,
    ]),
  };
}

function partsTable(result: SwarmResult): Table {
  return {
    title: 'Parts of the server at its capacity',
    columns: [
      { label: 'part' },
      { label: 'CPU', unit: 'cores' },
      { label: 'memory at most', unit: 'MB' },
    ],
    rows: partNames([result]).map((part) => [part, coresOf(result, part), memoryOf(result, part)]),
  };
}

/** The last try of each size, smallest first. */
function bySize(tries: readonly Try[]): Try[] {
  const last = new Map(tries.map((one) => [one.players, one]));
  return [...last.values()].sort((a, b) => a.players - b.players);
}

function xAxis({ growing }: CapacityLoad, sizes: readonly Try[]): Chart['x'] {
  return growing === 'rooms'
    ? { label: 'rooms', values: sizes.map(({ rooms }) => rooms) }
    : { label: 'players in one room', values: sizes.map(({ players }) => players) };
}

function latencyChart(load: CapacityLoad, tries: readonly Try[]): Chart {
  const sizes = bySize(tries);
  return {
    title: 'Latency of a move',
    kind: 'line',
    x: xAxis(load, sizes),
    y: { label: 'latency', unit: 'ms', scale: 'log' },
    series: (['mean', 'p95'] as const).map((rank) => ({
      name: rank,
      values: sizes.map(({ result }) => ms(result.moves.ms, rank)),
    })),
  };
}

function cpuChart(load: CapacityLoad, tries: readonly Try[]): Chart {
  const sizes = bySize(tries);
  const parts = partNames(sizes.map(({ result }) => result));
  return {
    title: 'CPU',
    kind: 'line',
    x: xAxis(load, sizes),
    y: { label: 'CPU', unit: 'cores' },
    series: [
      ...parts.map((part) => ({
        name: part,
        values: sizes.map(({ result }) => coresOf(result, part)),
      })),
      {
        name: 'all parts',
        values: sizes.map(({ result }) => result.server?.cores ?? null),
      },
      { name: 'the players’ own', values: sizes.map(({ result }) => result.swarm.cores) },
    ],
  };
}
