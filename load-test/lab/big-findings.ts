/** What `big` shows of one room of thousands. */
import { round, type Summary } from '../swarm/histogram.js';
import type { Marking } from '../swarm/mark-sheet.js';
import * as figures from './figures.js';
import type { Cell, Findings, Table } from './findings.js';
import type { LoopSample } from './loop-delay.js';
import type { MemorySeries } from './memory.js';
import type { Moment } from './moments.js';
import { isNear } from './reveals.js';
import { grownTooMuch, growthOf } from './soak.js';
import { metricsOf, seriesOf, tableOf } from './tables.js';

/** Everybody walks about. */
export interface Walked extends figures.Ran {
  samples: readonly LoopSample[];
  /** Of each part, in a long run. */
  memory: readonly MemorySeries[];
}

export interface Game extends figures.Ran {
  samples: readonly LoopSample[];
  moments: readonly Moment[];
  questions: number;
}

export interface BigRun {
  walked: Walked;
  game?: Game;
  /** Cores before and after. */
  floors: readonly number[];
}

export interface BigSetup {
  players: number;
  /** Between two frames to everybody, in ms. */
  flushMs: number;
  /** Without nginx and a floor. */
  direct: boolean;
  /** Of floors that could not be measured. */
  faults: readonly string[];
}

type Target = readonly [what: string, value: number | null, most: number, unit: string];

/** A server that sends less than this share of what it should has not done the work that it is charged for. */
const SENT = 0.9;

export function describeBig(run: BigRun, setup: BigSetup): Findings {
  const { walked, game } = run;
  const targets = setup.direct ? directTargets(run) : targetsOf(run);
  const ran = [walked, ...(game === undefined ? [] : [game])];
  return {
    metrics: metricsOf(
      [run],
      [
        ['CPU / floor', 'count', ratioOf],
        ['CPU', 'cores', () => figures.cores(walked)],
        ['moves p50', 'ms', () => figures.latency('moves', 'p50')(walked)],
        ['moves p95', 'ms', () => figures.latency('moves', 'p95')(walked)],
        ['moves p99', 'ms', () => figures.latency('moves', 'p99')(walked)],
        ['chat p95', 'ms', () => figures.latency('chat', 'p95')(walked)],
        ['frames per client', '/s', () => figures.framesEach(walked)],
        ['bytes per client', 'B/s', () => figures.bytesEach(walked)],
        ['event loop late, max', 'ms', () => latest(walked.samples)],
        ['reveals: event loop late, median', 'ms', () => lateAtReveals(run)],
        ['reveals: told to all after the deadline, max', 'ms', () => slowestReveal(run)],
        ['joins p95', 'ms', () => nearP95(run)],
        ['bytes while all joined', 'MB', () => joinMegabytes(run)],
      ],
    ),
    tables: [
      tableOf<Target>('Targets', targets, [
        ['', '', ([what]) => what],
        ['measured', '', ([, value]) => value],
        ['at most', '', ([, , most]) => most],
        ['unit', '', ([, , , unit]) => unit],
        ['', '', ([, value, most]) => verdictOf(value, most)],
      ]),
      latencyTable(walked, game),
      tableOf<figures.Ran>('What each player gets', ran, [
        ['', '', nameOf],
        ['frames', '/s', figures.framesEach],
        ['kB/s', '', (one) => round(figures.bytesEach(one) / 1000)],
        ['kB/s at most', '', ({ result }) => round(result.perClient.wireBytes.max / 1000)],
        ['frames with all near, each observer', '/s', fillsEach],
      ]),
      tableOf<figures.Ran>('What was told', ran, [
        ['', '', nameOf],
        ['moves judged', '', ({ result }) => result.moves.judged],
        ['lost', '', ({ result }) => result.moves.lost],
        ['superseded', '', ({ result }) => result.moves.folded + result.moves.skipped],
        ['messages sent', '', ({ result }) => result.chat.asked],
        ['taken', '', ({ result }) => result.chat.accepted],
        ['refused', '', ({ result }) => result.chat.refused],
        ['lost or doubled', '', ({ result: { chat } }) => chat.lost + chat.duplicates],
        ['people named', '', ({ result }) => result.crowd?.named],
        ['counts of the crowd', '', ({ result }) => result.crowd?.counts],
      ]),
      tableOf<figures.Ran>('CPU by part', ran, [
        ['', '', nameOf],
        ['all parts', 'cores', figures.cores],
        ...figures.partCores(ran).map(([part, read]) => [part, 'cores', read] as const),
        ['the players’ own', 'cores', figures.swarmCores],
      ]),
      joinsTable(ran),
      ...(game === undefined ? [] : [revealsTable(game)]),
      ...(walked.memory.length === 0 ? [] : [memoryTable(walked.memory)]),
    ],
    charts: [
      {
        title: 'Event loops, late at most',
        note: 'While all walk about, and after the last of it the game.',
        kind: 'line',
        x: {
          label: 'time',
          unit: 's',
          values: samplesOf(run).map((_, second) => second + 1),
        },
        y: { label: 'late', unit: 'ms' },
        series: seriesOf(
          samplesOf(run),
          (walked.samples[0]?.delays ?? []).map(
            (_, index) => [`madang ${index + 1}`, ({ delays }) => delays[index]?.max] as const,
          ),
        ),
      },
    ],
    faults: [
      ...ran.flatMap((one) =>
        figures.problemsOf(one.result).map((fault) => `${nameOf(one)}: ${fault}`),
      ),
      ...(setup.direct ? [] : behind(walked, setup.flushMs)),
      ...missingReveals(game),
      ...grownTooMuch(walked.memory),
      ...setup.faults,
    ],
    notes: [
      'Latencies of moves are to observers who had the mover within three by three cells when it moved: from the ' +
        'moment before it is sent until the observer has read it. A move that another one of the same player ' +
        'supersedes before it is told is counted as superseded.',
      ...(setup.direct ? behind(walked, setup.flushMs) : []),
      ...(setup.direct
        ? []
        : [
            'The floor is one process with bare WebSockets, no proxy and no store, that reads the same events and ' +
              `sends each player one prepared frame of 350 bytes every ${setup.flushMs} ms. It is measured ` +
              'before and after.',
          ]),
      'A target that is missed fails no run.',
    ],
    raw: { ...run, setup },
  };

  function nameOf(one: figures.Ran): string {
    return one === game ? 'game' : 'walking';
  }
}

/** Null where nobody told. */
function latest(samples: readonly LoopSample[]): number | null {
  return most(samples.flatMap(({ delays }) => delays.flatMap((delay) => delay?.max ?? [])));
}

function most(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** The longest delay of any process around each reveal; of these the median. */
function lateAtReveals({ game }: BigRun): number | null {
  const reveals = game?.moments.filter(({ kind }) => kind === 'reveal') ?? [];
  return median(
    reveals.flatMap(
      (moment) => latest(game?.samples.filter((one) => isNear(one, moment)) ?? []) ?? [],
    ),
  );
}

function markingsOf({ result }: figures.Ran): readonly Marking[] {
  return result.crowd?.markings ?? [];
}

/** Until the last player of the slowest reveal had been told. */
function slowestReveal({ game }: BigRun): number | null {
  const told =
    game === undefined ? [] : markingsOf(game).filter(({ afterMs }) => afterMs.count > 0);
  return most(told.map(({ afterMs }) => afterMs.max));
}

function nearP95({ walked: { result } }: BigRun): number | null {
  const near = result.crowd?.nearMs;
  return near === undefined || near.count === 0 ? null : near.p95;
}

function joinMegabytes({ walked: { result } }: BigRun): number {
  return round(result.joins.bytes / 1e6);
}

export function ratioOf({ walked, floors }: BigRun): number | null {
  const cores = figures.cores(walked);
  const floor = floors.reduce((sum, one) => sum + one, 0) / floors.length;
  return cores === null || !(floor > 0) ? null : round(cores / floor);
}

function targetsOf(run: BigRun): Target[] {
  const { walked } = run;
  return [
    ['move p95', figures.latency('moves', 'p95')(walked), 160, 'ms'],
    ['move p99', figures.latency('moves', 'p99')(walked), 220, 'ms'],
    ['chat p95', figures.latency('chat', 'p95')(walked), 250, 'ms'],
    ['to each player', round(figures.bytesEach(walked) / 1000), 7, 'kB/s'],
    ['CPU of all parts', ratioOf(run), 3.3, '× floor'],
    ['event loop late, max', latest(walked.samples), 50, 'ms'],
    ['event loop late at reveals, median', lateAtReveals(run), 50, 'ms'],
    ['reveal at everybody after the deadline, max', slowestReveal(run), 150, 'ms'],
    ['join until those near are told, p95', nearP95(run), 500, 'ms'],
    ['sent while all joined', joinMegabytes(run), 25, 'MB'],
  ];
}

function directTargets({ walked }: BigRun): Target[] {
  return [
    ['move p95', figures.latency('moves', 'p95')(walked), 500, 'ms'],
    ['lost', figures.lost(walked), 0, ''],
  ];
}

function verdictOf(value: number | null, most: number): string {
  if (value === null) return 'not measured';
  return value <= most ? 'met' : 'MISSED';
}

const RANKS = ['p50', 'p95', 'p99', 'max', 'mean'] as const;

function latencyTable(walked: Walked, game: Game | undefined): Table {
  const rows: [string, Summary][] = [
    ['move', walked.result.moves.ms],
    ['chat', walked.result.chat.ms],
  ];
  if (game !== undefined)
    rows.push(
      ['move, in the game', game.result.moves.ms],
      ['chat, in the game', game.result.chat.ms],
    );
  return tableOf('Latency', rows, [
    ['', '', ([what]) => what],
    ...RANKS.map((rank) => [rank, 'ms', ([, ms]: [string, Summary]): Cell => ms[rank]] as const),
    ['samples', '', ([, { count }]) => count],
  ]);
}

function joinsTable(ran: readonly figures.Ran[]): Table {
  return tableOf(
    'Joins',
    ran,
    [
      ['joined', '', ({ result }) => result.joins.joined],
      ['to the own seat p50', 'ms', ({ result }) => result.joins.ms.p50],
      ['p95', 'ms', ({ result }) => result.joins.ms.p95],
      ['to those near p50', 'ms', ({ result }) => result.crowd?.nearMs.p50],
      ['p95', 'ms', ({ result }) => result.crowd?.nearMs.p95],
      ['max', 'ms', ({ result }) => result.crowd?.nearMs.max],
      ['MB to all meanwhile', '', ({ result }) => round(result.joins.bytes / 1e6)],
    ],
    '100 a second; nobody moves meanwhile.',
  );
}

function revealsTable(game: Game): Table {
  return tableOf(
    'Marks',
    markingsOf(game),
    [
      ['', '', ({ kind }) => (kind === 'end' ? 'end of the game' : 'reveal')],
      ['half of all told after', 'ms', ({ afterMs }) => (afterMs.count === 0 ? null : afterMs.p50)],
      ['all', 'ms', ({ afterMs }) => (afterMs.count === 0 ? null : afterMs.max)],
      ['own marks', '', ({ marked }) => marked],
      ['missing', '', ({ missing }) => missing],
      ['wrong', '', ({ wrong }) => wrong],
    ],
    'After the deadline, by the clock of this machine. A mark is wrong unless score, rank and gain follow from ' +
      'who was right, and that from where each stood.',
  );
}

function memoryTable(memory: readonly MemorySeries[]): Table {
  return tableOf('Memory', memory, [
    ['part', '', ({ part }) => part],
    ['start', 'MB', ({ mb }) => round(mb[0] ?? 0, 1)],
    ['at most', 'MB', ({ mb }) => round(Math.max(0, ...mb), 1)],
    ['end', 'MB', ({ mb }) => round(mb.at(-1) ?? 0, 1)],
    ['growth', 'MB', growthOf],
  ]);
}

function fillsEach({ result: { crowd, options, windowSeconds } }: figures.Ran): number | null {
  if (crowd === null || windowSeconds === 0) return null;
  return round(crowd.fills / options.observers / (windowSeconds + options.warmupSeconds));
}

function samplesOf({ walked, game }: BigRun): LoopSample[] {
  return [...walked.samples, ...(game?.samples ?? [])];
}

function behind({ result }: Walked, flushMs: number): string[] {
  const wanted = 1000 / flushMs;
  const { mean } = result.perClient.frames;
  if (mean >= SENT * wanted) return [];
  return [
    `each player got ${mean} frames a second, not ${round(wanted, 1)}: the server, or its core, was too busy`,
  ];
}

/** A run that was cut short has seen a part of its game. */
function missingReveals(game: Game | undefined): string[] {
  if (game?.result.ended !== 'complete') return [];
  const count = markingsOf(game).filter(({ kind }) => kind === 'reveal').length;
  return count === game.questions ? [] : [`${count} reveals were told, not ${game.questions}`];
}
