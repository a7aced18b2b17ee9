/** What the bench command runs: pieces, each with one table or several. */

import { performance } from 'node:perf_hooks';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bench } from 'tinybench';
import { tableOf, type Figure as Column } from '../report/findings.js';
import { formatTable } from '../report/terminal.js';
import { LabError } from '../swarm/command-line.js';
import type { Cores } from '../swarm/worker.js';
import { openFileLimit } from '../swarm/monitor.js';

const SPARE_FILES = 100;

export interface Figure {
  name: string;
  nsPerOp: number;
  /** How far the mean may be off, in percent of it. */
  errorPercent: number;
  /** What goes over the wire, without WebSocket headers. */
  bytes?: number;
  /** Of the server, where the load is paced. */
  cores?: number;
}

export interface Outcome {
  title: string;
  /** What one operation is. */
  operation: string;
  /** The first is the one that the others are compared with. */
  figures: Figure[];
  /** What a reader has to know to judge the figures; may be empty. */
  note: string;
}

export interface PieceOptions {
  /** Short runs that only show that everything works. */
  quick: boolean;
  cores: Cores;
  /** Of the floor. */
  rooms: readonly number[];
  players: number;
  /** Events a second of each player of the floor. */
  rate: number;
  /** Of the floor's measuring window. */
  seconds: number;
  progress: (message: string) => void;
}

export interface Piece {
  name: string;
  /** One line for the help. */
  about: string;
  run(options: PieceOptions): Promise<Outcome[]>;
}

/** Something was lost, so that the figures would mean nothing. */
export class BenchFault extends Error {}

/** Throws a LabError where each of two processes may open fewer sockets than this. */
export function needFiles(sockets: number): void {
  const needed = sockets + SPARE_FILES;
  if ((openFileLimit('self') ?? Infinity) < needed)
    throw new LabError(`${sockets} sockets need more open files: "ulimit -n ${needed}"`);
}

export function formatOutcome({ title, operation, figures, note }: Outcome): string {
  const first = figures[0]?.nsPerOp ?? NaN;
  const columns: Column<Figure>[] = [
    ['', '', ({ name }) => name],
    ['per op', '', ({ nsPerOp }) => formatTime(nsPerOp)],
    ['ops/s', '', ({ nsPerOp }) => Math.round(1e9 / nsPerOp)],
    ['±', '', ({ errorPercent }) => `${errorPercent.toFixed(1)} %`],
    ['ratio', '', ({ nsPerOp }) => (nsPerOp / first).toFixed(2)],
  ];
  if (figures.some(({ bytes }) => bytes !== undefined))
    columns.push(['bytes', '', ({ bytes }) => (bytes === undefined ? '-' : String(bytes))]);
  if (figures.some(({ cores }) => cores !== undefined))
    columns.push(['cores', '', ({ cores }) => cores?.toFixed(3) ?? '-']);
  const table = tableOf(`${title} (one operation is ${operation})`, figures, columns);
  return formatTable(table, false) + (note === '' ? '' : `\n${note}`);
}

/** In ns or µs, with three digits or more. */
export function formatTime(nanoseconds: number): string {
  const [value, unit] = nanoseconds < 1_000 ? [nanoseconds, 'ns'] : [nanoseconds / 1_000, 'µs'];
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}

const TIME_MS = 2_000;
const WARMUP_MS = 500;
const QUICK_TIME_MS = 50;
const QUICK_WARMUP_MS = 10;
/**
 * A sample is as many calls as take this long: garbage collection, which a server pays for, too, is then
 * part of most samples, and what else the machine does is in few of them.
 */
const SAMPLE_MS = 5;

export interface Task {
  name: string;
  run: () => unknown;
  /** Operations in one call of `run`. */
  times?: number;
  bytes?: number;
}

/** Medians over the samples; the error is half the distance between the quartiles. */
export async function measure(tasks: readonly Task[], quick: boolean): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, run, times = 1, bytes } of tasks) {
    const calls = await callsPerSample(run, quick ? QUICK_WARMUP_MS : WARMUP_MS);
    const isAsync = run() instanceof Promise;
    const bench = new Bench({
      time: quick ? QUICK_TIME_MS : TIME_MS,
      warmupTime: 0,
      throws: true,
    });
    bench.add(name, isAsync ? () => callAndWait(run, calls) : () => callOften(run, calls));
    await bench.run();
    const samples = bench.getTask(name)?.result?.samples ?? [];
    const [low, middle, high] = [0.25, 0.5, 0.75].map(
      (share) => samples[Math.floor(samples.length * share)] ?? NaN,
    ) as [number, number, number];
    figures.push({
      name,
      nsPerOp: round((middle * 1e6) / calls / times, 1),
      errorPercent: round(((high - low) / 2 / middle) * 100, 1),
      ...(bytes === undefined ? {} : { bytes }),
    });
  }
  return figures;
}

/** Calls until the code is warm; returns how many calls make a sample. */
async function callsPerSample(run: () => unknown, warmupMs: number): Promise<number> {
  const begin = performance.now();
  let calls = 0;
  for (; performance.now() - begin < warmupMs; calls++) await run();
  return Math.max(1, Math.round((calls / warmupMs) * SAMPLE_MS));
}

function callOften(run: () => unknown, calls: number): void {
  for (let n = 0; n < calls; n++) run();
}

async function callAndWait(run: () => unknown, calls: number): Promise<void> {
  for (let n = 0; n < calls; n++) await run();
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

const LOOK_MS = 500;
/** Other work on the machine beyond this, in cores, shows in the figures. */
const BUSY_CORES = 0.2;

export interface Conditions {
  date: string;
  node: string;
  cpu: string;
  cores: number;
  /** How many of them had other work before the run. */
  busyCores: number;
  /** Load average of the minute before; what was run or built just before counts, too. */
  load: number;
  /** Whether servers and clients had a core each. */
  pinned: boolean;
}

/** Looks at the machine for half a second, in which this process does nothing. */
export async function readConditions(cores: Cores): Promise<Conditions> {
  const before = { idleMs: idleMs(), at: performance.now() };
  await sleep(LOOK_MS);
  const idleCores = (idleMs() - before.idleMs) / (performance.now() - before.at);
  const all = cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    cpu: all[0]?.model.trim() ?? 'unknown CPU',
    cores: all.length,
    busyCores: Number(Math.max(0, all.length - idleCores).toFixed(2)),
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
    pinned: cores.server !== undefined,
  };
}

function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}

export function describeConditions(conditions: Conditions): string {
  const { node, cpu, cores, busyCores, load, pinned } = conditions;
  const lines = [`Node ${node}, ${cpu}, ${cores} cores, ${busyCores} of them busy, load ${load}`];
  if (!pinned)
    lines.push('Not pinned: servers and clients share cores (two cores and taskset are needed).');
  if (busyCores > BUSY_CORES)
    lines.push('THE MACHINE IS BUSY with something else: do not compare these figures.');
  return lines.join('\n');
}
