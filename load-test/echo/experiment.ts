/** What the transport by itself can do, and what each layer of it costs. */
import type { Findings } from '../report/findings.js';
import type { Context, Experiment } from '../rig/experiment.js';
import { findRig } from '../rig/rig.js';
import { decimal, LabError, maybe, readOptions, someOf, whole } from '../swarm/command-line.js';
import type { Part } from '../swarm/monitor.js';
import { startWorker } from '../swarm/worker.js';
import { findingsOf, LAYERS, type Layer, type Row } from './echo-findings.js';
import type { OpenLine } from './line.js';
import { MAX_SERIALS } from './message.js';
import { PROFILES, runProfile } from './profiles.js';
import { tcpLine } from './tcp-line.js';
import { socketIoLine, wsLine } from './ws-line.js';

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
