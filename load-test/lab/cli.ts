/** The command line of the load laboratory. */
import {
  helpOf,
  helpRow,
  LabError,
  parseLine,
  text,
  type Given,
  type Options,
} from '../swarm/command-line.js';
import type { Experiment } from '../rig/experiment.js';

/** Of every experiment; read by whoever they concern. */
export const COMMON_OPTIONS: Options = {
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
export function readCommand(argv: readonly string[], experiments: readonly Experiment[]): Command {
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
