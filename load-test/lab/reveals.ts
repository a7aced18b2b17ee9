/** `reveals`: many halls that reveal, and end their games, in the same instant. */
import { readOptions, whole } from '../swarm/command-line.js';
import { round } from '../swarm/histogram.js';
import {
  type Context,
  type Experiment,
  format,
  networks,
  processes,
  rate,
} from '../rig/experiment.js';
import * as figures from '../rig/play.js';
import {
  GAME_SETTINGS,
  gameLoad,
  most,
  playSampled,
  type Sampled,
  checkOpenFiles,
  joinSecondsOf,
} from '../rig/play.js';
import { FindingsOf, type Figure, type Findings } from '../report/findings.js';
import type { LoopDelay, LoopSample, Moment, MomentKind } from '../rig/watch.js';
import { startRig, withRig } from '../rig/rig.js';

/** The code of both is compiled by then. */
const WARMUP_S = 10;

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
      ...GAME_SETTINGS,
    },
  } as const;
  const load = {
    ...crowd,
    ...gameLoad(questions),
    joinSeconds: joinSecondsOf(everybody),
    warmupSeconds: WARMUP_S,
  };
  return withRig(startRig(wish, progress), async (rig) =>
    describeReveals({ ...(await playSampled(rig, load, { signal, progress })), questions }),
  );
}

export interface Revealed extends Omit<Sampled, 'moments' | 'samples'> {
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
  return new FindingsOf()
    .compare<Revealed>(
      [revealed],
      [
        // What the target is about comes first.
        ...TIMES.map((time): Figure<Revealed> => {
          const late = (all: Revealed) => latestAt(time, all);
          const target = time === 'otherwise' ? 'lower' : TARGET_MS;
          return [`${NAMES[time]}: event loop late, max`, 'ms', late, target];
        }),
        ['reveals: longest ping of an idle connection', 'ms', pingAtReveals, 'lower'],
        ...KINDS.flatMap((kind): Figure<Revealed>[] => [
          [
            `${NAMES[kind]}: bytes to each player`,
            '',
            () => atMost(kind, ({ bytes }) => bytes),
            'lower',
          ],
          [
            `${NAMES[kind]}: first to last observer of a room`,
            'ms',
            () => atMost(kind, ({ apartMs }) => apartMs),
            'lower',
          ],
        ]),
        ['otherwise: moves p95', 'ms', figures.latency('moves', 'p95'), 'lower'],
      ],
    )
    .table(
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
      {
        note:
          'How late they were, from what each process tells once a second. The 99th percentile is that of ' +
          'the worst second.',
      },
    )
    .table(
      'What everybody is told at once',
      moments,
      [
        ['', '', ({ kind, number }) => (kind === 'end' ? 'end of the game' : `reveal ${number}`)],
        ['observers', '', ({ observers }) => observers],
        ['bytes to each player', '', ({ bytes }) => bytes],
        ['first to last of a room', 'ms', ({ apartMs }) => apartMs],
        ['of all rooms', 'ms', ({ from, until }) => round(until - from, 1)],
      ],
      {
        note: 'By the observers of each room. A frame of JSON events has the marks or results only.',
      },
    )
    .table<figures.Ran>(
      'Over the whole games',
      [revealed],
      [
        ['longest ping near a reveal', 'ms', pingAtReveals],
        ['longest ping', 'ms', figures.longestPing],
        ...figures.latencies('moves', ['p95', 'p99', 'max']),
        ['marks judged', '', ({ result: { answers } }) => answers?.judged],
        ...figures.partCores([revealed]),
        ['the players’ own', 'cores', figures.swarmCores],
      ],
    )
    .chart(
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
      },
      samples,
      figures.loopLines(samples),
    )
    .fault(...figures.problemsOf(result), ...faultsAt(revealed))
    .done({ result, moments, samples });
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
