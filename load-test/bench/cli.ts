/** The command line of the benchmarks. */
import { writeFileSync } from 'node:fs';
import {
  decimal,
  flag,
  helpOf,
  helpRow,
  LabError,
  maybe,
  parseLine,
  readOptions,
  text,
  UsageError,
  whole,
  wholes,
} from '../swarm/command-line.js';
import { coresIfPinned } from '../swarm/worker.js';
import { batch } from './batch.js';
import { claim } from './claim.js';
import { crowd } from './crowd.js';
import {
  describeConditions,
  readConditions,
  BenchFault,
  formatOutcome,
  type Outcome,
  type Piece,
  type PieceOptions,
} from './piece.js';
import { decode, encode } from './encode.js';
import { emotes } from './emotes.js';
import { evening } from './evening.js';
import { fanOut } from './fan-out.js';
import { floor } from './measure-floor.js';
import { journal } from './journal.js';
import { validate } from './validate.js';
import { walking } from './walking.js';

export const EXIT_GOOD = 0;
const EXIT_FAULTS = 1;
export const EXIT_UNUSABLE = 2;

const PIECES: readonly Piece[] = [
  encode,
  decode,
  validate,
  batch,
  crowd,
  emotes,
  claim,
  walking,
  journal,
  evening,
  fanOut,
  floor,
];

const OPTIONS = {
  quick: flag('short runs that only show that everything works'),
  save: maybe(text('FILE', 'keep the figures there, as JSON')),
  rooms: wholes('of the floor', [1, 1_000], '1,6'),
  players: whole('in each of them', [1, 10_000], 200),
  rate: decimal('events a second of each player there', [0.01, 1_000], 2),
  seconds: decimal('length of its measuring window', [0.1, 3_600], 10),
  help: flag('this text'),
};

const USAGE = `Usage: npm run bench [-- piece…] [options]
${PIECES.map(({ name, about }) => helpRow(name, about)).join('\n')}
${helpOf(OPTIONS)}
`;

interface Output {
  out: (text: string) => void;
  err: (text: string) => void;
}

interface Arguments extends Omit<PieceOptions, 'cores' | 'progress'> {
  pieces: readonly Piece[];
  save: string | undefined;
  help: boolean;
}

/** Throws a UsageError. */
export function readArguments(argv: readonly string[]): Arguments {
  const { given, words } = parseLine(argv, OPTIONS, { takesWords: true });
  const options = readOptions(OPTIONS, given);
  const unknown = words.find((word) => !PIECES.some(({ name }) => name === word));
  if (unknown !== undefined) throw new UsageError(`there is no piece "${unknown}"`);
  if (options.quick && options.save !== undefined)
    throw new UsageError('--save keeps figures, and those of --quick mean nothing');
  const named = PIECES.filter(({ name }) => words.includes(name));
  return { ...options, pieces: words.length === 0 ? PIECES : named };
}

/** Resolves with the exit code. */
export async function runCli(argv: readonly string[], { out, err }: Output): Promise<number> {
  try {
    const { pieces, save, help, ...options } = readArguments(argv);
    if (help) {
      out(USAGE);
      return EXIT_GOOD;
    }
    const cores = coresIfPinned();
    const conditions = await readConditions(cores);
    out(`${describeConditions(conditions)}\n`);
    const kept: Record<string, Outcome[]> = {};
    for (const piece of pieces) {
      const progress = (message: string): void => err(`bench: ${piece.name}: ${message}\n`);
      progress('running');
      const outcomes: Outcome[] = await piece.run({ ...options, cores, progress });
      for (const outcome of outcomes) out(`\n${formatOutcome(outcome)}\n`);
      kept[piece.name] = outcomes;
    }
    if (save !== undefined)
      writeFileSync(save, `${JSON.stringify({ conditions, pieces: kept }, null, 2)}\n`);
    return EXIT_GOOD;
  } catch (error) {
    if (error instanceof LabError) {
      err(`bench: ${error.message}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`);
      return EXIT_UNUSABLE;
    }
    if (!(error instanceof BenchFault)) throw error;
    err(`bench: ${error.message}\n`);
    return EXIT_FAULTS;
  }
}
