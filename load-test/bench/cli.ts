/** The command line of the benchmarks. */
import { parseArgs } from 'node:util';
import { batch } from './batch.js';
import { describeConditions, readConditions } from './conditions.js';
import { chooseCores } from './cores.js';
import { decode } from './decode.js';
import { encode } from './encode.js';
import { fanOut } from './fan-out.js';
import { floor } from './floor-piece.js';
import { BenchFault, UnusableError, type Outcome, type Piece, type PieceOptions } from './piece.js';
import { readQuiz } from './read-quiz.js';
import { saveOutcomes } from './results.js';
import { formatOutcome } from './table.js';
import { validate } from './validate.js';

export const EXIT_GOOD = 0;
const EXIT_FAULTS = 1;
export const EXIT_UNUSABLE = 2;

const PIECES: readonly Piece[] = [encode, decode, validate, batch, readQuiz, fanOut, floor];

const USAGE = `Usage: npm run bench [-- piece…] [options]
${PIECES.map(({ name, about }) => `  ${name.padEnd(20)}${about}`).join('\n')}
  --quick             short runs that only show that everything works
  --save              keep the figures in load-test/bench/results
  --rooms N,…         of the floor (1,6)
  --players N         in each of them (200)
  --rate N            events a second of each player there (2)
  --seconds N         length of its measuring window (10)
  --help
`;

interface Output {
  out: (text: string) => void;
  err: (text: string) => void;
}

class UsageError extends UnusableError {}

interface Arguments extends Omit<PieceOptions, 'cores' | 'progress'> {
  pieces: readonly Piece[];
  save: boolean;
  help: boolean;
}

/** Throws a UsageError. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv);
  const { quick, save, help } = values;
  const unknown = positionals.find((word) => !PIECES.some(({ name }) => name === word));
  if (unknown !== undefined) throw new UsageError(`there is no piece "${unknown}"`);
  if (quick && save)
    throw new UsageError('--save keeps figures, and those of --quick mean nothing');
  return {
    pieces:
      positionals.length === 0 ? PIECES : PIECES.filter(({ name }) => positionals.includes(name)),
    quick,
    save,
    help,
    rooms: values.rooms.split(',').map((text) => positive('rooms', text, true)),
    players: positive('players', values.players, true),
    rate: positive('rate', values.rate),
    seconds: positive('seconds', values.seconds),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        save: { type: 'boolean', default: false },
        rooms: { type: 'string', default: '1,6' },
        players: { type: 'string', default: '200' },
        rate: { type: 'string', default: '2' },
        seconds: { type: 'string', default: '10' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function positive(name: string, text: string, whole = false): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(value > 0 && value < Infinity) || (whole && !Number.isInteger(value)))
    throw new UsageError(`--${name} must be a ${whole ? 'whole ' : ''}number above 0`);
  return value;
}

/** `resultsDir` is where --save keeps figures. Resolves with the exit code. */
export async function runCli(
  argv: readonly string[],
  { out, err }: Output,
  resultsDir: string,
): Promise<number> {
  try {
    const { pieces, save, help, ...options } = readArguments(argv);
    if (help) {
      out(USAGE);
      return EXIT_GOOD;
    }
    const cores = chooseCores();
    const conditions = await readConditions(cores);
    out(`${describeConditions(conditions)}\n`);
    for (const piece of pieces) {
      const progress = (message: string): void => err(`bench: ${piece.name}: ${message}\n`);
      progress('running');
      const outcomes: Outcome[] = await piece.run({ ...options, cores, progress });
      for (const outcome of outcomes) out(`\n${formatOutcome(outcome)}\n`);
      if (save) out(`Saved in ${saveOutcomes(resultsDir, piece.name, conditions, outcomes)}\n`);
    }
    return EXIT_GOOD;
  } catch (error) {
    if (error instanceof UnusableError) {
      err(`bench: ${error.message}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`);
      return EXIT_UNUSABLE;
    }
    if (!(error instanceof BenchFault)) throw error;
    err(`bench: ${error.message}\n`);
    return EXIT_FAULTS;
  }
}
