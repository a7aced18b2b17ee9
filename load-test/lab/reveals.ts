/** `reveals`: many halls that reveal, and end their games, in the same instant. */
import { readOptions, whole } from '../swarm/command-line.js';
import { round } from '../swarm/histogram.js';
import type { Told } from '../swarm/room.js';
import type { Context, Experiment } from './experiment.js';
import * as figures from './figures.js';
import { heldAgainst, metricsOf, seriesOf, tableOf } from './tables.js';
import type { Findings } from './findings.js';
import { sampleLoops, type LoopDelay, type LoopSample } from './loop-delay.js';
import { momentsOf, type Moment, type MomentKind } from './moments.js';
import { format, networks, processes, rate } from './options.js';
import { checkOpenFiles, joinSecondsOf, play } from './play.js';
import { startRig, withRig } from './rig.js';

const COUNTDOWN_S = 1;
const GET_READY_S = 1;
/** Enough to walk to a zone and to stand there before the deadline. */
const ANSWER_S = 5;
/** Longer than what a reveal takes, so that what follows does not count as its delay. */
const REVEAL_S = 3;
/** After the games: phases may be late, and the last frames are still to be counted. */
const SPARE_S = 4;
/** The code of both is compiled by then. */
const WARMUP_S = 10;
const ASK_EVERY_MS = 1_000;

const OPTIONS = {
  rooms: whole('rooms that play side by side', [1, 100], 10),
  players: whole('players of each', [2, 500], 200),
  questions: whole('questions of each game', [1, 20], 3),
  rate: rate(1),
  processes: processes('server processes behind nginx', 2),
  format,
  networks,
};

export const revealsExperiment: Experiment = {
  name: 'reveals',
  about: 'ten halls that reveal in the same instant: how late the event loops are then',
  startsItsServers: true,
  options: OPTIONS,
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const { questions, processes, ...crowd } = readOptions(OPTIONS, options);
  const everybody = crowd.rooms * crowd.players;
  checkOpenFiles(everybody);
  const wish = {
    shape: 'cluster',
    processes,
    core: serverCore,
    settings: {
      CLUSTER_PLAYERS: String(2 * everybody),
      COUNTDOWN_MS: String(COUNTDOWN_S * 1000),
      GET_READY_MS: String(GET_READY_S * 1000),
      REVEAL_MS: String(REVEAL_S * 1000),
    },
  } as const;
  const load = {
    ...crowd,
    answer: true,
    quiz: { questions, answerSeconds: ANSWER_S },
    joinSeconds: joinSecondsOf(everybody),
    warmupSeconds: WARMUP_S,
    seconds: COUNTDOWN_S + questions * (GET_READY_S + ANSWER_S + REVEAL_S) + SPARE_S,
  };
  return withRig(startRig(wish, progress), async (rig) => {
    const told: Told[] = [];
    let tellSamples = (): Promise<LoopSample[]> => Promise.resolve([]);
    let samples: Promise<LoopSample[]> = Promise.resolve([]);
    const { result } = await play(rig, load, {
      signal,
      progress,
      onTold: (one) => told.push(one),
      onWindow: (edge) => {
        if (edge === 'open') tellSamples = sampleLoops(rig.processes, ASK_EVERY_MS);
        else samples = tellSamples();
      },
    });
    return describeReveals({ result, moments: momentsOf(told), samples: await samples, questions });
  });
}

export interface Revealed extends figures.Ran {
  /** In order of time. */
  moments: readonly Moment[];
  samples: readonly LoopSample[];
  /** Of each game. */
  questions: number;
}

/** How late an event loop may be at a reveal or at the end of a game. */
const TARGET_MS = 30;
/** The work begins before the first player hears of it, and ends after the last observer does. */
const NEAR_MS = 200;

const KINDS: readonly MomentKind[] = ['reveal', 'end'];
const NAMES = { reveal: 'reveals', end: 'game ends', otherwise: 'otherwise' } as const;
type Time = keyof typeof NAMES;
const TIMES: readonly Time[] = [...KINDS, 'otherwise'];

export function describeReveals(revealed: Revealed): Findings {
  const { result, moments, samples } = revealed;
  const processes = Array.from({ length: samples[0]?.delays.length ?? 0 }, (_, index) => index);
  const atMost = (kind: MomentKind, read: (moment: Moment) => number): number | null =>
    most(moments.filter((moment) => moment.kind === kind).map(read));
  return {
    metrics: metricsOf(
      [revealed],
      [
        // What the target is about comes first.
        ...TIMES.map(
          (time) =>
            [
              `${NAMES[time]}: event loop late, max`,
              'ms',
              (all: Revealed) => latestAt(time, all),
            ] as const,
        ),
        ['reveals: longest ping of an idle connection', 'ms', pingAtReveals],
        ...KINDS.flatMap(
          (kind) =>
            [
              [
                `${NAMES[kind]}: bytes to each player`,
                'count',
                () => atMost(kind, ({ bytes }) => bytes),
              ],
              [
                `${NAMES[kind]}: first to last observer of a room`,
                'ms',
                () => atMost(kind, ({ apartMs }) => apartMs),
              ],
            ] as const,
        ),
        ['otherwise: moves p95', 'ms', figures.latency('moves', 'p95')],
      ],
    ),
    tables: [
      tableOf(
        'Event loops of the processes',
        TIMES.flatMap((time) => {
          const found = samplesAt(time, revealed);
          return processes.map((index) => {
            const delays = found.map((sample) => sample.delays[index]);
            return { time, index, delays: delays.filter((delay) => delay != null) };
          });
        }),
        [
          ['', '', ({ time }) => NAMES[time]],
          ['process', '', ({ index }) => `madang ${index + 1}`],
          ['late at most', 'ms', ({ delays }) => most(delays.map(({ max }) => max))],
          ['late p99', 'ms', ({ delays }) => most(delays.map(({ p99 }) => p99))],
          ['seconds', '', ({ delays }) => delays.length],
        ],
        'How late they were, from what each process tells once a second. The 99th percentile is that of ' +
          'the worst second.',
      ),
      tableOf(
        'What everybody is told at once',
        moments,
        [
          ['', '', ({ kind, number }) => (kind === 'end' ? 'end of the game' : `reveal ${number}`)],
          ['observers', '', ({ observers }) => observers],
          ['bytes to each player', '', ({ bytes }) => bytes],
          ['first to last of a room', 'ms', ({ apartMs }) => apartMs],
          ['of all rooms', 'ms', ({ from, until }) => round(until - from, 1)],
        ],
        'By the observers of each room. A frame of JSON events has the marks or results only.',
      ),
      tableOf<figures.Ran>(
        'Over the whole games',
        [revealed],
        [
          ['longest ping near a reveal', 'ms', pingAtReveals],
          ['longest ping', 'ms', figures.longestPing],
          ['move p95', 'ms', figures.latency('moves', 'p95')],
          ['p99', 'ms', figures.latency('moves', 'p99')],
          ['max', 'ms', figures.latency('moves', 'max')],
          ['marks judged', '', ({ result: { answers } }) => answers?.judged],
          ...figures.partCores([revealed]).map(([part, read]) => [part, 'cores', read] as const),
          ['the players’ own', 'cores', figures.swarmCores],
        ],
      ),
    ],
    charts: [
      {
        title: 'Event loops, late at most',
        note: 'Each point tells of the second before it.',
        kind: 'line',
        x: {
          label: 'time',
          unit: 's',
          values: samples.map(({ until }) => round((until - (samples[0]?.from ?? 0)) / 1000, 1)),
        },
        y: { label: 'late', unit: 'ms' },
        series: seriesOf(
          samples,
          processes.map((index) => [`madang ${index + 1}`, ({ delays }) => delays[index]?.max]),
        ),
      },
    ],
    faults: [...figures.problemsOf(result), ...faultsAt(revealed)],
    notes: [
      heldAgainst(
        'Event loops at reveals and game ends',
        most(KINDS.flatMap((kind) => latestAt(kind, revealed) ?? [])),
        TARGET_MS,
        'ms',
      ),
    ],
    raw: { result, moments, samples },
  };
}

function most(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

/** The longest delay of any process at such times; null where nobody told. */
export function latestAt(time: Time, revealed: Omit<Revealed, 'result'>): number | null {
  const delays = samplesAt(time, revealed).flatMap((sample) => sample.delays);
  return most(delays.flatMap((delay: LoopDelay | null) => delay?.max ?? []));
}

/** A second that has a bit of several is told with each of them; `otherwise` has nothing of any. */
function samplesAt(
  time: Time,
  { moments, samples }: Pick<Revealed, 'moments' | 'samples'>,
): LoopSample[] {
  const touches = (sample: LoopSample, kind: MomentKind): boolean =>
    moments.some((moment) => moment.kind === kind && isNear(sample, moment));
  return samples.filter((sample) =>
    time === 'otherwise' ? !KINDS.some((kind) => touches(sample, kind)) : touches(sample, time),
  );
}

/** Whether the time that was told has a bit of the moment. */
export function isNear(sample: LoopSample, moment: Moment): boolean {
  return sample.from < moment.until + NEAR_MS && sample.until > moment.from - NEAR_MS;
}

function faultsAt({ moments, questions, result: { ended, options } }: Revealed): string[] {
  const expected = { reveal: questions, end: 1 };
  const observers = options.rooms * Math.min(options.observers, options.players);
  const missing = KINDS.flatMap((kind) => {
    const heard = moments.filter((moment) => moment.kind === kind);
    const count = heard.reduce((sum, moment) => sum + moment.observers, 0);
    const wanted = expected[kind] * observers;
    return count === wanted ? [] : [`${count} observers heard of ${NAMES[kind]}, not ${wanted}`];
  });
  const differing = moments.reduce((sum, moment) => sum + moment.differing, 0);
  return [
    // A run that was cut short has seen a part of its games.
    ...(ended === 'complete' ? missing : []),
    ...(differing > 0 ? [`${differing} times the observers of a room were told differently`] : []),
  ];
}

function pingAtReveals({ result }: figures.Ran): number | null {
  const { reveals } = result.stalls;
  return reveals.count === 0 ? null : reveals.maxMs;
}
