/** The measurements of all profiles and layers, as tables and charts. */
import type { Cell, Chart, Findings, Metric, Table } from '../lab/findings.js';
import { round } from '../swarm/histogram.js';
import { countFaults } from './ledger.js';
import { CLIENTS, PACED, PIPELINED, type Profile } from './profiles.js';
import { PUBLISHED } from './published.js';
import type { Measured } from './stage.js';

export const LAYERS = ['socketio', 'ws', 'tcp'] as const;
export type Layer = (typeof LAYERS)[number];

export interface Row {
  profile: Profile;
  layer: Layer;
  measured: Measured;
}

const LAYER_NAMES: Record<Layer, string> = {
  socketio: 'Socket.IO',
  ws: 'WebSocket',
  tcp: 'TCP',
};
/** Of one core; beyond it the client cannot keep up. */
const CLIENT_BOUND_CORES = 0.95;
/** Below this share of the wanted rate, the rate was not held. */
const HELD = 0.99;

/** `roundTrips` is how many the pipelined profile was to last. */
export function findingsOf(
  rows: readonly Row[],
  { roundTrips, interrupted }: { roundTrips: number; interrupted: boolean },
): Findings {
  const cut = interrupted
    ? ['The run was cut short: rows are missing, or shorter than they should be.']
    : [];
  return {
    metrics: rows.flatMap(metricsOf),
    tables: [costTable(rows), countTable(rows), publishedTable(rows)],
    charts: [
      chart(rows, 'Round trips', { unit: '/s', scale: 'log' }, perSecond),
      chart(rows, "The server's CPU time for one round trip", { unit: 'µs' }, cpuUs),
    ],
    faults: rows.flatMap(faultsOf),
    notes: [...rows.flatMap((row) => notesOf(row, roundTrips)), ...cut],
    raw: rows,
  };
}

function perSecond({ roundTrips, seconds }: Measured): number {
  return Math.round(roundTrips / seconds);
}

/** Null for a server on another machine. */
function cpuUs({ costs, roundTrips, seconds }: Measured): number | null {
  if (costs.server === null || roundTrips === 0) return null;
  return round((costs.server.cores * seconds * 1e6) / roundTrips);
}

function isClientBound({ costs }: Measured): boolean {
  return costs.swarm.saturated || costs.swarm.cores > CLIENT_BOUND_CORES;
}

function metricsOf({ profile, layer, measured }: Row): Metric[] {
  const name = `${profile} ${layer}`;
  const { costs, ms, counts } = measured;
  const rate = perSecond(measured);
  const perCore =
    costs.server === null || costs.server.cores === 0 ? [] : [rate / costs.server.cores];
  return [
    { name: `${name}: round trips`, unit: '/s', value: rate, better: 'higher' },
    ...perCore.map(
      (value) =>
        ({
          name: `${name}: round trips per server core`,
          unit: '/s',
          value: Math.round(value),
          better: 'higher',
        }) as const,
    ),
    { name: `${name}: p99`, unit: 'ms', value: ms.p99, better: 'lower' },
    { name: `${name}: faults`, unit: 'count', value: countFaults(counts), better: 'lower' },
  ];
}

function costTable(rows: readonly Row[]): Table {
  return {
    title: 'What each layer costs',
    note:
      'A message and its echo are a round trip; messages have 500 bytes in reconnect and 8 in the others. ' +
      'Where server or client uses a whole core, that one is what was measured. CPU time is that of the ' +
      'one server process; bytes are those of both ways, handshakes and framing included, TCP and IP ' +
      'headers not.',
    columns: [
      { label: 'profile' },
      { label: 'layer' },
      { label: 'round trips', unit: '/s' },
      { label: 'p50', unit: 'ms' },
      { label: 'p99', unit: 'ms' },
      { label: 'max', unit: 'ms' },
      { label: 'server', unit: 'cores' },
      { label: 'CPU each', unit: 'µs' },
      { label: 'client', unit: 'cores' },
      { label: 'wire each', unit: 'B' },
      { label: 'client-bound' },
    ],
    rows: rows.map(({ profile, layer, measured }) => [
      profile,
      LAYER_NAMES[layer],
      perSecond(measured),
      measured.ms.p50,
      measured.ms.p99,
      measured.ms.max,
      measured.costs.server?.cores ?? null,
      cpuUs(measured),
      measured.costs.swarm.cores,
      measured.wireBytes === null ? null : round(measured.wireBytes, 1),
      isClientBound(measured) ? 'yes' : 'no',
    ]),
  };
}

function countTable(rows: readonly Row[]): Table {
  return {
    title: 'What went wrong',
    note:
      'Counted from the first message to the last, warm-up included. Not received: within 1 s. Dropped: ' +
      'connections, by the server. Abandoned: messages that were under way when the client dropped its ' +
      'connection on purpose; nobody expects them.',
    columns: [
      { label: 'profile' },
      { label: 'layer' },
      { label: 'connections' },
      { label: 'connect failed' },
      { label: 'not received' },
      { label: 'duplicate' },
      { label: 'wrong' },
      { label: 'dropped' },
      { label: 'echoed' },
      { label: 'abandoned' },
    ],
    rows: rows.map(({ profile, layer, measured: { counts } }) => [
      profile,
      LAYER_NAMES[layer],
      counts.connected,
      counts.connectFailed,
      counts.notReceived,
      counts.duplicate,
      counts.wrong,
      counts.droppedByServer,
      counts.echoed,
      counts.abandoned,
    ]),
  };
}

function publishedTable(rows: readonly Row[]): Table {
  const layers = LAYERS.filter((layer) => rows.some((row) => row.layer === layer));
  return {
    title: 'Beside published figures',
    note:
      'Theirs come from servers in other languages, on the machines of their authors, with messages ' +
      'and clients of their own: they tell the order of magnitude, not who is faster.',
    columns: [
      { label: 'profile' },
      { label: 'figure' },
      { label: 'published' },
      ...layers.map((layer) => ({ label: LAYER_NAMES[layer] })),
    ],
    rows: PUBLISHED.filter(({ profile }) => rows.some((row) => row.profile === profile)).map(
      ({ profile, what, theirs, ours }): Cell[] => [
        profile,
        what,
        theirs,
        ...layers.map((layer) => valueOf(rows, profile, layer, ours)),
      ],
    ),
  };
}

function chart(
  rows: readonly Row[],
  title: string,
  y: { unit: string; scale?: 'log' },
  read: (measured: Measured) => number | null,
): Chart {
  const profiles = [...new Set(rows.map(({ profile }) => profile))];
  const layers = LAYERS.filter((layer) => rows.some((row) => row.layer === layer));
  return {
    title,
    kind: 'bar',
    x: { label: 'profile', values: profiles },
    y: { label: title, ...y },
    series: layers.map((layer) => ({
      name: LAYER_NAMES[layer],
      values: profiles.map((profile) => valueOf(rows, profile, layer, read)),
    })),
  };
}

function valueOf(
  rows: readonly Row[],
  profile: Profile,
  layer: Layer,
  read: (measured: Measured) => number | null,
): number | null {
  const row = rows.find((one) => one.profile === profile && one.layer === layer);
  return row === undefined ? null : read(row.measured);
}

function faultsOf({ profile, layer, measured: { counts } }: Row): string[] {
  const named = {
    'connections failed': counts.connectFailed,
    'messages not received within 1 s': counts.notReceived,
    'duplicate messages': counts.duplicate,
    'wrong messages': counts.wrong,
    'connections dropped by the server': counts.droppedByServer,
  };
  const name = `${profile} over ${LAYER_NAMES[layer]}`;
  if (counts.echoed === 0) return [`${name}: nothing came back`];
  return Object.entries(named)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${name}: ${count} ${what}`);
}

function notesOf({ profile, layer, measured }: Row, roundTrips: number): string[] {
  const name = `${profile} over ${LAYER_NAMES[layer]}`;
  const notes = [];
  if (isClientBound(measured)) {
    const { cores, loopDelayMs } = measured.costs.swarm;
    notes.push(
      `${name}: the client could not keep up (${cores} cores, ${loopDelayMs.p99} ms late at the 99th ` +
        'percentile), so the server can do at least this.',
    );
  }
  const rate = PACED.perSecond * CLIENTS;
  if (profile === 'paced' && perSecond(measured) < rate * HELD) {
    notes.push(
      `${name}: the rate of ${grouped(rate)}/s was not held; ` +
        `${grouped(perSecond(measured))}/s were reached.`,
    );
  }
  if (profile === 'pipelined' && measured.roundTrips < roundTrips) {
    notes.push(
      `${name}: ${grouped(measured.roundTrips)} of ${grouped(roundTrips)} round trips were made; ` +
        `the profile ends after ${PIPELINED.mostSeconds} s.`,
    );
  }
  return notes;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
