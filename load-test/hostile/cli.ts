import { parseArgs } from 'node:util';
import { chooseCores, moveTo } from '../lab/cores.js';
import { FLOOD_KINDS, type FloodKind } from './floods.js';
import { runHostile, type HostileResult } from './run.js';

/** Honest round trips may be worse than with the flood in a sink by so many ms, at the 99th percentile. */
const MOST_WORSE_MS = 100;
/** A process may be late by so many ms, at the 99th percentile. */
const MOST_LATE_MS = 100;
/** Fewer prove little. */
const FEWEST_FRAMES = 300_000;

const HELP = `npm run hostile -- [options]

Turns every kind of flood on a server of its own, on loopback, beside a hall that plays, and tells what
the honest players felt. The control is the same flood into a program that throws it away. The last line
of stdout is JSON; exit code 1 if something broke.

  --kinds a,b        ${FLOOD_KINDS.join(', ')}
  --players N        of the hall (100)
  --flooders N       hostile sockets (10)
  --rate N           frames, packets or requests a second of all flooders (100000)
  --seconds N        of each control and attack (6)
  --through WAY      direct (one process) or nginx (two processes, nginx, Redis)
  --seed N           (1)
  --pin auto|off     server and players each on a core of their own (auto)
`;

class UsageError extends Error {}

/** Runs the command and returns its exit code. */
export async function runCli(
  args: string[],
  out: (text: string) => void,
  progress: (text: string) => void,
): Promise<number> {
  try {
    const { values } = parseArgs({
      args,
      options: {
        help: { type: 'boolean', default: false },
        kinds: { type: 'string', default: FLOOD_KINDS.join(',') },
        players: { type: 'string', default: '100' },
        flooders: { type: 'string', default: '10' },
        rate: { type: 'string', default: '100000' },
        seconds: { type: 'string', default: '6' },
        through: { type: 'string', default: 'direct' },
        seed: { type: 'string', default: '1' },
        pin: { type: 'string', default: 'auto' },
      },
    });
    if (values.help) {
      out(HELP);
      return 0;
    }
    const kinds = values.kinds.split(',').map(kindOf);
    const { through } = values;
    if (through !== 'direct' && through !== 'nginx')
      throw new UsageError('--through must be direct or nginx');
    const cores = chooseCores({ pin: values.pin });
    if (cores.swarm !== undefined) moveTo(cores.swarm);
    const options = {
      kinds,
      players: whole('players', values.players, 2, 500),
      flooders: whole('flooders', values.flooders, 1, 1_000),
      perSecond: whole('rate', values.rate, 1, 10_000_000),
      seconds: number('seconds', values.seconds, 0.1, 600),
      seed: whole('seed', values.seed, 0, 2 ** 31),
      through,
      serverCore: cores.server,
      swarmCore: cores.swarm,
    } as const;
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

function kindOf(text: string): FloodKind {
  const kind = FLOOD_KINDS.find((one) => one === text.trim());
  if (kind === undefined) throw new UsageError(`--kinds: ${FLOOD_KINDS.join(', ')}`);
  return kind;
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= min && value <= max))
    throw new UsageError(`--${name} must be a number from ${min} to ${max}`);
  return value;
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}`);
  return value;
}
