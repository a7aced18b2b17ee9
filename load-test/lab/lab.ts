/** `npm run load`: the experiments, what the command line asks for, the course of one run, and its exit code. */

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { artilleryExperiments } from '../artillery/experiments.js';
import { echoExperiment } from '../echo/experiment.js';
import { bigExperiment } from './big.js';
import { capacityExperiment } from './capacity.js';
import { costExperiment } from './cost.js';
import type { Experiment, Context } from '../rig/experiment.js';
import { phoneExperiment, projectorExperiment } from './pages.js';
import { picturesExperiment } from './pictures.js';
import { revealsExperiment } from './reveals.js';
import { soakExperiment } from './soak.js';
import { stagesExperiment } from './stages.js';
import { sweepExperiment } from './sweep.js';
import { writtenExperiment } from './written.js';
import {
  helpOf,
  helpRow,
  LabError,
  parseLine,
  text,
  type Given,
  type Options,
} from '../swarm/command-line.js';
import { describeMachine, describeVersions } from '../report/machine.js';
import { PROJECT_ROOT, chooseCores, moveTo, type Cores } from '../swarm/worker.js';
import type { Facts, RunRecord } from '../report/run-record.js';
import { writeReport } from '../report/page.js';
import { rigEvents } from '../rig/rig.js';
import { compareReports } from '../report/compare.js';
import { formatRecord } from '../report/terminal.js';

const EXPERIMENTS: readonly Experiment[] = [
  stagesExperiment,
  capacityExperiment,
  sweepExperiment,
  costExperiment,
  revealsExperiment,
  picturesExperiment,
  writtenExperiment,
  bigExperiment,
  soakExperiment,
  projectorExperiment,
  phoneExperiment,
  ...artilleryExperiments,
  echoExperiment,
];

/** Of every experiment; read by whoever they concern. */
const COMMON_OPTIONS: Options = {
  target: text('URL', 'load this server instead of starting one'),
  out: text('DIR', 'where the report goes (load-test/reports/<time>-<experiment>)'),
  pin: text('auto|off', 'keep server and players on a core each', 'auto'),
  'core-server': text('N', 'core of everything that is loaded (the first)'),
  'core-swarm': text('N', 'core of the players (the second)'),
};
const COMPARE_OPTIONS: Options = { out: text('DIR', 'where compare.html goes (B)') };

export type Command =
  | { kind: 'help'; text: string }
  | { kind: 'compare'; a: string; b: string; options: Given }
  | { kind: 'run'; experiment: Experiment; options: Given };

/** Throws a LabError that says what is wrong with the line. */
function readCommand(argv: readonly string[], experiments: readonly Experiment[]): Command {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help')
    return { kind: 'help', text: generalHelp(experiments) };
  if (name === 'compare') {
    const { given, words } = parse(rest, COMPARE_OPTIONS);
    const [a, b, ...more] = words;
    if (a === undefined || b === undefined || more.length > 0)
      throw new LabError('compare takes two reports: npm run load -- compare A B');
    return { kind: 'compare', a, b, options: given };
  }
  const experiment = experiments.find((one) => one.name === name);
  if (experiment === undefined) {
    const names = experiments.map((one) => one.name).join(', ');
    throw new LabError(`There is no experiment "${name}": ${names}, or compare`);
  }
  if (rest.includes('--help')) return { kind: 'help', text: experimentHelp(experiment) };
  const { given, words } = parse(rest, { ...COMMON_OPTIONS, ...experiment.options });
  if (words.length > 0)
    throw new LabError(`${name} takes no "${words[0] ?? ''}"; options begin with --`);
  if (experiment.startsItsServers && given['target'] !== undefined)
    throw new LabError(`${name} starts servers of its own and takes no --target`);
  return { kind: 'run', experiment, options: given };
}

function parse(args: readonly string[], options: Options): ReturnType<typeof parseLine> {
  try {
    return parseLine(args, options, { takesWords: true });
  } catch (error) {
    throw new LabError(`${(error as Error).message}; npm run load -- --help`);
  }
}

function generalHelp(experiments: readonly Experiment[]): string {
  return `Usage: npm run load -- <experiment> [options]

${experiments.map(({ name, about }) => helpRow(name, about)).join('\n')}
${helpRow('compare A B', 'hold one report against another')}

Options of every experiment; those of one: npm run load -- <experiment> --help
${helpOf(COMMON_OPTIONS)}
`;
}

function experimentHelp({ name, about, options, startsItsServers }: Experiment): string {
  const { target: _, ...withoutTarget } = COMMON_OPTIONS;
  const common = startsItsServers ? withoutTarget : COMMON_OPTIONS;
  return `Usage: npm run load -- ${name} [options]

  ${about}

${helpOf({ ...common, ...options })}
`;
}

const EXIT_GOOD = 0;
const EXIT_FAULTS = 1;
const EXIT_UNUSABLE = 2;
/** As shells tell a program that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130;

export interface Run {
  experiment: Experiment;
  options: Context['options'];
  /** As typed. */
  command: string;
}

interface Control {
  /** Ctrl-C. */
  signal: AbortSignal;
  progress: (message: string) => void;
}

/** Resolves with the record and where its page lies. Rejects with a LabError, or what went wrong. */
async function runExperiment(
  { experiment, options, command }: Run,
  { signal, progress }: Control,
): Promise<{ record: RunRecord; page: string }> {
  const cores = chooseCores({
    pin: options['pin'],
    server: options['core-server'],
    swarm: options['core-swarm'],
  });
  const startedAt = new Date();
  const dir = folderOf(options['out'], experiment.name, startedAt);
  // Before this process moves to its core: the machine has more than that one.
  const [machine, versions] = await Promise.all([describeMachine(), describeVersions()]);
  if (cores.swarm !== undefined) moveTo(cores.swarm);

  const watch = watchRigs(progress);
  const began = performance.now();
  const ending = AbortSignal.any([signal, watch.died]);
  try {
    const { server: serverCore, swarm: swarmCore } = cores;
    const context = { options, serverCore, swarmCore, signal: ending, progress };
    const findings = await experiment.run(context);
    findings.faults.push(...watch.deaths);
    const record: RunRecord = {
      experiment: experiment.name,
      command,
      startedAt: startedAt.toISOString(),
      seconds: Math.round((performance.now() - began) / 100) / 10,
      interrupted: ending.aborted,
      exitCode: exitCodeOf(findings.faults, watch.deaths, signal.aborted),
      machine,
      versions,
      settings: { ...settingsOf(options, cores), ...joined(watch.described) },
      findings,
    };
    return { record, page: await writeReport(record, dir) };
  } catch (error) {
    // What follows from the end of a server is not the news.
    if (watch.deaths.length > 0) throw new ServerDeath(watch.deaths.join('\n'));
    throw error;
  } finally {
    watch.stop();
  }
}

/** A server of ours ended in the middle, so there is nothing to tell but that. */
class ServerDeath extends Error {}

function exitCodeOf(faults: readonly string[], deaths: readonly string[], interrupted: boolean) {
  if (deaths.length > 0) return EXIT_FAULTS;
  if (interrupted) return EXIT_INTERRUPTED;
  return faults.length > 0 ? EXIT_FAULTS : EXIT_GOOD;
}

function folderOf(out: string | undefined, name: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  if (out === undefined) return join(PROJECT_ROOT, 'load-test/reports', `${time}-${name}`);
  const dir = resolve(out);
  try {
    // Early, so that nothing is measured that cannot be written.
    mkdirSync(dir, { recursive: true });
    return dir;
  } catch (error) {
    throw new LabError(`--out: ${(error as Error).message}`);
  }
}

function watchRigs(progress: Control['progress']) {
  const deaths: string[] = [];
  const described: Facts[] = [];
  const end = new AbortController();
  const onReady = (describe: Facts): void => void described.push(describe);
  const onDeath = (message: string): void => {
    progress(message);
    deaths.push(message);
    end.abort();
  };
  rigEvents.on('ready', onReady).on('death', onDeath);
  const stop = (): void => void rigEvents.off('ready', onReady).off('death', onDeath);
  return { deaths, described, died: end.signal, stop };
}

function settingsOf(options: Context['options'], cores: Cores): Facts {
  const own = Object.entries(options).filter(
    ([name, text]) => text !== undefined && !(name in COMMON_OPTIONS),
  );
  return { ...Object.fromEntries(own), 'players’ core': cores.swarm ?? 'any' };
}

/** What differed between the rigs of a run stands side by side. */
function joined(described: readonly Facts[]): Facts {
  const names = new Set(described.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = new Set(described.flatMap((one) => one[name] ?? []));
      const [only] = values;
      return [name, values.size === 1 && only !== undefined ? only : [...values].join(', ')];
    }),
  );
}

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
