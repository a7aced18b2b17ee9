/** What the bench command runs: pieces, each with one table or several. */
import { tableOf, type Figure as Column } from '../report/findings.js';
import { formatTable } from '../report/terminal.js';
import { LabError } from '../swarm/command-line.js';
import type { Cores } from '../swarm/cores.js';
import { openFileLimit } from '../swarm/proc.js';

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
