/** One hostile run: a hall plays, and beside it every kind of flood is turned on, into a sink and into the server. */

import type { RevealPayload } from '../../src/protocol/scores.js';
import type { Told } from '../swarm/room.js';
import { rigEvents, startRig, withRig, type Progress, type Rig } from '../rig/rig.js';
import { watchLoops, type LoopDelay } from '../rig/watch.js';
import { startMonitor } from '../swarm/monitor.js';
import { DEFAULT_OPTIONS } from '../swarm/options.js';
import { runSwarm } from '../swarm/swarm.js';
import { pause } from '../swarm/waiting.js';
import { startWorker, type Worker } from '../swarm/worker.js';
import type { FloodOrder } from './flood.js';
import type { FloodToll } from './attackers.js';
import {
  isDearKind,
  secondsOf,
  type DearAttack,
  type DearKind,
  type DearOrder,
  isFloodKind,
  PROXY_ADDRESSES,
  type AttackKind,
  type FloodKind,
} from './floods.js';
import { HonestHost, type HostFigures } from './honest-host.js';
import { RoundTrips, type Trips } from './round-trips.js';

/** Points that everybody who is right shares (R6.1). */
const POT = 1000;

/** Adds up every reveal of a ranking game and holds the scores that were told against it. */
export class GameCheck {
  reveals = 0;
  /** Scores that were not what the marks make of them. */
  wrong = 0;
  private readonly scores = new Map<string, number>();

  /** To be called for what one observer was told. */
  take({ update }: Pick<Told, 'update'>): void {
    if (update.name === 'endQuizTime') this.add(update.payload);
    else for (const { playerId, score } of update.payload.results) this.compare(playerId, score);
  }

  private add({ players }: RevealPayload): void {
    this.reveals++;
    const right = players.filter(({ isAnswer }) => isAnswer).length;
    for (const { playerId, isAnswer, score } of players) {
      const gain = isAnswer ? Math.floor(POT / right) : 0;
      const expected = (this.scores.get(playerId) ?? 0) + gain;
      this.scores.set(playerId, expected);
      this.compare(playerId, score);
    }
  }

  private compare(playerId: string, score: number): void {
    if (score !== this.scores.get(playerId)) this.wrong++;
  }
}

export interface HostileOptions {
  kinds: readonly AttackKind[];
  players: number;
  flooders: number;
  /** That dear attacks come from, one after the other. */
  addresses: readonly number[];
  /** Of all flooders together; frames, packets or requests. */
  perSecond: number;
  /** Of each attack, and of each control of a flood. */
  seconds: number;
  through: 'direct' | 'nginx';
  seed: number;
  /** Of the flooders, and up to 5 of dear attackers: at 19 they come last, or they would take the core from the honest players beside them. */
  niceness: number;
  serverCore: number | undefined;
  swarmCore: number | undefined;
}

export interface KindResult {
  /** Round trips while the same flood went into the sink, and into the server; ms. */
  control: Trips;
  attack: Trips;
  toll: FloodToll;
  /** What an honest host waited for, before a dear attack and while it went on; ms. */
  host?: { before: HostFigures; during: HostFigures };
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
  /** Dear attacks by how many addresses they came from, too. */
  kinds: Record<string, KindResult>;
}

const calmS = (seconds: number): number => Math.min(seconds / 3, MOST_CALM_S);

interface Targets {
  rig: Rig;
  /** Where the control goes. */
  sink: string;
}

/** Of the server that is attacked. */
const SECRET = 'what only this run knows';
const QUESTION_S = 5;
const COUNTDOWN_S = 1;
const GET_READY_S = 1;
const REVEAL_S = 2;
const MOST_WARMUP_S = 3;
/** What the last flood left behind is over by then; a short flood leaves less. */
const MOST_CALM_S = 2;
/** As the server's bounds allow in one game. */
const MOST_QUESTIONS = 200;
/** After what the kinds take: their processes have to start and end, and a crowd at a door takes its time. */
const SPARE_S = 400;
/** Attackers who hold seats have to answer pings in time, also where others use the machine. */
const MOST_DEAR_NICENESS = 5;
/** Of the time before a dear attack, by how long the attack is. */
const CONTROL_PART = 1 / 2;
/** Of a server in a hall, while what a swarm needs is left as it is: the crowd of one machine is held to these. */
const LIMITS_OF_A_HALL = {
  NEWCOMERS_PER_S: '',
  MAX_ROOMS: '',
  MAX_ROOMS_PER_ADDRESS: '',
  MAX_ROOMS_PER_IDENTITY: '',
};

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
      // Whoever comes may keep sets and results, which most attacks need.
      HOSTS: 'anyone',
      SECRET,
      // Loopback has no /48 of IPv6.
      ...(through === 'direct' && { TRUST_PROXY: PROXY_ADDRESSES }),
      ...LIMITS_OF_A_HALL,
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
  const floods = kinds.filter(isFloodKind);
  const dear = kinds.filter(isDearKind);
  const each = 2 * (seconds + calmS(seconds));
  const total = (floods.length + dear.length * options.addresses.length) * each + SPARE_S;
  const round = GET_READY_S + QUESTION_S + REVEAL_S;
  const playing = runSwarm(
    {
      ...DEFAULT_OPTIONS,
      target: targets.rig.target,
      players: options.players,
      seconds: total,
      warmupSeconds: Math.min(seconds, MOST_WARMUP_S),
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
  const note = (name: string, result: KindResult): void => {
    results[name] = result;
    progress(lineOf(name, result));
  };
  try {
    const pin = await Promise.race([window, playing.then(() => '')]);
    if (pin === '') throw new Error('the players ended before the game began');
    await trips.open(targets.rig.target, pin);
    await pause(calmS(seconds) * 1000);
    if (floods.length > 0) await tryFloods(floods, options, targets, trips, note);
    if (dear.length > 0) await tryDearKinds(dear, options, targets.rig, trips, note);
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

/** Resolves once it floods; the returned function ends it and tells. */
async function startFlood(worker: Worker, order: FloodOrder) {
  worker.post(order);
  await worker.next();
  return async (): Promise<FloodToll> => {
    worker.post({ end: true });
    return worker.next<FloodToll>();
  };
}

async function tryFloods(
  kinds: readonly FloodKind[],
  options: HostileOptions,
  targets: Targets,
  trips: RoundTrips,
  note: (name: string, result: KindResult) => void,
): Promise<void> {
  const worker = startWorker(
    'hostile/worker.js',
    ['floods', '{}', String(options.niceness)],
    options.swarmCore,
  );
  try {
    await worker.next();
    for (const kind of kinds) note(kind, await tryKind(kind, options, targets, { trips, worker }));
  } finally {
    await worker.stop();
  }
}

/** The flood into the sink first, then the same into the server. */
async function tryKind(
  kind: FloodKind,
  options: HostileOptions,
  { rig, sink }: Targets,
  { trips, worker }: { trips: RoundTrips; worker: Worker },
): Promise<KindResult> {
  const { flooders: sockets, perSecond, seconds, seed } = options;
  const order = { kind, sockets, perSecond, seed };
  const endControl = await startFlood(worker, { ...order, target: sink });
  trips.take();
  await Promise.all([pause(seconds * 1000), trips.felt()]);
  const control = trips.take();
  await endControl();
  await pause(calmS(seconds) * 1000);

  const endAttack = await startFlood(worker, { ...order, target: rig.target });
  const watched = watch(rig, trips);
  await Promise.all([pause(seconds * 1000), trips.felt()]);
  const toll = await endAttack();
  const attack = await watched();
  await pause(calmS(seconds) * 1000);
  return { control, toll, ...attack };
}

/** Everything is prepared first; then each attack comes from one address, and from many. An honest host works all the time. */
async function tryDearKinds(
  kinds: readonly DearKind[],
  options: HostileOptions,
  rig: Rig,
  trips: RoundTrips,
  note: (name: string, result: KindResult) => void,
): Promise<void> {
  const { flooders: sockets, addresses, seconds, swarmCore } = options;
  const order: DearOrder = { target: rig.target, kinds, sockets, addresses };
  const niceness = Math.min(options.niceness, MOST_DEAR_NICENESS);
  const args = ['attackers', JSON.stringify(order), String(niceness)];
  const worker = startWorker('hostile/worker.js', args, swarmCore);
  const opening = HonestHost.open(rig.target, SECRET);
  try {
    const [host] = await Promise.all([opening, worker.next()]);
    for (const kind of kinds)
      for (const count of addresses) {
        await pause(calmS(seconds) * 1000);
        const attack = { kind, addresses: count };
        note(nameOf(attack), await tryDearly(attack, seconds, worker, rig, { trips, host }));
      }
  } finally {
    await worker.stop();
    const host = await opening.catch(() => undefined);
    await host?.close();
  }
}

/** As the results name it. */
function nameOf({ kind, addresses }: DearAttack): string {
  return `${kind}, ${addresses} address${addresses === 1 ? '' : 'es'}`;
}

/** The time before it first, then the attack. */
async function tryDearly(
  attack: DearAttack,
  seconds: number,
  worker: Worker,
  rig: Rig,
  { trips, host }: { trips: RoundTrips; host: HonestHost },
): Promise<KindResult> {
  trips.take();
  host.take();
  await Promise.all([pause(seconds * CONTROL_PART * 1000), host.worked(), trips.felt()]);
  const control = trips.take();
  const before = host.take();
  worker.post(attack);
  const watched = watch(rig, trips);
  // A crowd at a door ends by itself.
  if (attack.kind !== 'newcomers')
    await Promise.all([pause(secondsOf(attack.kind, seconds) * 1000), host.worked(), trips.felt()]);
  const ends = attack.kind === 'newcomers' ? await worker.next<FloodToll>() : undefined;
  const during = host.take();
  const felt = await watched();
  if (ends === undefined) worker.post({ end: true });
  const toll = ends ?? (await worker.next<FloodToll>());
  return { control, toll, host: { before, during }, ...felt };
}

/** Begins to watch what the honest players and the server feel; the returned function tells. */
function watch(rig: Rig, trips: RoundTrips) {
  const loops = watchLoops(rig.processes);
  const stopMonitor = startMonitor(rig.parts);
  trips.take();
  return async (): Promise<Pick<KindResult, 'attack' | 'loops' | 'cores'>> => {
    const attack = trips.take();
    const costs = stopMonitor();
    const parts = costs.server?.parts.map((part) => [part.name, part.cores] as const) ?? [];
    return { attack, loops: await loops(), cores: Object.fromEntries(parts) };
  };
}

function lineOf(name: string, { control, attack, toll, host, loops }: KindResult): string {
  const answers = Object.entries(toll.answers ?? {}).map(([code, count]) => `${count} × ${code}`);
  const tasks = Object.entries(host?.during ?? {}).map(
    ([task, { ms, refused }]) => `${task} ${ms.p50}/${ms.max} (${refused} of ${ms.count} refused)`,
  );
  return [
    `${name}: ${toll.sent} sent, round trips p99 ${control.ms.p99} → ${attack.ms.p99} ms, ` +
      `p50 ${control.ms.p50} → ${attack.ms.p50}, max ${control.ms.max} → ${attack.ms.max}, ` +
      `loops late ${loops.map((loop) => `${loop?.p99 ?? '?'}/${loop?.max ?? '?'}`).join(', ')}`,
    ...(answers.length > 0 ? [`  answers: ${answers.join(', ')}`] : []),
    ...(tasks.length > 0 ? [`  the host: ${tasks.join(', ')}`] : []),
    ...(toll.door ? [`  the door: ${JSON.stringify(toll.door)}`] : []),
  ].join('\n');
}
