/** The measurements of all profiles and layers, as tables and charts. */
import { metricsOf, seriesOf, tableOf, type Column } from '../lab/tables.js';
import type { Chart, Findings, Metric, Table } from '../lab/findings.js';
import { round } from '../swarm/histogram.js';
import { countFaults } from './ledger.js';
import { CLIENTS, PACED, PIPELINED, type Profile } from './profiles.js';
import { PUBLISHED, type PublishedFigure } from './published.js';
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
    metrics: rows.flatMap(compared),
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

function compared(row: Row): Metric[] {
  const { profile, layer } = row;
  return metricsOf<Row>(
    [row],
    [
      ['round trips', '/s', ({ measured }) => perSecond(measured), 'higher'],
      ['round trips per server core', '/s', ({ measured }) => perCore(measured), 'higher'],
      ['p99', 'ms', ({ measured }) => measured.ms.p99],
      ['faults', 'count', ({ measured }) => countFaults(measured.counts)],
    ],
    (figure) => `${profile} ${layer}: ${figure}`,
  );
}

function perCore(measured: Measured): number | null {
  const { server } = measured.costs;
  return server === null || server.cores === 0
    ? null
    : Math.round(perSecond(measured) / server.cores);
}

const RUN: readonly Column<Row>[] = [
  ['profile', '', ({ profile }) => profile],
  ['layer', '', ({ layer }) => LAYER_NAMES[layer]],
];

function costTable(rows: readonly Row[]): Table {
  return tableOf(
    'What each layer costs',
    rows,
    [
      ...RUN,
      ['round trips', '/s', ({ measured }) => perSecond(measured)],
      ['p50', 'ms', ({ measured }) => measured.ms.p50],
      ['p99', 'ms', ({ measured }) => measured.ms.p99],
      ['max', 'ms', ({ measured }) => measured.ms.max],
      ['server', 'cores', ({ measured }) => measured.costs.server?.cores],
      ['CPU each', 'µs', ({ measured }) => cpuUs(measured)],
      ['client', 'cores', ({ measured }) => measured.costs.swarm.cores],
      ['wire each', 'B', ({ measured: { wireBytes } }) => wireBytes && round(wireBytes, 1)],
      ['client-bound', '', ({ measured }) => (isClientBound(measured) ? 'yes' : 'no')],
    ],
    'A message and its echo are a round trip; messages have 500 bytes in reconnect and 8 in the others. ' +
      'Where server or client uses a whole core, that one is what was measured. CPU time is that of the ' +
      'one server process; bytes are those of both ways, handshakes and framing included, TCP and IP ' +
      'headers not.',
  );
}

function countTable(rows: readonly Row[]): Table {
  return tableOf(
    'What went wrong',
    rows,
    [
      ...RUN,
      ['connections', '', ({ measured }) => measured.counts.connected],
      ['connect failed', '', ({ measured }) => measured.counts.connectFailed],
      ['not received', '', ({ measured }) => measured.counts.notReceived],
      ['duplicate', '', ({ measured }) => measured.counts.duplicate],
      ['wrong', '', ({ measured }) => measured.counts.wrong],
      ['dropped', '', ({ measured }) => measured.counts.droppedByServer],
      ['echoed', '', ({ measured }) => measured.counts.echoed],
      ['abandoned', '', ({ measured }) => measured.counts.abandoned],
    ],
    'Counted from the first message to the last, warm-up included. Not received: within 1 s. Dropped: ' +
      'connections, by the server. Abandoned: messages that were under way when the client dropped its ' +
      'connection on purpose; nobody expects them.',
  );
}

function publishedTable(rows: readonly Row[]): Table {
  const layers = LAYERS.filter((layer) => rows.some((row) => row.layer === layer));
  return tableOf(
    'Beside published figures',
    PUBLISHED.filter(({ profile }) => rows.some((row) => row.profile === profile)),
    [
      ['profile', '', ({ profile }) => profile],
      ['figure', '', ({ what }) => what],
      ['published', '', ({ theirs }) => theirs],
      ...layers.map((layer): Column<PublishedFigure> => [
        LAYER_NAMES[layer],
        '',
        ({ profile, ours }) => valueOf(rows, profile, layer, ours),
      ]),
    ],
    'Theirs come from servers in other languages, on the machines of their authors, with messages ' +
      'and clients of their own: they tell the order of magnitude, not who is faster.',
  );
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
    series: seriesOf(
      profiles,
      layers.map((layer) => [LAYER_NAMES[layer], (profile) => valueOf(rows, profile, layer, read)]),
    ),
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
