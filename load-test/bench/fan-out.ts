import {
  WAYS,
  type FanOutCost,
  type FanOutOrder,
  type FrameCount,
  type FrameOrder,
} from './fan-out-ways.js';
import {
  round,
  BenchFault,
  needFiles,
  type Figure,
  type Outcome,
  type Piece,
  type PieceOptions,
} from './piece.js';
import { startWorker, stopAll, type Worker } from '../swarm/worker.js';

const CLIENTS = [200, 1_000];
const QUICK_CLIENTS = [20];
const INTERVAL_MS = 50;
/** Ways take turns, so that a machine that drifts does so under all of them. */
const ROUNDS = 5;
const FLUSHES = 40;
const QUICK_FLUSHES = 2;

interface Pair {
  server: Worker;
  clients: Worker;
  count: number;
}

/** CPU time of the server in ns, and bytes, for each client and flush. */
async function tryWay(pair: Pair, way: (typeof WAYS)[number], flushes: number) {
  const order: FanOutOrder = { way: way.name, flushes, intervalMs: INTERVAL_MS };
  pair.server.post(order);
  const { cpuMicros, tookMs } = await pair.server.next<FanOutCost>();
  const wanted: FrameOrder = { frames: pair.count * flushes * way.frames };
  pair.clients.post(wanted);
  const { frames, bytes } = await pair.clients.next<FrameCount>();
  if (frames !== wanted.frames)
    throw new BenchFault(`${way.name}: ${frames} frames came instead of ${wanted.frames}`);
  const deliveries = pair.count * flushes;
  return {
    ns: (cpuMicros * 1_000) / deliveries,
    bytes: bytes / deliveries,
    cores: cpuMicros / 1_000 / tookMs,
  };
}

async function fanOutTo(count: number, options: PieceOptions): Promise<Outcome> {
  const { quick, cores, progress } = options;
  const flushes = quick ? QUICK_FLUSHES : FLUSHES;
  const rounds = quick ? 1 : ROUNDS;
  const workers: Worker[] = [];
  try {
    const server = startWorker('bench/fan-out-server.js', [], cores.server);
    workers.push(server);
    const { game } = await server.next<{ game: string }>();
    const args = ['--game', game, '--clients', String(count)];
    const clients = startWorker('bench/fan-out-clients.js', args, cores.swarm);
    workers.push(clients);
    await clients.next();
    const pair = { server, clients, count };
    const samples = WAYS.map((): Awaited<ReturnType<typeof tryWay>>[] => []);
    // Round 0 warms up.
    for (let turn = 0; turn <= rounds; turn++) {
      progress(`${count} clients, round ${turn} of ${rounds}`);
      for (const [index, way] of WAYS.entries()) {
        const sample = await tryWay(pair, way, flushes);
        if (turn > 0) samples[index]?.push(sample);
      }
    }
    return {
      title: `fan-out to ${count} clients`,
      operation: 'one flush for one client, in CPU time of the server',
      figures: WAYS.map(({ name }, index) => figureOf(name, samples[index] ?? [])),
      note: `A flush every ${INTERVAL_MS} ms; ± is the spread of ${rounds} rounds.`,
    };
  } finally {
    await stopAll(workers);
  }
}

function figureOf(
  name: string,
  samples: readonly { ns: number; bytes: number; cores: number }[],
): Figure {
  const middle = [...samples].sort((a, b) => a.ns - b.ns)[Math.floor(samples.length / 2)];
  if (middle === undefined) throw new Error(`${name} was not measured`);
  const all = samples.map(({ ns }) => ns);
  return {
    name,
    nsPerOp: round(middle.ns, 1),
    errorPercent: round(((Math.max(...all) - Math.min(...all)) / 2 / middle.ns) * 100, 1),
    bytes: Math.round(middle.bytes),
    cores: round(middle.cores, 4),
  };
}

export const fanOut: Piece = {
  name: 'fan-out',
  about: 'a flush from one process to 200 and to 1,000 sockets of another',
  run: async (options) => {
    const outcomes: Outcome[] = [];
    for (const count of options.quick ? QUICK_CLIENTS : CLIENTS) {
      needFiles(count);
      outcomes.push(await fanOutTo(count, options));
    }
    return outcomes;
  },
};
