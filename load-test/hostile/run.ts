/** One hostile run: a hall plays, and beside it every kind of flood is turned on, into a sink and into the server. */
import { rigEvents } from '../lab/open-rigs.js';
import { startRig, withRig } from '../lab/rig.js';
import type { Progress, Rig } from '../lab/rig-contract.js';
import { watchLoops, type LoopDelay } from '../lab/loop-delay.js';
import { startMonitor } from '../swarm/monitor.js';
import { DEFAULT_OPTIONS } from '../swarm/options.js';
import { runSwarm } from '../swarm/swarm.js';
import { pause } from '../swarm/waiting.js';
import { startWorker } from '../swarm/worker.js';
import type { FloodOrder, FloodToll } from './flood.js';
import type { FloodKind } from './floods.js';
import { GameCheck } from './game-check.js';
import { RoundTrips, type Trips } from './round-trips.js';

export interface HostileOptions {
  kinds: readonly FloodKind[];
  players: number;
  flooders: number;
  /** Of all flooders together; frames, packets or requests. */
  perSecond: number;
  /** Of each control and each attack. */
  seconds: number;
  through: 'direct' | 'nginx';
  seed: number;
  serverCore: number | undefined;
  swarmCore: number | undefined;
}

export interface KindResult {
  /** Round trips while the same flood went into the sink, and into the server; ms. */
  control: Trips;
  attack: Trips;
  toll: FloodToll;
  /** Of each process, ms. */
  loops: (LoopDelay | null)[];
  /** CPU of each part during the attack. */
  cores: Record<string, number>;
}

export interface HostileResult {
  /** Parts of the server that ended by themselves. */
  exits: number;
  /** `exact` if every score was what the marks make of it and no honest player lost anything, or what was wrong. */
  outcome: string;
  reveals: number;
  kinds: Record<string, KindResult>;
}

const calmS = (seconds: number): number => Math.min(seconds / 3, MOST_CALM_S);

interface Targets {
  rig: Rig;
  /** Where the control goes. */
  sink: string;
}

const QUESTION_S = 5;
const COUNTDOWN_S = 1;
const GET_READY_S = 1;
const REVEAL_S = 2;
const WARMUP_S = 3;
/** What the last flood left behind is over by then; a short flood leaves less. */
const MOST_CALM_S = 2;
/** As the server's bounds allow in one game. */
const MOST_QUESTIONS = 200;
/** After what the kinds take: their processes have to start and end. */
const SPARE_S = 120;

export async function runHostile(
  options: HostileOptions,
  progress: Progress,
): Promise<HostileResult> {
  const { through, serverCore } = options;
  let exits = 0;
  const died = (): void => void exits++;
  rigEvents.on('death', died);
  const wish = {
    processes: through === 'nginx' ? 2 : 1,
    core: serverCore,
    settings: {
      COUNTDOWN_MS: String(COUNTDOWN_S * 1000),
      GET_READY_MS: String(GET_READY_S * 1000),
      REVEAL_MS: String(REVEAL_S * 1000),
    },
  };
  try {
    return await withRig(startRig(wish, progress), async (rig) => {
      const worker = startWorker('hostile/worker.js', ['sink'], serverCore);
      try {
        const { port } = await worker.next<{ port: number }>();
        const sink = `http://127.0.0.1:${port}`;
        return { ...(await playUnderFire(options, { rig, sink }, progress)), exits };
      } finally {
        await worker.stop();
      }
    });
  } finally {
    rigEvents.off('death', died);
  }
}

async function playUnderFire(
  options: HostileOptions,
  targets: Targets,
  progress: Progress,
): Promise<Omit<HostileResult, 'exits'>> {
  const { kinds, seconds, through } = options;
  const game = new GameCheck();
  const done = new AbortController();
  let opened = (_pin: string): void => {};
  const window = new Promise<string>((resolve) => (opened = resolve));
  const total = kinds.length * (2 * (seconds + calmS(seconds))) + SPARE_S;
  const round = GET_READY_S + QUESTION_S + REVEAL_S;
  const playing = runSwarm(
    {
      ...DEFAULT_OPTIONS,
      target: targets.rig.target,
      players: options.players,
      seconds: total,
      warmupSeconds: WARMUP_S,
      answer: true,
      lostAfterSeconds: 10,
      networks: through === 'nginx' ? 'player' : 'machine',
      quiz: {
        questions: Math.min(MOST_QUESTIONS, Math.ceil(total / round)),
        answerSeconds: QUESTION_S,
      },
      probe: false,
    },
    {
      signal: done.signal,
      onTold: (told) => {
        if (told.player === 0) game.take(told);
      },
      onProgress: progress,
      onWindow: (_edge, pins) => opened(pins[0] ?? ''),
    },
  );
  const trips = new RoundTrips();
  const results: Record<string, KindResult> = {};
  try {
    const pin = await Promise.race([window, playing.then(() => '')]);
    if (pin === '') throw new Error('the players ended before the game began');
    await trips.open(targets.rig.target, pin);
    await pause(MOST_CALM_S * 1000);
    for (const kind of kinds) {
      results[kind] = await tryKind(kind, options, targets, trips);
      const { control, attack, toll } = results[kind];
      progress(
        `${kind}: ${toll.sent} sent, round trips p99 ${control.ms.p99} → ${attack.ms.p99} ms, ` +
          `max ${control.ms.max} → ${attack.ms.max}`,
      );
    }
    if (!trips.allConnected) progress('a projector was cut off');
  } finally {
    trips.close();
    done.abort();
    await playing.catch(() => {});
  }
  const { answers, moves, chat, drops } = await playing;
  const faults = {
    'wrong scores': game.wrong,
    'wrong marks': answers?.mismarked ?? 0,
    'moves lost': moves.lost,
    'messages lost': chat.lost,
    'messages out of order': chat.disordered + chat.duplicates + chat.idGaps,
    'players dropped': Object.keys(drops).length,
    'no reveal': game.reveals === 0 || answers?.judged === 0 ? 1 : 0,
  };
  const found = Object.entries(faults).filter(([, count]) => count > 0);
  return {
    outcome: found.length === 0 ? 'exact' : found.map(([what, n]) => `${what}: ${n}`).join(', '),
    reveals: game.reveals,
    kinds: results,
  };
}

/** Whoever floods comes last, or it would take the core from the honest players beside it. */
const NICENESS = 19;

/** Resolves once it floods; the returned function ends it and tells. */
async function startFlood(order: FloodOrder, core: number | undefined) {
  const worker = startWorker('hostile/worker.js', ['flood', JSON.stringify(order)], core, NICENESS);
  await worker.next();
  return async (): Promise<FloodToll> => {
    worker.post({ end: true });
    const toll = await worker.next<FloodToll>();
    await worker.stop();
    return toll;
  };
}

/** The flood into the sink first, then the same into the server. */
async function tryKind(
  kind: FloodKind,
  options: HostileOptions,
  { rig, sink }: Targets,
  trips: RoundTrips,
): Promise<KindResult> {
  const { flooders: sockets, perSecond, seconds, seed, swarmCore } = options;
  const order = { kind, sockets, perSecond, seed };
  const endControl = await startFlood({ ...order, target: sink }, swarmCore);
  trips.take();
  await pause(seconds * 1000);
  const control = trips.take();
  await endControl();
  await pause(calmS(seconds) * 1000);

  const endAttack = await startFlood({ ...order, target: rig.target }, swarmCore);
  const loops = watchLoops(rig.processes);
  const stopMonitor = startMonitor(rig.parts);
  trips.take();
  await pause(seconds * 1000);
  const toll = await endAttack();
  const attack = trips.take();
  const costs = stopMonitor();
  const delays = await loops();
  await pause(calmS(seconds) * 1000);
  const cores = Object.fromEntries(
    costs.server?.parts.map((part) => [part.name, part.cores]) ?? [],
  );
  return { control, attack, toll, loops: delays, cores };
}
