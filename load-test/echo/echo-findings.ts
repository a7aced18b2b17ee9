/** The measurements of all profiles and layers, as tables and charts. */
import { FindingsOf, type Figure, type Findings } from '../report/findings.js';
import { round } from '../swarm/histogram.js';
import { countFaults } from './ledger.js';
import { CLIENTS, PACED, PIPELINED, type Profile } from './profiles.js';
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
  const found = new FindingsOf();
  const nameOf = (figure: string, { profile, layer }: Row): string =>
    `${profile} ${layer}: ${figure}`;
  const profiles = [...new Set(rows.map(({ profile }) => profile))];
  const layers = LAYERS.filter((layer) => rows.some((row) => row.layer === layer));
  const chart = (
    title: string,
    y: { unit: string; scale?: 'log' },
    read: (measured: Measured) => number | null,
  ): unknown =>
    found.chart(
      { title, kind: 'bar', x: { label: 'profile', values: profiles }, y: { label: title, ...y } },
      profiles,
      layers.map((layer) => [
        LAYER_NAMES[layer],
        (profile) => {
          const row = rows.find((one) => one.profile === profile && one.layer === layer);
          return row === undefined ? null : read(row.measured);
        },
      ]),
    );
  found
    .table<Row>(
      'What each layer costs',
      rows,
      [
        ...RUN,
        ['round trips', '/s', ({ measured }) => perSecond(measured), 'higher'],
        ['round trips per server core', '/s', ({ measured }) => perCore(measured), 'higher'],
        ['p50', 'ms', ({ measured }) => measured.ms.p50],
        ['p99', 'ms', ({ measured }) => measured.ms.p99, 'lower'],
        ['max', 'ms', ({ measured }) => measured.ms.max],
        ['server', 'cores', ({ measured }) => measured.costs.server?.cores],
        ['CPU each', 'µs', ({ measured }) => cpuUs(measured)],
        ['client', 'cores', ({ measured }) => measured.costs.swarm.cores],
        ['wire each', 'B', ({ measured: { wireBytes } }) => wireBytes && round(wireBytes, 1)],
        ['client-bound', '', ({ measured }) => (isClientBound(measured) ? 'yes' : 'no')],
      ],
      {
        nameOf,
        note:
          'A message and its echo are a round trip; messages have 500 bytes in reconnect and 8 in the others. ' +
          'Where server or client uses a whole core, that one is what was measured. CPU time is that of the ' +
          'one server process; bytes are those of both ways, handshakes and framing included, TCP and IP ' +
          'headers not.',
      },
    )
    .table<Row>(
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
        ['faults', '', ({ measured }) => countFaults(measured.counts), 'lower'],
        ['echoed', '', ({ measured }) => measured.counts.echoed],
        ['abandoned', '', ({ measured }) => measured.counts.abandoned],
      ],
      {
        nameOf,
        note:
          'Counted from the first message to the last, warm-up included. Not received: within 1 s. Dropped: ' +
          'connections, by the server. Abandoned: messages that were under way when the client dropped its ' +
          'connection on purpose; nobody expects them.',
      },
    );
  chart('Round trips', { unit: '/s', scale: 'log' }, perSecond);
  chart("The server's CPU time for one round trip", { unit: 'µs' }, cpuUs);
  if (interrupted)
    found.note('The run was cut short: rows are missing, or shorter than they should be.');
  return found
    .note(...rows.flatMap((row) => notesOf(row, roundTrips)))
    .fault(...rows.flatMap(faultsOf))
    .done(rows);
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

function perCore(measured: Measured): number | null {
  const { server } = measured.costs;
  return server === null || server.cores === 0
    ? null
    : Math.round(perSecond(measured) / server.cores);
}

const RUN: readonly Figure<Row>[] = [
  ['profile', '', ({ profile }) => profile],
  ['layer', '', ({ layer }) => LAYER_NAMES[layer]],
];

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
