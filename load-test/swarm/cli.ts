/** The command line of the swarm. */
import { parseArgs } from 'node:util';
import type { Format } from '../../src/protocol/events.js';
import { PIN_PATTERN } from '../../src/protocol/limits.js';
import {
  DEFAULT_OPTIONS,
  NETWORKS,
  TargetError,
  type Networks,
  type SwarmOptions,
} from './options.js';
import { openFileLimit } from './proc.js';
import { formatReport } from './report.js';
import { runSwarm } from './swarm.js';

export const EXIT_GOOD = 0;
export const EXIT_FAULTS = 1;
export const EXIT_UNUSABLE = 2;

const USAGE = `Usage: npm run swarm -- [options]
  --target URL          server (${DEFAULT_OPTIONS.target})
  --rooms N             rooms to open (${DEFAULT_OPTIONS.rooms})
  --players N           players per room (${DEFAULT_OPTIONS.players})
  --rate N              events per second and player (${DEFAULT_OPTIONS.rate})
  --seconds N           measuring window (${DEFAULT_OPTIONS.seconds})
  --chat-share N        share of chat among the events, 0..1 (${DEFAULT_OPTIONS.chatShare})
  --join-seconds N      spread of the joins (20 joins/s, at most 20 s)
  --warmup N            seconds of traffic before the window (${DEFAULT_OPTIONS.warmupSeconds})
  --observers N         players per room who read every frame (${DEFAULT_OPTIONS.observers})
  --lost-after N        seconds after which an event is lost (${DEFAULT_OPTIONS.lostAfterSeconds})
  --server-pid PID,...  processes to measure (those that listen at a local target)
  --pin PIN             join this room instead of opening rooms
  --walk                walk instead of jumping
  --answer              walk to the zone of a random choice at every question; without
                        --pin, start a game as well
  --names               give every player a name
  --check-rosters       every player keeps the roster, not only the observers
  --no-probe            do not ping the server to see how long it stands still
  --format F            json or compact frames (${DEFAULT_OPTIONS.format})
  --networks N          claim a network for each player, or one for each room, by
                        X-Forwarded-For (${DEFAULT_OPTIONS.networks}; player, room)
  --json-only           print nothing but the JSON line
  --help
`;

/** Sockets that are not players': standard streams, epoll, /proc files. */
const SPARE_FILES = 64;
/** What the server allows a connection in the long run (R10.2). */
const COMMANDS_PER_SECOND = 30;
const CHATS_PER_SECOND = 2;

class UsageError extends Error {}

export interface Cli {
  options: SwarmOptions;
  jsonOnly: boolean;
  help: boolean;
}

/** Throws a UsageError that names the option. */
export function readArguments(argv: readonly string[]): Cli {
  const { values } = parse(argv);
  const number = (name: string, fallback: number, min: number, max: number, whole = false) => {
    const text = values[name as keyof typeof values];
    if (text === undefined) return fallback;
    const value = Number(text);
    if (text === '' || !(value >= min && value <= max) || (whole && !Number.isInteger(value)))
      throw new UsageError(
        `--${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not "${String(text)}"`,
      );
    return value;
  };
  const { pin } = values;
  if (pin !== undefined && !PIN_PATTERN.test(pin))
    throw new UsageError(`--pin must have six digits, not "${pin}"`);
  const defaults = DEFAULT_OPTIONS;
  const options: SwarmOptions = {
    target: readTarget(values.target ?? defaults.target),
    rooms: number('rooms', defaults.rooms, 1, 10_000, true),
    players: number('players', defaults.players, 1, 65_535, true),
    rate: number('rate', defaults.rate, 0.01, 1000),
    seconds: number('seconds', defaults.seconds, 0.1, 86_400),
    chatShare: number('chat-share', defaults.chatShare, 0, 1),
    joinSeconds:
      values['join-seconds'] === undefined ? undefined : number('join-seconds', 0, 0, 3600),
    warmupSeconds: number('warmup', defaults.warmupSeconds, 0, 3600),
    observers: number('observers', defaults.observers, 0, 65_535, true),
    lostAfterSeconds: number('lost-after', defaults.lostAfterSeconds, 0.1, 600),
    serverParts: [],
    serverPids: (values['server-pid'] ?? []).flatMap((list) => list.split(',')).map(readPid),
    pin,
    walk: values.walk ?? false,
    answer: values.answer ?? false,
    quiz: undefined,
    names: values.names ?? false,
    checkRosters: values['check-rosters'] ?? false,
    probe: !(values['no-probe'] ?? false),
    format: readFormat(values.format ?? defaults.format),
    networks: readNetworks(values.networks ?? defaults.networks),
  };
  if (pin !== undefined && options.rooms !== 1)
    throw new UsageError('--pin names one room, so --rooms must be 1');
  return { options, jsonOnly: values['json-only'] ?? false, help: values.help ?? false };
}

function parse(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: {
        target: text,
        rooms: text,
        players: text,
        rate: text,
        seconds: text,
        'chat-share': text,
        'join-seconds': text,
        warmup: text,
        observers: text,
        'lost-after': text,
        'server-pid': { type: 'string', multiple: true },
        pin: text,
        walk: flag,
        answer: flag,
        names: flag,
        'check-rosters': flag,
        'no-probe': flag,
        format: text,
        networks: text,
        'json-only': flag,
        help: flag,
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readTarget(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`--target must be an http or https URL, not "${text}"`);
  return url.origin;
}

function readFormat(text: string): Format {
  if (text === 'json' || text === 'compact') return text;
  throw new UsageError(`--format must be json or compact, not "${text}"`);
}

function readNetworks(text: string): Networks {
  const networks = NETWORKS.find((one) => one === text);
  if (networks !== undefined) return networks;
  throw new UsageError(`--networks must be ${NETWORKS.join(' or ')}, not "${text}"`);
}

function readPid(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--server-pid must be a pid, not "${text}"`);
  return Number(text);
}

/** Where the command writes; the real streams or a test's. */
export interface Output {
  out: (text: string) => void;
  err: (text: string) => void;
}

/** Runs the command and returns its exit code. */
export async function runCli(
  argv: readonly string[],
  { out, err }: Output,
  signal?: AbortSignal,
): Promise<number> {
  try {
    const { options, jsonOnly, help } = readArguments(argv);
    if (help) {
      out(USAGE);
      return EXIT_GOOD;
    }
    checkFiles(options);
    for (const warning of warnings(options)) err(`swarm: ${warning}\n`);
    const result = await runSwarm(options, {
      ...(signal === undefined ? {} : { signal }),
      ...(jsonOnly ? {} : { onProgress: (message) => err(`swarm: ${message}\n`) }),
    });
    if (result.swarmSaturated)
      err(
        'swarm: saturated; these figures tell of the swarm or of a busy machine, not of the server\n',
      );
    if (result.ended === 'server lost') err('swarm: every connection was lost during the run\n');
    if (!jsonOnly) out(`${formatReport(result)}\n`);
    out(`${JSON.stringify(result)}\n`);
    return result.ok ? EXIT_GOOD : EXIT_FAULTS;
  } catch (error) {
    if (error instanceof UsageError) err(`swarm: ${error.message}\n\n${USAGE}`);
    else if (error instanceof TargetError) err(`swarm: ${error.message}\n`);
    else throw error;
    return EXIT_UNUSABLE;
  }
}

function checkFiles({ rooms, players }: SwarmOptions): void {
  const needed = rooms * players + SPARE_FILES;
  const limit = openFileLimit('self');
  if (limit !== undefined && limit < needed)
    throw new UsageError(
      `${rooms * players} players need ${needed} open files, the limit is ${limit}; ` +
        `raise it with "ulimit -n ${needed}"`,
    );
}

function warnings({ rate, chatShare }: SwarmOptions): string[] {
  const found = [];
  if (rate > COMMANDS_PER_SECOND)
    found.push(`the server refuses more than ${COMMANDS_PER_SECOND} commands/s of a player`);
  if (rate * chatShare > CHATS_PER_SECOND)
    found.push(`the server refuses more than ${CHATS_PER_SECOND} messages/s of a player`);
  return found;
}
