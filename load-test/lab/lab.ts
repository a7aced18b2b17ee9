/** `npm run load`: what the command line asks for, and its exit code. */
import { compareReports } from '../report/compare.js';
import { formatRecord } from '../report/terminal.js';
import { LabError } from '../swarm/command-line.js';
import { readCommand } from './cli.js';
import { EXPERIMENTS } from './experiments.js';
import {
  EXIT_FAULTS,
  EXIT_GOOD,
  EXIT_INTERRUPTED,
  EXIT_UNUSABLE,
  runExperiment,
  ServerDeath,
} from './run.js';

/** Where the command writes; the real streams or a test's. */
export interface Output {
  out: (text: string) => void;
  err: (text: string) => void;
}

export async function runLab(
  argv: readonly string[],
  { out, err }: Output,
  signal: AbortSignal,
  experiments = EXPERIMENTS,
): Promise<number> {
  const progress = (message: string): void => err(`load: ${message}\n`);
  try {
    const command = readCommand(argv, experiments);
    if (command.kind === 'help') {
      out(command.text);
      return EXIT_GOOD;
    }
    if (command.kind === 'compare') {
      const { text, path } = await compareReports(command.a, command.b, command.options);
      out(`${text}\n${path}\n`);
      return EXIT_GOOD;
    }
    const run = { ...command, command: typed(argv) };
    const { record, page } = await runExperiment(run, { signal, progress });
    out(`${formatRecord(record)}\n\n${page}\n`);
    return record.exitCode;
  } catch (error) {
    if (!(error instanceof ServerDeath || error instanceof LabError)) throw error;
    progress(error.message);
    if (signal.aborted) return EXIT_INTERRUPTED;
    return error instanceof ServerDeath ? EXIT_FAULTS : EXIT_UNUSABLE;
  }
}

/** Whether the line runs or compares something; help and mistakes do without Artillery and charts. */
export function needsPackages(argv: readonly string[]): boolean {
  try {
    return readCommand(argv, EXPERIMENTS).kind !== 'help';
  } catch {
    return false;
  }
}

/** As somebody could type it again. */
function typed(argv: readonly string[]): string {
  const words = argv.map((word) =>
    /^[\w./:,=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
  );
  return ['npm run load --', ...words].join(' ');
}
