/** The scenarios of Artillery, which is installed in load-test only, as experiments of the laboratory. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  LabError,
  maybe,
  readOptions,
  whole,
  type Option,
  decimal,
} from '../swarm/command-line.js';
import { type Context, type Experiment, processes } from '../rig/experiment.js';
import { PROJECT_ROOT } from '../swarm/worker.js';
import type { Outcome, Latency } from './run.js';
import { FindingsOf, type Figure, type Findings } from '../report/findings.js';
import { checkOpenFiles } from '../rig/play.js';
import { findRig, withRig, type RigSetup } from '../rig/rig.js';

const PACKAGES = join(PROJECT_ROOT, 'load-test/node_modules');
const SCENARIOS = join(PROJECT_ROOT, 'load-test/artillery/scenarios.yml');
/** What Artillery gets to end by itself when it is told to. */
const STOP_MS = 5_000;
const KEPT_CHARACTERS = 4_000;

/** Of the file of the scenarios, with what the command line says instead. */
export type Variables = Record<string, string | number>;

export interface Check {
  /** As `move_ms.p95 < 250`. */
  condition: string;
  passed: boolean;
}

export interface ArtilleryRun {
  /** Undefined when nothing came of the run. */
  outcome: Outcome | undefined;
  /** Artillery's own counters; empty when it was stopped early. */
  counters: Readonly<Record<string, number>>;
  /** The thresholds of the scenario's file; empty when Artillery was stopped early. */
  checks: Check[];
  exitCode: number | null;
  /** What ended it, if it did not end by itself. */
  stopped: 'signal' | 'time' | undefined;
  /** The end of what it printed beside that. */
  output: string;
}

export interface Order {
  /** An environment of the file, and which of its scenarios is played there. */
  environment: string;
  scenario: string;
  target: string;
  variables: Variables;
  /** Longer than the scenario takes: a virtual user that waits for an answer waits for ever. */
  limitSeconds: number;
}

function installed(path: string): string {
  const file = join(PACKAGES, path);
  if (existsSync(file)) return file;
  throw new LabError('Artillery is not installed: npm run load installs it');
}

/** The numbers of an environment. */
function readVariables(environment: string): Variables {
  const { load } = createRequire(import.meta.url)(installed('js-yaml')) as {
    load: (text: string) => { config: { environments: Record<string, { variables: Variables }> } };
  };
  const { environments } = load(readFileSync(SCENARIOS, 'utf8')).config;
  return environments[environment]?.variables ?? {};
}

/** Resolves when Artillery has ended, whatever came of it. */
export async function runArtillery(
  { environment, scenario, target, variables, limitSeconds }: Order,
  { signal, progress }: Pick<Context, 'signal' | 'progress'>,
  program = installed('artillery/bin/run'),
): Promise<ArtilleryRun> {
  const folder = mkdtempSync(join(tmpdir(), 'madang-artillery-'));
  const resultFile = join(folder, 'outcome.json');
  const reportFile = join(folder, 'report.json');
  const given = JSON.stringify({ ...variables, resultFile });
  const child = spawn(
    process.execPath,
    [
      program,
      'run',
      '--quiet',
      `--target=${target}`,
      `--variables=${given}`,
      `--output=${reportFile}`,
      `--environment=${environment}`,
      `--scenario-name=${scenario}`,
      SCENARIOS,
    ],
    {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const reading = new OutputReader(progress);
  child.stdout.setEncoding('utf8').on('data', (text: string) => reading.take(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => reading.take(text));

  let stopped: ArtilleryRun['stopped'];
  let killing: NodeJS.Timeout | undefined;
  const stop = (why: NonNullable<ArtilleryRun['stopped']>): void => {
    stopped ??= why;
    child.kill('SIGINT');
    killing ??= setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  };
  const onAbort = (): void => stop('signal');
  const overdue = setTimeout(() => stop('time'), limitSeconds * 1000);
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await once(child, 'close');
    return {
      outcome: readJson(resultFile) as Outcome | undefined,
      counters: (readJson(reportFile) as Report | undefined)?.aggregate.counters ?? {},
      checks: reading.checks,
      exitCode: child.exitCode,
      stopped,
      output: reading.rest,
    };
  } finally {
    clearTimeout(overdue);
    clearTimeout(killing);
    process.off('exit', kill);
    signal.removeEventListener('abort', onAbort);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  aggregate: { counters: Record<string, number> };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Tells the lines apart that Artillery and the scenario's functions print. */
class OutputReader {
  readonly checks: Check[] = [];
  rest = '';
  #line = '';

  constructor(private readonly progress: (message: string) => void) {}

  take(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  #read(line: string): void {
    const [, kind, text = ''] = /^(ok|fail|progress): (.*)$/.exec(line) ?? [];
    if (kind === 'progress') this.progress(text);
    else if (kind !== undefined) this.checks.push({ condition: text, passed: kind === 'ok' });
    else this.rest = `${this.rest}${line}\n`.slice(-KEPT_CHARACTERS);
  }
}

const PERCENTILES = ['p50', 'p95', 'p99', 'max'] as const;

/** What a scenario's names mean to a reader. */
export interface Words {
  /** By the name of a latency. */
  latencies: Readonly<Record<string, string>>;
  /** A saturated Artillery then makes the run worthless; elsewhere it is worth a note. */
  isAboutLatency: boolean;
  /** Counts that two runs are compared by: fewer are better. */
  bad: readonly string[];
}

export function describeRun(run: ArtilleryRun, variables: Variables, words: Words): Findings {
  const { outcome, checks, counters } = run;
  const found = new FindingsOf();
  if (outcome !== undefined) {
    const { counts, cost, serverTimes } = outcome;
    const latencies = outcome.latencies.filter(({ summary }) => summary.count > 0);
    found
      .table<Latency>(
        'Latencies',
        latencies,
        [
          ['', '', ({ name }) => words.latencies[name] ?? name],
          ['samples', '', ({ summary }) => summary.count],
          ['mean', 'ms', ({ summary }) => summary.mean],
          ...PERCENTILES.map((rank): Figure<Latency> => {
            return [rank, 'ms', ({ summary }) => summary[rank], 'lower'];
          }),
        ],
        {
          nameOf: (rank, { name }) => `${name} ${rank}`,
          note: 'Sent and received in one process, by one clock.',
        },
      )
      .compare(words.bad, [['count', '', (name) => counts[name] ?? 0, 'lower']], (_, name) => name)
      .table('Counts', Object.entries({ ...counts, ...virtualUsers(counters) }), [
        ['', '', ([name]) => name],
        ['count', '', ([, count]) => count],
      ])
      .table(
        'Thresholds',
        checks,
        [
          ['condition', '', ({ condition }) => condition],
          ['', '', ({ passed }) => (passed ? 'met' : 'MISSED')],
        ],
        { note: 'They stand in the scenario’s file.' },
      )
      .table(
        'Processing time on the server',
        serverTimes ?? [],
        [
          ['', '', ({ what }) => what],
          ['count', '', ({ count }) => count],
          ['mean', 'ms', ({ meanMs }) => meanMs, 'lower'],
          ['p95', 'ms', ({ p95Ms }) => p95Ms],
          ['p99', 'ms', ({ p99Ms }) => p99Ms],
        ],
        {
          nameOf: (figure, { what }) => `server: ${what} ${figure}`,
          note:
            'As its processes tell, over the measuring window: from a packet to the end of its handling, and ' +
            'of each flush of a room. Percentiles are interpolated within buckets.',
        },
      )
      .compare([cost], [['server CPU', 'cores', () => cost?.server?.cores, 'lower']])
      .table(
        'CPU and memory',
        cost === null
          ? []
          : [
              ...(cost.server?.parts ?? []).map((part) => ({ ...part, mb: part.rssMb.max })),
              { ...cost.swarm, name: 'Artillery', mb: cost.swarm.rssMb },
            ],
        [
          ['', '', ({ name }) => name],
          ['CPU', 'cores', ({ cores }) => cores],
          ['memory', 'MB', ({ mb }) => mb],
        ],
        {
          note: 'Mean CPU and most memory, over the measuring window or, without one, the whole scenario.',
        },
      );
    // Latencies that are spread over time; a storm lasts a second and has no course.
    for (const { name, overTime } of latencies.filter((one) => one.overTime.length > 2)) {
      const first = overTime[0]?.second ?? 0;
      const last = overTime.at(-1)?.second ?? 0;
      const values = Array.from({ length: last - first + 1 }, (_, n) => first + n);
      const moments = new Map(overTime.map((moment) => [moment.second, moment]));
      found.chart(
        {
          title: words.latencies[name] ?? name,
          kind: 'line',
          x: { label: 'time', unit: 's', values },
          y: { label: 'latency', unit: 'ms' },
        },
        values,
        (['p50', 'p95', 'max'] as const).map((rank) => [
          rank,
          (second) => moments.get(second)?.[rank],
        ]),
      );
    }
  }
  return found
    .fault(...faultsOf(run, words))
    .note(...notesOf(run, words))
    .done({ variables, ...run });
}

function virtualUsers(counters: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counters).flatMap(([name, value]) =>
      /^(vusers\.(created|completed|failed)|errors\..*)$/.test(name)
        ? [[`Artillery: ${name}`, value] as const]
        : [],
    ),
  );
}

function faultsOf(
  { outcome, checks, exitCode, stopped, output, counters }: ArtilleryRun,
  words: Words,
): string[] {
  const faults = checks
    .filter(({ passed }) => !passed)
    .map(({ condition }) => `threshold missed: ${condition}`);
  const errors = Object.entries(counters).flatMap(([name, count]) =>
    name.startsWith('errors.') ? [`${count} × ${name.slice('errors.'.length)}`] : [],
  );
  if (errors.length > 0) faults.push(`Artillery’s virtual users failed: ${errors.join(', ')}`);
  if (stopped === 'time') faults.push('Artillery did not end in time and was stopped');
  if (stopped === undefined && (outcome === undefined || checks.length === 0))
    faults.push(`Artillery ended without results (exit code ${exitCode}): ${output.trim()}`);
  if (stopped === undefined && faults.length === 0 && exitCode !== 0)
    faults.push(`Artillery ended with exit code ${exitCode}: ${output.trim()}`);
  if (words.isAboutLatency) faults.push(...saturationOf(outcome));
  return faults;
}

/** Empty when Artillery kept up. */
function saturationOf(outcome: Outcome | undefined): string[] {
  const swarm = outcome?.cost?.swarm;
  if (swarm?.saturated !== true) return [];
  return [
    `Artillery was saturated, or the machine busy (${swarm.cores} cores, ` +
      `${swarm.loopDelayMs.p99} ms late): the latencies are partly its own`,
  ];
}

function notesOf({ outcome, stopped }: ArtilleryRun, words: Words): string[] {
  const notes = words.isAboutLatency ? [] : saturationOf(outcome);
  if (stopped === 'signal')
    notes.push(
      outcome === undefined
        ? 'Stopped before there were results.'
        : 'Stopped early: the thresholds were not checked, and the last seconds are missing.',
    );
  if (outcome?.serverTimes === null)
    notes.push('The server’s own processing times are missing: its /metrics could not be read.');
  return notes;
}

/** Beyond what a scenario should take: starting Artillery, waiting for stragglers. */
const SPARE_SECONDS = 60;
/** Of the server, unless a room is to be larger. */
const MAX_ROOM_PLAYERS = 500;

export interface Scenario {
  name: string;
  /** Another one of that name, with other numbers. */
  plays?: string;
  about: string;
  /** Variables of the scenario's file that the command line may set, by name. */
  choices: Readonly<Record<string, Option<number>>>;
  setup: Pick<RigSetup, 'shape' | 'settings'>;
  words: Words;
  /** Virtual users in all. */
  users: (numbers: Numbers) => number;
  /** How long it takes. */
  seconds: (numbers: Numbers) => number;
}

/** Reads a variable of the scenario as a number. */
export type Numbers = (variable: string) => number;

const SERVER_OPTIONS = {
  processes: processes('server processes behind nginx; 1 runs without it', 2),
  interval: whole('flush interval of the server', [0, 1000], 50, 'MS'),
};

function scenarioExperiment(scenario: Scenario): Experiment {
  const { name, about, setup } = scenario;
  const server = setup.shape === 'cluster' ? SERVER_OPTIONS : {};
  return {
    name,
    about,
    options: { ...choicesOf(scenario), ...server },
    run: (context) => run(scenario, context),
  };
}

function choicesOf({ choices }: Scenario): Readonly<Record<string, Option<number | undefined>>> {
  const own = Object.entries(choices).map(([variable, choice]) => {
    const help = `${choice.help} (as in artillery/scenarios.yml)`;
    return [optionName(variable), maybe({ ...choice, help })] as const;
  });
  return Object.fromEntries(own);
}

/** `joinSeconds` is `--join-seconds`. */
function optionName(variable: string): string {
  return variable.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

async function run(scenario: Scenario, context: Context): Promise<Findings> {
  const variables = choose(scenario, context);
  const numbers: Numbers = (variable) => Number(variables[variable]);
  const users = scenario.users(numbers);
  checkOpenFiles(users);
  return withRig(findRig(context, wishOf(scenario, users, context)), async (rig) => {
    context.progress(`Artillery plays ${scenario.name} with ${users} virtual users`);
    const result = await runArtillery(
      {
        environment: scenario.name,
        scenario: scenario.plays ?? scenario.name,
        target: rig.target,
        variables: {
          ...variables,
          arrivals: users,
          parts: JSON.stringify(rig.parts),
          processes: JSON.stringify(rig.processes),
        },
        limitSeconds: scenario.seconds(numbers) + SPARE_SECONDS,
      },
      context,
    );
    return describeRun(result, variables, scenario.words);
  });
}

/** The numbers of the scenario's file, and instead of them those of the command line. */
function choose(scenario: Scenario, { options }: Context): Variables {
  const chosen = readOptions(choicesOf(scenario), options);
  const given = Object.keys(scenario.choices).flatMap((variable) => {
    const value = chosen[optionName(variable)];
    return value === undefined ? [] : [[variable, value] as const];
  });
  return { ...readVariables(scenario.name), ...Object.fromEntries(given) };
}

function wishOf({ setup }: Scenario, users: number, { options, serverCore }: Context) {
  const { processes, interval } =
    setup.shape === 'cluster'
      ? readOptions(SERVER_OPTIONS, options)
      : { processes: 1, interval: 50 };
  return {
    processes,
    flushIntervalMs: interval,
    core: serverCore,
    settings: {
      // Whoever opened a room has a seat, too.
      MAX_ROOM_PLAYERS: String(Math.max(MAX_ROOM_PLAYERS, users + 1)),
      ...setup.settings,
    },
  };
}

const players = whole('players in a room', [2, 5_000]);
const rate = decimal('events a second of each', [0.1, 20]);
const seconds = decimal('length of the measurement', [1, 3_600]);
const joinSeconds = decimal('over which the players join', [1, 600]);
const rooms = whole('rooms', [1, 1_000]);
const cluster = { shape: 'cluster', settings: {} } as const;

const LATENCIES = {
  join: 'join, from connecting to the roster',
  move: 'move, end to end',
  chat: 'chat, end to end',
};
/** A server elsewhere has its own, up to these: countdown, get ready and reveal, in seconds. */
const LONG_PHASES_S = { countdown: 3, getReady: 3, reveal: 10 };
const SHORT_PHASES = { COUNTDOWN_MS: '1000', GET_READY_MS: '1000', REVEAL_MS: '1000' };
const STRAGGLERS_S = 30;
const SEEN_DIFFERENTLY = [
  'questions differing',
  'reveals differing',
  'results differing',
  'marks wrong',
] as const;

function gameSeconds(numbers: Numbers): number {
  const { countdown, getReady, reveal } = LONG_PHASES_S;
  const question = getReady + numbers('answerSeconds') + reveal;
  return numbers('joinSeconds') + countdown + numbers('questions') * question + STRAGGLERS_S;
}

const STEADY: Omit<Scenario, 'name' | 'about' | 'choices'> = {
  setup: cluster,
  words: {
    latencies: LATENCIES,
    isAboutLatency: true,
    bad: ['moves lost', 'messages lost', 'messages duplicated', 'refused', 'dropped'],
  },
  users: (numbers) => numbers('rooms') * numbers('players'),
  seconds: (numbers) =>
    numbers('joinSeconds') +
    numbers('warmupSeconds') +
    numbers('seconds') +
    numbers('lostAfterSeconds'),
};

const scenarios: readonly Scenario[] = [
  {
    ...STEADY,
    name: 'hall',
    about: 'Artillery: one room, everybody moves and chats',
    choices: { players, rate, seconds, joinSeconds },
  },
  {
    ...STEADY,
    name: 'many-rooms',
    plays: 'hall',
    about: 'Artillery: the same in several rooms at once',
    choices: { rooms, players, rate, seconds, joinSeconds },
  },
  {
    name: 'game',
    about: 'Artillery: whole games in both modes; everybody has to see the same',
    choices: {
      rooms,
      players,
      joinSeconds,
      questions: whole('questions of each game', [1, 20]),
      answerSeconds: whole('time for an answer', [3, 120]),
    },
    setup: { shape: 'cluster', settings: SHORT_PHASES },
    words: {
      latencies: {
        ...LATENCIES,
        reveal: 'reveal, after the deadline',
        spread: 'reveal, after the first player of the room had it',
      },
      isAboutLatency: false,
      bad: [...SEEN_DIFFERENTLY, 'refused', 'dropped'],
    },
    users: (numbers) => numbers('rooms') * numbers('players'),
    seconds: gameSeconds,
  },
  {
    name: 'join-storm',
    about: 'Artillery: everybody joins one room within a second',
    choices: { players, joinSeconds },
    setup: cluster,
    words: {
      latencies: LATENCIES,
      isAboutLatency: false,
      bad: ['players missing in rosters', 'refused', 'dropped'],
    },
    users: (numbers) => numbers('players'),
    seconds: (numbers) => numbers('joinSeconds') + STRAGGLERS_S,
  },
  {
    name: 'reconnect-storm',
    about: 'Artillery: everybody drops in a question and comes back within a second',
    choices: { players, joinSeconds },
    setup: { shape: 'cluster', settings: SHORT_PHASES },
    words: {
      latencies: {
        ...LATENCIES,
        back: 'back, from connecting again to the question',
        away: 'away, from the drop to the question',
        reveal: 'reveal, after the deadline',
        spread: 'reveal, after the first player of the room had it',
      },
      isAboutLatency: false,
      bad: ['not back', 'seats changed', 'questions changed', ...SEEN_DIFFERENTLY, 'refused'],
    },
    users: (numbers) => numbers('players'),
    seconds: gameSeconds,
  },
  {
    name: 'ack-echo',
    about: 'Artillery: messages that the server acknowledges with themselves',
    choices: {
      connections: whole('connections', [1, 5_000]),
      roundTrips: whole('messages on each connection', [1, 1_000_000]),
    },
    setup: { shape: 'single', settings: { ECHO: 'true' } },
    words: { latencies: { echo: 'round trip' }, isAboutLatency: false, bad: [] },
    users: (numbers) => numbers('connections'),
    // At no less than a hundred a second in all.
    seconds: (numbers) => (numbers('connections') * numbers('roundTrips')) / 100,
  },
];

export const artilleryExperiments: Experiment[] = scenarios.map(scenarioExperiment);
