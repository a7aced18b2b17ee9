/** What the transport by itself can do, and what each layer of it costs. */

import { FindingsOf, type Figure, type Findings } from '../report/findings.js';
import { round } from '../swarm/histogram.js';
import { countFaults } from './conversation.js';
import {
  CLIENTS,
  PACED,
  PIPELINED,
  type Profile,
  type Measured,
  PROFILES,
  runProfile,
} from './profiles.js';
import type { Context, Experiment } from '../rig/experiment.js';
import { findRig } from '../rig/rig.js';
import { decimal, LabError, maybe, readOptions, someOf, whole } from '../swarm/command-line.js';
import type { Part } from '../swarm/monitor.js';
import { startWorker } from '../swarm/worker.js';
import { type OpenLine, MAX_SERIALS, tcpLine, socketIoLine, wsLine } from './lines.js';

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

const SHORTEST_S = 0.1;
const OPTIONS = {
  profiles: someOf('which of them', PROFILES),
  layers: maybe(someOf(`of ${LAYERS.join(', ')} (all; with --target socketio)`, LAYERS)),
  seconds: decimal('length of reconnect and paced', [SHORTEST_S, 3_600], 10),
  'round-trips': whole('length of pipelined', [1, MAX_SERIALS], 1_000_000),
};

export const echoExperiment: Experiment = {
  name: 'echo',
  about: 'what Socket.IO, WebSocket and TCP can carry: echo by three known profiles',
  options: OPTIONS,
  run,
};

const WARM_UP_S = 1;

/** A layer, and the server that speaks it. */
interface Stand {
  layer: Layer;
  openLine: OpenLine;
  /** Empty for a server on another machine. */
  serverParts: readonly Part[];
}

async function run(context: Context): Promise<Findings> {
  const { options, signal, progress } = context;
  const { profiles, seconds, 'round-trips': roundTrips, ...given } = readOptions(OPTIONS, options);
  const layers = layersOf(options['target'], given.layers);
  const closing: Closing[] = [];
  const rows: Row[] = [];
  try {
    const stands = await openStands(layers, context, closing);
    for (const profile of profiles) {
      for (const { layer, ...stand } of stands) {
        if (signal.aborted) break;
        const load = { warmUpSeconds: WARM_UP_S, seconds, roundTrips, signal };
        const measured = await runProfile(profile, { ...stand, ...load });
        // What was cut short in its warm-up measured nothing.
        if (signal.aborted && measured.seconds < SHORTEST_S) break;
        rows.push({ profile, layer, measured });
        const rate = Math.round(measured.roundTrips / measured.seconds);
        progress(`${profile} over ${layer}: ${rate.toLocaleString('en')} round trips/s`);
      }
    }
  } finally {
    for (const close of closing) await close();
  }
  return findingsOf(rows, { roundTrips, interrupted: signal.aborted });
}

type Closing = () => Promise<void>;

/** Starts the servers that are needed; each leaves in `closing` how it is stopped. */
async function openStands(
  layers: readonly Layer[],
  context: Context,
  closing: Closing[],
): Promise<Stand[]> {
  const stands: Stand[] = [];
  if (layers.includes('socketio')) {
    const rig = await findRig(context, { core: context.serverCore, settings: { ECHO: 'true' } });
    closing.push(() => rig.stop());
    stands.push({ layer: 'socketio', openLine: socketIoLine(rig.target), serverParts: rig.parts });
    await checkEcho(rig.target);
  }
  if (layers.includes('ws') || layers.includes('tcp')) {
    // In a process of their own, so that their CPU time can be told from the client's.
    const servers = startWorker('echo/server.js', [], context.serverCore);
    closing.push(() => servers.stop());
    const { ws, tcp } = await servers.next<{ ws: string; tcp: string }>();
    const serverParts = [{ name: 'bare echo', pids: [servers.pid ?? 0] }];
    const bare: Stand[] = [
      { layer: 'ws', openLine: wsLine(ws), serverParts },
      { layer: 'tcp', openLine: tcpLine(tcp), serverParts },
    ];
    stands.push(...bare.filter(({ layer }) => layers.includes(layer)));
  }
  return stands;
}

async function checkEcho(target: string): Promise<void> {
  try {
    const line = await socketIoLine(target)({ onMessage: () => {}, onClose: () => {} });
    line.drop();
  } catch (error) {
    const why = (error as Error).message;
    throw new LabError(`${target} has no /echo (${why}): start it with ECHO=true`);
  }
}

function layersOf(target: string | undefined, given: Layer[] | undefined): readonly Layer[] {
  if (target === undefined) return given ?? LAYERS;
  if (given?.some((layer) => layer !== 'socketio'))
    throw new LabError('--target has only the layer socketio; the others are servers of our own');
  return ['socketio'];
}
