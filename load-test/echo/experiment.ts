/** What the transport by itself can do, and what each layer of it costs. */
import type { Findings } from '../lab/findings.js';
import { LabError, type Context, type Experiment } from '../lab/experiment.js';
import { numberOf } from '../lab/option-values.js';
import { remoteRig, startRig, type Part } from '../lab/rig.js';
import { startBareServers } from './bare-servers.js';
import { findingsOf, LAYERS, type Layer, type Row } from './echo-findings.js';
import type { OpenLine } from './line.js';
import { MAX_SERIALS } from './message.js';
import { PROFILES, runProfile } from './profiles.js';
import { tcpLine } from './tcp-line.js';
import { socketIoLine, wsLine } from './ws-line.js';

export const echoExperiment: Experiment = {
  name: 'echo',
  about: 'what Socket.IO, WebSocket and TCP can carry: echo by three known profiles',
  options: {
    profiles: { value: 'LIST', help: 'which of them', default: PROFILES.join(',') },
    layers: { value: 'LIST', help: `of ${LAYERS.join(', ')} (all; with --target socketio)` },
    seconds: { value: 'N', help: 'length of reconnect and paced', default: '10' },
    'round-trips': { value: 'N', help: 'length of pipelined', default: '1000000' },
  },
  run,
};

const WARM_UP_S = 1;
const SHORTEST_S = 0.1;
/** Flushing has no part in this. */
const PLAIN = { shape: 'single', processes: 1, flushIntervalMs: 50 } as const;

/** A layer, and the server that speaks it. */
interface Stand {
  layer: Layer;
  openLine: OpenLine;
  /** Empty for a server on another machine. */
  serverParts: readonly Part[];
}

async function run(context: Context): Promise<Findings> {
  const { options, signal, progress } = context;
  const profiles = listOf(options, 'profiles', PROFILES);
  const layers = layersOf(options);
  const seconds = numberOf(options, 'seconds', { min: SHORTEST_S, max: 3_600 });
  const roundTrips = numberOf(options, 'round-trips', { min: 1, max: MAX_SERIALS, whole: true });
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
  { options, serverCore, progress }: Context,
  closing: Closing[],
): Promise<Stand[]> {
  const stands: Stand[] = [];
  if (layers.includes('socketio')) {
    const rig = await (options['target'] === undefined
      ? startRig({ ...PLAIN, core: serverCore, settings: { ECHO: 'true' } }, progress)
      : remoteRig(options['target']));
    closing.push(() => rig.stop());
    stands.push({ layer: 'socketio', openLine: socketIoLine(rig.target), serverParts: rig.parts });
    await checkEcho(rig.target);
  }
  if (layers.includes('ws') || layers.includes('tcp')) {
    const { ws, tcp, pid, stop } = await startBareServers(serverCore);
    closing.push(stop);
    const serverParts = [{ name: 'bare echo', pids: [pid] }];
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

function layersOf(options: Context['options']): Layer[] {
  const { target, layers } = options;
  if (layers === undefined) return target === undefined ? [...LAYERS] : ['socketio'];
  const chosen = listOf(options, 'layers', LAYERS);
  if (target !== undefined && chosen.some((layer) => layer !== 'socketio'))
    throw new LabError('--target has only the layer socketio; the others are servers of our own');
  return chosen;
}

/** The words given, in the order of `words`. */
function listOf<W extends string>(
  options: Context['options'],
  name: string,
  words: readonly W[],
): W[] {
  const given = (options[name] ?? '').split(',');
  const unknown = given.find((one) => !words.some((word) => word === one));
  if (unknown !== undefined)
    throw new LabError(`--${name} takes some of ${words.join(',')}; not "${unknown}"`);
  return words.filter((word) => given.includes(word));
}
