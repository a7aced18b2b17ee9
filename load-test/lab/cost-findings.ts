/** What `cost` shows. */
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';
import { coresOf, lossesOf, ms, partNames, problemsOf } from './figures.js';
import type { Findings, Metric, Table } from './findings.js';

export interface Costed {
  rooms: number;
  result: SwarmResult;
  /** Cores of the floor before and after. */
  floors: readonly [number, number];
}

export function describeCost(costed: readonly Costed[]): Findings {
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
          { name: 'floor', values: costed.map(floorOf) },
          { name: 'Madang, all parts', values: costed.map(coresOfAll) },
        ],
      },
    ],
    faults: costed.flatMap(({ rooms, result }) =>
      problemsOf(result).map((problem) => `${rooms} room(s): ${problem}`),
    ),
    notes: [
      'The floor is one process with bare WebSockets, no proxy and no store: it reads what the players ' +
        'send and sends each of them one prepared frame of 350 bytes, 20 times a second. It is measured ' +
        'before and after, and the ratio is to the mean of both.',
    ],
    raw: { costed },
  };
}

function floorOf({ floors }: Costed): number {
  return round((floors[0] + floors[1]) / 2, 3);
}

function coresOfAll({ result }: Costed): number | null {
  return result.server?.cores ?? null;
}

function ratioOf(one: Costed): number | null {
  const cores = coresOfAll(one);
  return cores === null ? null : round(cores / floorOf(one));
}

function metricsOf(one: Costed): Metric[] {
  const { rooms, result } = one;
  const name = (what: string): string => `${rooms} room(s): ${what}`;
  const ratio = ratioOf(one);
  const { moves, chat, perClient } = result;
  return [
    ...(ratio === null
      ? []
      : [{ name: name('CPU / floor'), unit: 'count', value: ratio, better: 'lower' } as const]),
    { name: name('CPU'), unit: 'cores', value: coresOfAll(one) ?? 0, better: 'lower' },
    { name: name('moves p95'), unit: 'ms', value: moves.ms.p95, better: 'lower' },
    { name: name('moves p99'), unit: 'ms', value: moves.ms.p99, better: 'lower' },
    { name: name('chat p95'), unit: 'ms', value: chat.ms.p95, better: 'lower' },
    { name: name('frames per client'), unit: '/s', value: perClient.frames.mean, better: 'lower' },
    {
      name: name('bytes per client'),
      unit: 'B/s',
      value: perClient.wireBytes.mean,
      better: 'lower',
    },
  ];
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
    rows: costed.map((one) => [
      one.rooms,
      round(one.floors[0], 3),
      round(one.floors[1], 3),
      coresOfAll(one),
      ratioOf(one),
      round((coresOfAll(one) ?? 0) / one.rooms, 4),
    ]),
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
