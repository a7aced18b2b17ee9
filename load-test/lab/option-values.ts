/** Reads the options of an experiment; each throws a LabError that names the option. */
import type { Networks } from '../swarm/options.js';
import { LabError, type Context, type OptionSpec } from './experiment.js';

type Options = Context['options'];

/** nginx (`ip_hash`) sends a network to one process. */
export const NETWORKS_OPTION: OptionSpec = {
  value: 'player|room',
  help: 'who has a network of its own: each player, or each room, as in a Wi-Fi',
  default: 'player',
};

export function networksOf(options: Options): Networks {
  return wordOf(options, 'networks', ['player', 'room']);
}

interface Range {
  min: number;
  max: number;
  whole?: boolean;
}

function toNumber(name: string, text: string | undefined, { min, max, whole }: Range): number {
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
  const kind = whole ? 'a whole number' : 'a number';
  throw new LabError(`--${name} must be ${kind} from ${min} to ${max}, not "${text ?? ''}"`);
}

export function numberOf(options: Options, name: string, range: Range): number {
  return toNumber(name, options[name], range);
}

/** `10,20,30` */
export function numbersOf(options: Options, name: string, range: Range): number[] {
  return (options[name] ?? '').split(',').map((text) => toNumber(name, text, range));
}

export function wordOf<W extends string>(options: Options, name: string, words: readonly W[]): W {
  const word = words.find((one) => one === options[name]);
  if (word !== undefined) return word;
  throw new LabError(`--${name} must be ${words.join(' or ')}, not "${options[name] ?? ''}"`);
}
