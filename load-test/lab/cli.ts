/** The command line of the load laboratory. */
import { parseArgs } from 'node:util';
import { LabError, type Experiment, type OptionSpec } from './experiment.js';

/** Of every experiment. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  target: { value: 'URL', help: 'load this server instead of starting one' },
  out: { value: 'DIR', help: 'where the report goes (load-test/reports/<time>-<experiment>)' },
  pin: { value: 'auto|off', help: 'keep server and players on a core each', default: 'auto' },
  'core-server': { value: 'N', help: 'core of everything that is loaded (the first)' },
  'core-swarm': { value: 'N', help: 'core of the players (the second)' },
};
const COMPARE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  out: { value: 'DIR', help: 'where compare.html goes (B)' },
};
const NAME_WIDTH = 24;

type Options = Record<string, string | undefined>;

export type Command =
  | { kind: 'help'; text: string }
  | { kind: 'compare'; a: string; b: string; options: Options }
  | { kind: 'run'; experiment: Experiment; options: Options };

/** Throws a LabError that says what is wrong with the line. */
export function readCommand(argv: readonly string[], experiments: readonly Experiment[]): Command {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help')
    return { kind: 'help', text: generalHelp(experiments) };
  if (name === 'compare') {
    const { options, positionals } = parse(rest, COMPARE_OPTIONS);
    const [a, b, ...more] = positionals;
    if (a === undefined || b === undefined || more.length > 0)
      throw new LabError('compare takes two reports: npm run load -- compare A B');
    return { kind: 'compare', a, b, options };
  }
  const experiment = experiments.find((one) => one.name === name);
  if (experiment === undefined) {
    const names = experiments.map((one) => one.name).join(', ');
    throw new LabError(`There is no experiment "${name}": ${names}, or compare`);
  }
  if (rest.includes('--help')) return { kind: 'help', text: experimentHelp(experiment) };
  const { options, positionals } = parse(rest, { ...COMMON_OPTIONS, ...experiment.options });
  if (positionals.length > 0)
    throw new LabError(`${name} takes no "${positionals[0] ?? ''}"; options begin with --`);
  if (experiment.startsItsServers && options['target'] !== undefined)
    throw new LabError(`${name} starts servers of its own and takes no --target`);
  return { kind: 'run', experiment, options };
}

function parse(
  args: readonly string[],
  specs: Readonly<Record<string, OptionSpec>>,
): { options: Options; positionals: string[] } {
  const config = Object.entries(specs).map(([name, { value }]) => {
    const type = value === undefined ? 'boolean' : 'string';
    return [name, { type }] as const;
  });
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      options: Object.fromEntries(config),
      allowPositionals: true,
    });
  } catch (error) {
    // The first sentence says it; the others are about positional arguments.
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    throw new LabError(`${sentence}; npm run load -- --help`);
  }
  const defaults = Object.entries(specs).map(([name, spec]) => [name, spec.default]);
  const given = Object.entries(parsed.values).map(([name, value]) => [name, String(value)]);
  const options = Object.fromEntries([...defaults, ...given]) as Options;
  return { options, positionals: parsed.positionals };
}

function generalHelp(experiments: readonly Experiment[]): string {
  return `Usage: npm run load -- <experiment> [options]

${experiments.map(({ name, about }) => row(name, about)).join('\n')}
${row('compare A B', 'hold one report against another')}

Options of every experiment; those of one: npm run load -- <experiment> --help
${optionRows(COMMON_OPTIONS)}
`;
}

function experimentHelp({ name, about, options, startsItsServers }: Experiment): string {
  const { target: _, ...withoutTarget } = COMMON_OPTIONS;
  const common = startsItsServers ? withoutTarget : COMMON_OPTIONS;
  return `Usage: npm run load -- ${name} [options]

  ${about}

${optionRows({ ...common, ...options })}
`;
}

function optionRows(specs: Readonly<Record<string, OptionSpec>>): string {
  return Object.entries(specs)
    .map(([name, { value, help, default: fallback }]) => {
      const head = value === undefined ? `--${name}` : `--${name} ${value}`;
      return row(head, fallback === undefined ? help : `${help} (${fallback})`);
    })
    .join('\n');
}

function row(head: string, text: string): string {
  return `  ${head.padEnd(NAME_WIDTH)}${text}`;
}
