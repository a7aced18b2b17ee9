/** The options of every command here: what they take, how that is read, and what is said of them. */
import { parseArgs } from 'node:util';

/** Throw it for what the user can mend: the message is shown without a stack, and the exit code is 2. */
export class LabError extends Error {}

/** The line that was typed is wrong. */
export class UsageError extends LabError {}

/** Texts as given or defaulted, by option name; a flag is 'true' or absent. */
export type Given = Readonly<Record<string, string | undefined>>;

export interface Option<T = unknown> {
  /** Shown in the help, as `N`, `URL` or `LIST`; a flag has none. */
  value?: string;
  help: string;
  default?: string;
  /** May be given several times, which is the same as once with commas. */
  repeats?: boolean;
  /** Throws a UsageError that names the option. */
  read: (name: string, text: string | undefined) => T;
}

export type Options = Readonly<Record<string, Option>>;

export type Values<O extends Options> = {
  [N in keyof O]: O[N] extends Option<infer T> ? T : never;
};

type Bounds = readonly [min: number, max: number];

function option<T>(
  value: string,
  help: string,
  fallback: string | number | undefined,
  read: Option<T>['read'],
): Option<T> {
  return { value, help, ...(fallback !== undefined && { default: String(fallback) }), read };
}

function readNumber(name: string, text: string | undefined, [min, max]: Bounds, isWhole: boolean) {
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw new UsageError(`--${name} must be ${kind} from ${min} to ${max}, not "${text ?? ''}"`);
}

export function decimal(help: string, bounds: Bounds, fallback?: number): Option<number> {
  return option('N', help, fallback, (name, text) => readNumber(name, text, bounds, false));
}

export function whole(help: string, bounds: Bounds, fallback?: number, value = 'N') {
  return option(value, help, fallback, (name, text) => readNumber(name, text, bounds, true));
}

/** `10,20,30` */
export function wholes(help: string, bounds: Bounds, fallback: string): Option<number[]> {
  return option('LIST', help, fallback, (name, text = '') =>
    text.split(',').map((one) => readNumber(name, one, bounds, true)),
  );
}

export function word<W extends string>(help: string, words: readonly W[], fallback: W): Option<W> {
  return option(words.join('|'), help, fallback, (name, text) => {
    const found = words.find((one) => one === text);
    if (found !== undefined) return found;
    throw new UsageError(`--${name} must be ${words.join(' or ')}, not "${text ?? ''}"`);
  });
}

/** Some of the words, in the order in which they stand here. */
export function someOf<W extends string>(
  help: string,
  words: readonly W[],
  fallback: string | undefined = words.join(','),
): Option<W[]> {
  return option('LIST', help, fallback, (name, text = '') => {
    const given = text.split(',').map((one) => one.trim());
    const unknown = given.find((one) => !words.some((known) => known === one));
    if (unknown === undefined) return words.filter((known) => given.includes(known));
    throw new UsageError(`--${name} takes some of ${words.join(',')}; not "${unknown}"`);
  });
}

/** Of a server. */
export function origin(help: string, fallback?: string): Option<string> {
  return option('URL', help, fallback, (name, text = '') => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url !== undefined && ['http:', 'https:'].includes(url.protocol)) return url.origin;
    throw new UsageError(`--${name} must be an http or https URL, not "${text}"`);
  });
}

export function text(value: string, help: string, fallback = ''): Option<string> {
  return option(value, help, fallback === '' ? undefined : fallback, (_, given = '') => given);
}

export function flag(help: string): Option<boolean> {
  return { help, read: (_, given) => given !== undefined };
}

/** Undefined where it is not given. */
export function maybe<T>({ default: _, ...one }: Option<T>): Option<T | undefined> {
  return {
    ...one,
    read: (name, given) => (given === undefined ? undefined : one.read(name, given)),
  };
}

/** Throws a UsageError with the first sentence of what is wrong with the line. */
export function parseLine(
  args: readonly string[],
  options: Options,
  { takesWords = false } = {},
): { given: Given; words: string[] } {
  const config = Object.entries(options).map(([name, { value, repeats = false }]) => {
    const type = value === undefined ? 'boolean' : 'string';
    return [name, { type, multiple: repeats }] as const;
  });
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      options: Object.fromEntries(config),
      allowPositionals: takesWords,
    });
  } catch (error) {
    // The others are about positional arguments.
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(sentence);
  }
  const defaults = Object.entries(options).map(([name, one]) => [name, one.default]);
  const given = Object.entries(parsed.values).map(([name, value]) => [name, String(value)]);
  return { given: Object.fromEntries([...defaults, ...given]) as Given, words: parsed.positionals };
}

export function readOptions<O extends Options>(options: O, given: Given): Values<O> {
  const values = Object.entries(options).map(([name, one]) => [name, one.read(name, given[name])]);
  return Object.fromEntries(values) as Values<O>;
}

const NAME_WIDTH = 22;

export function helpRow(head: string, help: string): string {
  return `  ${head.padEnd(NAME_WIDTH)}  ${help}`;
}

/** A line for each option. */
export function helpOf(options: Options): string {
  return Object.entries(options)
    .map(([name, { value, help, default: fallback }]) => {
      const head = value === undefined ? `--${name}` : `--${name} ${value}`;
      return helpRow(head, fallback === undefined ? help : `${help} (${fallback})`);
    })
    .join('\n');
}
