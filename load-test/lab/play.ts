/** One run of the swarm against a rig. */
import { LabError } from '../swarm/command-line.js';
import { DEFAULT_OPTIONS, type SwarmOptions } from '../swarm/options.js';
import { openFileLimit } from '../swarm/proc.js';
import { runSwarm, type RunControl } from '../swarm/swarm.js';
import type { Context } from './experiment.js';
import type { Ran } from './figures.js';
import { watchLoops, type LoopDelay } from './loop-delay.js';
import type { Rig } from './rig-contract.js';

export interface Played extends Ran {
  /** Of each process of the rig, over the measuring window. */
  loops: (LoopDelay | null)[];
}

/** nginx holds two for each player; the rest is for files, pipes and the parts' own connections. */
const FILES_PER_PLAYER = 2;
const SPARE_FILES = 256;
/** Quicker than a hall fills; a server stands it (`join-storm`). */
const JOINS_PER_SECOND = 100;

export function joinSecondsOf(players: number): number {
  return players / JOINS_PER_SECOND;
}

/** How many players the limit of open files allows here; `perPlayer` is of the part that holds the most. */
export function mostPlayers(perPlayer = FILES_PER_PLAYER): number {
  const limit = openFileLimit('self') ?? Infinity;
  return Math.floor((limit - SPARE_FILES) / perPlayer);
}

/** Throws a LabError if that many players need more open files than are allowed. */
export function checkOpenFiles(players: number, perPlayer = FILES_PER_PLAYER): void {
  if (players <= mostPlayers(perPlayer)) return;
  const needed = players * perPlayer + SPARE_FILES;
  throw new LabError(
    `${players} players need ${needed} open files, the limit is ${openFileLimit('self') ?? 0}: ulimit -n ${needed}`,
  );
}

export async function play(
  rig: Rig,
  options: Partial<SwarmOptions>,
  {
    signal,
    progress,
    onWindow: onEdge = () => {},
    onTold = () => {},
  }: Pick<Context, 'signal' | 'progress'> & Pick<RunControl, 'onWindow' | 'onTold'>,
): Promise<Played> {
  let tellLoops = (): Promise<(LoopDelay | null)[]> => Promise.resolve([]);
  let loops: Promise<(LoopDelay | null)[]> = Promise.resolve([]);
  const result = await runSwarm(
    {
      ...DEFAULT_OPTIONS,
      networks: 'player',
      ...options,
      target: rig.target,
      serverParts: rig.parts,
    },
    {
      signal,
      onProgress: progress,
      onTold,
      onWindow: (edge, pins) => {
        onEdge(edge, pins);
        if (edge === 'open') tellLoops = watchLoops(rig.processes);
        else loops = tellLoops();
      },
    },
  );
  return { result, loops: await loops };
}
