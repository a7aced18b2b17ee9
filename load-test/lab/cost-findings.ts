/** What `cost` shows. */
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';
import { coresOf, lossesOf, ms, partNames, problemsOf } from './figures.js';
import type { Findings, Metric, Table } from './findings.js';

export interface Costed {
  rooms: number;
  result: SwarmResult;
  /** Cores of the floor before and, unless the run ended there, after. */
  floors: readonly number[];
}

/** A server that sends less than this share of what it should has not done the work that it is to be charged for. */
const SENT = 0.9;

/** `floorFaults` tell of floors that could not be measured. */
export function describeCost(
  costed: readonly Costed[],
  intervalMs: number,
  floorFaults: readonly string[] = [],
): Findings {
  return {
    metrics: costed.flatMap(metricsOf),
    tables: [ratioTable(costed), playersTable(costed), partsTable(costed)],
    charts: [
      {
        title: 'CPU',
        kind: 'bar',
        x: { label: 'rooms', values: costed.map(({ rooms }) => rooms) },
        y: { label: 'CPU', unit: 'cores' },
        series: [
          { name: 'floor', values: costed.map((one) => round(floorOf(one), 3)) },
          { name: 'Madang, all parts', values: costed.map(coresOfAll) },
        ],
      },
    ],
    faults: [
      ...costed.flatMap(({ rooms, result }) =>
        [...problemsOf(result), ...fallenBehind(result, intervalMs)].map(
          (problem) => `${rooms} room(s): ${problem}`,
        ),
      ),
      ...floorFaults,
    ],
    notes: [
      'The floor is one process with bare WebSockets, no proxy and no store: it reads what the players ' +
        'send and sends each of them one prepared frame of 350 bytes, 20 times a second, whatever the ' +
        'interval and the format. It is measured before and after, and the ratio is to the mean of both.',
    ],
    raw: { costed },
  };
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
function metricsOf(one: Costed): Metric[] {
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
    value === null ? [] : [{ name: `${one.rooms} room(s): ${name}`, unit, value, better: 'lower' }],
  );
}

function ratioTable(costed: readonly Costed[]): Table {
  return {
    title: 'CPU against the floor',
    columns: [
      { label: 'rooms' },
      { label: 'floor before', unit: 'cores' },
      { label: 'floor after', unit: 'cores' },
      { label: 'all parts', unit: 'cores' },
      { label: 'ratio' },
      { label: 'CPU a room', unit: 'cores' },
    ],
    rows: costed.map((one) => {
      const { rooms, floors } = one;
      const cores = coresOfAll(one);
      return [
        rooms,
        floors[0] === undefined ? null : round(floors[0], 3),
        floors[1] === undefined ? null : round(floors[1], 3),
        cores,
        ratioOf(one),
        cores === null ? null : round(cores / rooms, 4),
      ];
    }),
  };
}

function playersTable(costed: readonly Costed[]): Table {
  return {
    title: 'What the players get',
    columns: [
      { label: 'rooms' },
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
    rows: costed.map(({ rooms, result }) => [
      rooms,
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
  const parts = partNames(costed.map(({ result }) => result));
  return {
    title: 'CPU by part',
    columns: [
      { label: 'rooms' },
      ...parts.map((label) => ({ label, unit: 'cores' })),
      { label: 'the players’ own', unit: 'cores' },
    ],
    rows: costed.map(({ rooms, result }) => [
      rooms,
      ...parts.map((part) => coresOf(result, part)),
      result.swarm.cores,
    ]),
  };
}
