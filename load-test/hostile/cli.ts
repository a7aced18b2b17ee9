import {
  decimal,
  flag,
  helpOf,
  parseLine,
  readOptions,
  someOf,
  text,
  whole,
  wholes,
  word,
} from '../swarm/command-line.js';
import { chooseCores, moveTo } from '../swarm/worker.js';
import { DEAR_KINDS, ATTACK_KINDS, FLOOD_KINDS, type AttackKind } from './floods.js';
import { judge, tableOf } from './judge.js';
import { runHostile } from './run.js';

/** What `--kinds` calls many of them. */
const GROUPS: Record<string, readonly AttackKind[]> = {
  all: ATTACK_KINDS,
  floods: FLOOD_KINDS,
  dear: DEAR_KINDS,
};

const OPTIONS = {
  kinds: text('LIST', `of attacks, or ${Object.keys(GROUPS).join(', ')}`, 'all'),
  players: whole('of the hall', [2, 500], 100),
  flooders: whole('hostile sockets', [1, 1_000], 10),
  addresses: wholes('that each dear attack comes from, one time after the other', [1, 200], '1,20'),
  rate: whole('frames, packets or requests a second of all flooders', [1, 10_000_000], 100_000),
  seconds: decimal('of each attack, and of each control of a flood', [0.1, 600], 2.5),
  through: word(
    'one process, or two processes behind nginx with Redis',
    ['direct', 'nginx'],
    'direct',
  ),
  seed: whole('of the random numbers', [0, 2 ** 31], 1),
  niceness: whole('of the flooders, who come last at 19', [0, 19], 19),
  pin: text('auto|off', 'server and players each on a core of their own', 'auto'),
  help: flag('this text'),
};

const HELP = `npm run hostile -- [options]

Turns every kind of attack on a server of its own, on loopback, beside a hall that plays, and tells what
the honest players felt. The control of a flood is the same into a program that throws it away; of what is
dear to the server, the time before it, in which an honest host works as well. A table of all on stderr says
which cost too much; the last line of stdout is JSON; exit code 1 if something broke, or one cost too much.

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
    const { through } = given;
    const kinds = kindsOf(given.kinds);
    const cores = chooseCores({ pin });
    if (cores.swarm !== undefined) moveTo(cores.swarm);
    const options = {
      ...given,
      kinds,
      perSecond: rate,
      serverCore: cores.server,
      swarmCore: cores.swarm,
    };
    const result = await runHostile(options, (message) => progress(`${message}\n`));
    progress(`\n${tableOf(result, through)}\n`);
    const isWhole = FLOOD_KINDS.every((kind) => kinds.includes(kind));
    const verdict = judge(result, through, isWhole);
    out(`${JSON.stringify({ ...verdict, ...result, options })}\n`);
    return verdict.ok ? 0 : 1;
  } catch (error) {
    progress(`${(error as Error).message}\n`);
    return 2;
  }
}

/** The groups, and the kinds that are named, in the order in which they are run. */
function kindsOf(list: string): AttackKind[] {
  const names = list.split(',').flatMap((name): readonly string[] => GROUPS[name.trim()] ?? [name]);
  return someOf('attacks', ATTACK_KINDS).read('kinds', names.join(','));
}
