import {
  decimal,
  flag,
  helpOf,
  parseLine,
  readOptions,
  someOf,
  text,
  whole,
  word,
} from '../swarm/command-line.js';
import { chooseCores, moveTo } from '../swarm/cores.js';
import { FLOOD_KINDS } from './floods.js';
import { runHostile, type HostileResult } from './run.js';

/** Honest round trips may be worse than with the flood in a sink by so many ms, at the 99th percentile. */
const MOST_WORSE_MS = 100;
/** A process may be late by so many ms, at the 99th percentile. */
const MOST_LATE_MS = 100;
/** Fewer prove little. */
const FEWEST_FRAMES = 300_000;

const OPTIONS = {
  kinds: someOf('floods', FLOOD_KINDS),
  players: whole('of the hall', [2, 500], 100),
  flooders: whole('hostile sockets', [1, 1_000], 10),
  rate: whole('frames, packets or requests a second of all flooders', [1, 10_000_000], 100_000),
  seconds: decimal('of each control and attack', [0.1, 600], 6),
  through: word(
    'one process, or two processes behind nginx with Redis',
    ['direct', 'nginx'],
    'direct',
  ),
  seed: whole('of the random numbers', [0, 2 ** 31], 1),
  pin: text('auto|off', 'server and players each on a core of their own', 'auto'),
  help: flag('this text'),
};

const HELP = `npm run hostile -- [options]

Turns every kind of flood on a server of its own, on loopback, beside a hall that plays, and tells what
the honest players felt. The control is the same flood into a program that throws it away. The last line
of stdout is JSON; exit code 1 if something broke.

${helpOf(OPTIONS)}
`;

/** Runs the command and returns its exit code. */
export async function runCli(
  args: string[],
  out: (text: string) => void,
  progress: (text: string) => void,
): Promise<number> {
  try {
    const { help, pin, rate, ...given } = readOptions(OPTIONS, parseLine(args, OPTIONS).given);
    if (help) {
      out(HELP);
      return 0;
    }
    const { kinds, through } = given;
    const cores = chooseCores({ pin });
    if (cores.swarm !== undefined) moveTo(cores.swarm);
    const options = {
      ...given,
      perSecond: rate,
      serverCore: cores.server,
      swarmCore: cores.swarm,
    };
    const result = await runHostile(options, (message) => progress(`${message}\n`));
    const verdict = judge(result, through, kinds.length === FLOOD_KINDS.length);
    out(`${JSON.stringify({ ...verdict, ...result, options })}\n`);
    return verdict.ok ? 0 : 1;
  } catch (error) {
    progress(`${(error as Error).message}\n`);
    return 2;
  }
}

/** Through nginx, its CPU is in every round trip, so the loops of the processes are judged there. */
function judge(result: HostileResult, through: 'direct' | 'nginx', isWhole: boolean) {
  const all = Object.values(result.kinds);
  const frames = all.reduce((sum, { toll }) => sum + toll.sent, 0);
  const worseMs = Math.max(...all.map(({ attack, control }) => attack.ms.p99 - control.ms.p99));
  const lost = all.reduce((sum, { attack, control }) => sum + attack.lost + control.lost, 0);
  const lateMs = Math.max(
    ...all.flatMap(({ loops }) => loops.map((loop) => loop?.p99 ?? Infinity)),
  );
  const isFast = through === 'nginx' ? lateMs <= MOST_LATE_MS : worseMs <= MOST_WORSE_MS;
  const isMany = !isWhole || frames >= FEWEST_FRAMES;
  return {
    ok: result.exits === 0 && result.outcome === 'exact' && lost === 0 && isFast && isMany,
    frames,
    worstMs: Math.max(...all.map(({ attack }) => attack.ms.max)),
    worstControlMs: Math.max(...all.map(({ control }) => control.ms.max)),
    worseMs: Math.round(worseMs * 100) / 100,
    lateMs,
    lost,
  };
}
