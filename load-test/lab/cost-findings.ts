/** What `cost` shows. */
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';
import { coresOf, lossesOf, ms, partNames, problemsOf } from './figures.js';
import type { Findings, Metric, Table } from './findings.js';

export interface Costed {
  rooms: number;
  /** Behind nginx. */
  processes: number;
  result: SwarmResult;
  /** Cores of the floor before and, unless the run ended there, after. */
  floors: readonly number[];
}

/** A server that sends less than this share of what it should has not done the work that it is to be charged for. */
const SENT = 0.9;
/** How much the CPU of a hall may grow from the fewest to the most processes. */
const TARGET_GROWTH = 1.25;

/** `floorFaults` tell of floors that could not be measured. */
export function describeCost(
  costed: readonly Costed[],
  intervalMs: number,
  floorFaults: readonly string[] = [],
): Findings {
  const nameOf = namer(costed);
  const grown = growthOf(costed);
  return {
    metrics: [
      ...grown.flatMap(growthMetrics),
      ...costed.flatMap((one) => metricsOf(nameOf(one), one)),
    ],
    tables: [
      ratioTable(costed),
      ...(grown.length > 0 ? [growthTable(grown)] : []),
      playersTable(costed),
      partsTable(costed),
    ],
    charts: [
      {
        title: 'CPU',
        kind: 'bar',
        x: { label: '', values: costed.map(nameOf) },
        y: { label: 'CPU', unit: 'cores' },
        series: [
          { name: 'floor', values: costed.map((one) => round(floorOf(one), 3)) },
          { name: 'Madang, all parts', values: costed.map(coresOfAll) },
        ],
      },
    ],
    faults: [
      ...costed.flatMap((one) =>
        [...problemsOf(one.result), ...fallenBehind(one.result, intervalMs)].map(
          (problem) => `${nameOf(one)}: ${problem}`,
        ),
      ),
      ...floorFaults,
    ],
    notes: [
      'The floor is one process with bare WebSockets, no proxy and no store: it reads what the players ' +
        'send and sends each of them one prepared frame of 350 bytes, 20 times a second, whatever the ' +
        'interval and the format. It is measured before and after, and the ratio is to the mean of both.',
      ...grown.map(verdictOn),
    ],
    raw: { costed },
  };
}

/** The number of processes is in the name only where there are several, so that runs can be compared. */
function namer(costed: readonly Costed[]): (one: Costed) => string {
  const isOne = new Set(costed.map(({ processes }) => processes)).size < 2;
  return ({ rooms, processes }) =>
    isOne ? `${rooms} room(s)` : `${rooms} room(s), ${processes} process(es)`;
}

/** The CPU of the same rooms at the fewest and at the most processes. */
interface Growth {
  rooms: number;
  fewest: Costed;
  most: Costed;
  /** Null where one of the two is not known. */
  ratio: number | null;
}

/** A value for each number of rooms that was measured at several numbers of processes. */
export function growthOf(costed: readonly Costed[]): Growth[] {
  return [...new Set(costed.map(({ rooms }) => rooms))].flatMap((rooms) => {
    const same = costed
      .filter((one) => one.rooms === rooms)
      .toSorted((one, other) => one.processes - other.processes);
    const [fewest, most] = [same[0], same.at(-1)];
    if (fewest === undefined || most === undefined || fewest.processes === most.processes)
      return [];
    const [less, more] = [coresOfAll(fewest), coresOfAll(most)];
    const ratio = less === null || more === null || !(less > 0) ? null : round(more / less);
    return [{ rooms, fewest, most, ratio }];
  });
}

function growthMetrics({ rooms, fewest, most, ratio }: Growth): Metric[] {
  const name = `${rooms} room(s): CPU of ${most.processes} processes / of ${fewest.processes}`;
  return ratio === null ? [] : [{ name, unit: 'count', value: ratio, better: 'lower' }];
}

function verdictOn({ rooms, fewest, most, ratio }: Growth): string {
  const target =
    `CPU of ${rooms} room(s) from ${fewest.processes} to ${most.processes} processes, ` +
    `target at most ${TARGET_GROWTH} times`;
  if (ratio === null) return `${target}: not measured.`;
  return `${target}: ${ratio <= TARGET_GROWTH ? 'reached' : 'missed'} (${ratio} times).`;
}

/** Every flush in which something happened is a frame at least; one that came late takes the place of two. */
function fallenBehind({ options, perClient }: SwarmResult, intervalMs: number): string[] {
  const eventsPerFlush = (options.players * options.rate * intervalMs) / 1000;
  const least = (1000 / intervalMs) * (1 - Math.exp(-eventsPerFlush));
  const { mean } = perClient.frames;
  if (mean >= SENT * least) return [];
  return [
    `each player got ${mean} frames a second, not ${round(least, 1)}: the server, or its core, was ` +
      'too busy, so its CPU is not that of the whole work',
  ];
}

function floorOf({ floors }: Costed): number {
  return floors.reduce((sum, cores) => sum + cores, 0) / floors.length;
}

function coresOfAll({ result }: Costed): number | null {
  return result.server?.cores ?? null;
}

/** Null where one of the two is not known. */
export function ratioOf(one: Costed): number | null {
  const cores = coresOfAll(one);
  const floor = floorOf(one);
  return cores === null || !(floor > 0) ? null : round(cores / floor);
}

/** The ratio first; what was not measured is left out. */
function metricsOf(of: string, one: Costed): Metric[] {
  const { moves, chat, perClient } = one.result;
  const figures: [name: string, unit: Metric['unit'], value: number | null][] = [
    ['CPU / floor', 'count', ratioOf(one)],
    ['CPU', 'cores', coresOfAll(one)],
    ['moves p95', 'ms', ms(moves.ms, 'p95')],
    ['moves p99', 'ms', ms(moves.ms, 'p99')],
    ['chat p95', 'ms', ms(chat.ms, 'p95')],
    ['frames per client', '/s', perClient.frames.mean],
    ['bytes per client', 'B/s', perClient.wireBytes.mean],
  ];
  return figures.flatMap(([name, unit, value]) =>
    value === null ? [] : [{ name: `${of}: ${name}`, unit, value, better: 'lower' }],
  );
}

function ratioTable(costed: readonly Costed[]): Table {
  return {
    title: 'CPU against the floor',
    columns: [
      { label: 'rooms' },
      { label: 'processes' },
      { label: 'floor before', unit: 'cores' },
      { label: 'floor after', unit: 'cores' },
      { label: 'all parts', unit: 'cores' },
      { label: 'ratio' },
      { label: 'CPU a room', unit: 'cores' },
    ],
    rows: costed.map((one) => {
      const { rooms, processes, floors } = one;
      const cores = coresOfAll(one);
      return [
        rooms,
        processes,
        floors[0] === undefined ? null : round(floors[0], 3),
        floors[1] === undefined ? null : round(floors[1], 3),
        cores,
        ratioOf(one),
        cores === null ? null : round(cores / rooms, 4),
      ];
    }),
  };
}

function growthTable(grown: readonly Growth[]): Table {
  return {
    title: 'CPU by number of processes',
    columns: [
      { label: 'rooms' },
      { label: 'fewest' },
      { label: 'all parts', unit: 'cores' },
      { label: 'most' },
      { label: 'all parts', unit: 'cores' },
      { label: 'ratio' },
      { label: 'target at most' },
    ],
    rows: grown.map(({ rooms, fewest, most, ratio }) => [
      rooms,
      fewest.processes,
      coresOfAll(fewest),
      most.processes,
      coresOfAll(most),
      ratio,
      TARGET_GROWTH,
    ]),
  };
}

function playersTable(costed: readonly Costed[]): Table {
  return {
    title: 'What the players get',
    columns: [
      { label: 'rooms' },
      { label: 'processes' },
      { label: 'move p50', unit: 'ms' },
      { label: 'p95', unit: 'ms' },
      { label: 'p99', unit: 'ms' },
      { label: 'chat p50', unit: 'ms' },
      { label: 'p95', unit: 'ms' },
      { label: 'join p95', unit: 'ms' },
      { label: 'frames a client', unit: '/s' },
      { label: 'a client', unit: 'kB/s' },
      { label: 'lost' },
    ],
    rows: costed.map(({ rooms, processes, result }) => [
      rooms,
      processes,
      ms(result.moves.ms, 'p50'),
      ms(result.moves.ms, 'p95'),
      ms(result.moves.ms, 'p99'),
      ms(result.chat.ms, 'p50'),
      ms(result.chat.ms, 'p95'),
      ms(result.joins.ms, 'p95'),
      result.perClient.frames.mean,
      round(result.perClient.wireBytes.mean / 1000),
      lossesOf(result),
    ]),
  };
}

function partsTable(costed: readonly Costed[]): Table {
  // Those with the most processes first, so that the names stand in their order.
  const longest = costed.toSorted((one, other) => other.processes - one.processes);
  const parts = partNames(longest.map(({ result }) => result));
  return {
    title: 'CPU by part',
    columns: [
      { label: 'rooms' },
      { label: 'processes' },
      ...parts.map((label) => ({ label, unit: 'cores' })),
      { label: 'the players’ own', unit: 'cores' },
    ],
    rows: costed.map(({ rooms, processes, result }) => [
      rooms,
      processes,
      ...parts.map((part) => coresOf(result, part)),
      result.swarm.cores,
    ]),
  };
}
