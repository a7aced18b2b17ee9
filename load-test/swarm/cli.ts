/** The command line of the swarm. */
import { DEFAULT_LIMIT_S, DEFAULT_QUIZ_COUNT, PIN_PATTERN } from '../../src/protocol/limits.js';
import {
  decimal,
  flag,
  helpOf,
  LabError,
  maybe,
  origin,
  parseLine,
  readOptions,
  text,
  UsageError,
  whole,
  word,
} from './command-line.js';
import { DEFAULT_OPTIONS as DEFAULTS, NETWORKS, type SwarmOptions } from './options.js';
import { openFileLimit } from './monitor.js';
import { formatReport } from './result.js';
import { runSwarm } from './swarm.js';

export const EXIT_GOOD = 0;
export const EXIT_FAULTS = 1;
export const EXIT_UNUSABLE = 2;

const OPTIONS = {
  target: origin('server', DEFAULTS.target),
  rooms: whole('rooms to open', [1, 10_000], DEFAULTS.rooms),
  players: whole('players per room', [1, 65_535], DEFAULTS.players),
  seats: maybe(whole('for how many the rooms are that it opens (--players)', [2, 65_535])),
  rate: decimal('events per second and player', [0.01, 1000], DEFAULTS.rate),
  seconds: decimal('measuring window', [0.1, 86_400], DEFAULTS.seconds),
  'chat-share': decimal('share of chat among the events, 0..1', [0, 1], DEFAULTS.chatShare),
  'join-seconds': maybe(decimal('spread of the joins (20 joins/s, at most 20 s)', [0, 3600])),
  warmup: decimal('seconds of traffic before the window', [0, 3600], DEFAULTS.warmupSeconds),
  observers: whole('players per room who read every frame', [0, 65_535], DEFAULTS.observers),
  'lost-after': decimal(
    'seconds after which an event is lost',
    [0.1, 600],
    DEFAULTS.lostAfterSeconds,
  ),
  'server-pid': {
    ...text('PID,...', 'processes to measure (those that listen at a local target)'),
    repeats: true,
    read: readPids,
  },
  pin: maybe({ ...text('PIN', 'join this room instead of opening rooms'), read: readPin }),
  walk: flag('walk instead of jumping'),
  answer: flag(
    'walk to the zone of a random choice at every question; without --pin, start a game as well',
  ),
  languages: maybe(
    whole('bring questions with explanations, written in so many languages', [1, 4]),
  ),
  names: flag('give every player a name'),
  'check-rosters': flag('every player keeps the roster, not only the observers'),
  'no-probe': flag('do not ping the server to see how long it stands still'),
  format: word('what players read', ['json', 'compact', 'compact2'], DEFAULTS.format),
  networks: word(
    'who claims a network of its own, by X-Forwarded-For',
    NETWORKS,
    DEFAULTS.networks,
  ),
  redials: flag('who opens a room dials again with its PIN, as the page does with BALANCE=room'),
  'json-only': flag('print nothing but the JSON line'),
  help: flag('this text'),
};

const USAGE = `Usage: npm run swarm -- [options]
${helpOf(OPTIONS)}
`;

/** As many questions, and as long, as a room has without being told. */
const WRITTEN_QUIZ = { questions: DEFAULT_QUIZ_COUNT, answerSeconds: DEFAULT_LIMIT_S };

/** Sockets that are not players': standard streams, epoll, /proc files. */
const SPARE_FILES = 64;
/** What the server allows a connection in the long run (R10.2). */
const COMMANDS_PER_SECOND = 30;
const CHATS_PER_SECOND = 2;

export interface Cli {
  options: SwarmOptions;
  jsonOnly: boolean;
  help: boolean;
}

/** Throws a UsageError that names the option. */
export function readArguments(argv: readonly string[]): Cli {
  const {
    'chat-share': chatShare,
    'join-seconds': joinSeconds,
    warmup: warmupSeconds,
    'lost-after': lostAfterSeconds,
    'server-pid': serverPids,
    'check-rosters': checkRosters,
    'no-probe': noProbe,
    'json-only': jsonOnly,
    help,
    languages,
    ...alike
  } = readOptions(OPTIONS, parseLine(argv, OPTIONS).given);
  if (alike.pin !== undefined && alike.rooms !== 1)
    throw new UsageError('--pin names one room, so --rooms must be 1');
  const probe = !noProbe;
  const times = { joinSeconds, warmupSeconds, lostAfterSeconds };
  const options = { ...alike, ...times, chatShare, serverPids, checkRosters, probe };
  const quiz = languages === undefined ? undefined : { ...WRITTEN_QUIZ, languages };
  return { options: { ...options, serverParts: [], quiz }, jsonOnly, help };
}

function readPin(name: string, pin = ''): string {
  if (PIN_PATTERN.test(pin)) return pin;
  throw new UsageError(`--${name} must have six digits, not "${pin}"`);
}

function readPids(name: string, list: string | undefined): number[] {
  return (list?.split(',') ?? []).map((pid) => {
    if (/^[1-9]\d*$/.test(pid)) return Number(pid);
    throw new UsageError(`--${name} must be a pid, not "${pid}"`);
  });
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
    if (!(error instanceof LabError)) throw error;
    err(`swarm: ${error.message}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`);
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
