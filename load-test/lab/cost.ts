/** `cost`: the CPU of a hall, held against the least server that could serve it, in the same run. */
import { measureFloor } from '../bench/measure-floor.js';
import type { SwarmResult } from '../swarm/result.js';
import { describeCost, type Costed } from './cost-findings.js';
import type { Context, Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { numberOf, numbersOf, wordOf } from './option-values.js';
import { checkOpenFiles, play } from './play.js';
import { startRig, type RigSetup } from './rig.js';

const JOINS_PER_SECOND = 100;
const FLOOR_SECONDS = 10;
/** The code of both is compiled by then. */
const WARMUP_S = 20;
const FLOOR_WARMUP_S = 8;
const CLUSTER_PLAYERS = 10_000;

export const costExperiment: Experiment = {
  name: 'cost',
  about: 'CPU of a hall as a ratio to the floor, the least server that could serve it',
  startsItsServers: true,
  options: {
    rooms: { value: 'LIST', help: 'numbers of rooms to measure', default: '1,6' },
    players: { value: 'N', help: 'players of each room', default: '200' },
    rate: { value: 'N', help: 'events a second of each player', default: '2' },
    seconds: { value: 'N', help: 'length of each measurement', default: '30' },
    processes: { value: 'N', help: '1: one process alone; more: behind nginx', default: '2' },
    interval: { value: 'MS', help: 'between two flushes of a room', default: '50' },
    format: { value: 'compact|json', help: 'of the frames to the players', default: 'compact' },
  },
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, swarmCore, signal, progress } = context;
  const sizes = numbersOf(options, 'rooms', { min: 1, max: 1_000, whole: true });
  const players = numberOf(options, 'players', { min: 2, max: 500, whole: true });
  const rate = numberOf(options, 'rate', { min: 0.1, max: 20 });
  const seconds = numberOf(options, 'seconds', { min: 1, max: 3_600 });
  const processes = numberOf(options, 'processes', { min: 1, max: 64, whole: true });
  const interval = numberOf(options, 'interval', { min: 10, max: 1_000, whole: true });
  const format = wordOf(options, 'format', ['compact', 'json']);
  checkOpenFiles(Math.max(...sizes) * players);

  const setup: RigSetup = {
    shape: processes === 1 ? 'single' : 'cluster',
    processes,
    flushIntervalMs: interval,
    core: serverCore,
    // A fixed interval: every size does the same work.
    settings: { CLUSTER_PLAYERS: String(CLUSTER_PLAYERS), FLUSH_MAX_MS: String(interval) },
  };
  const floorOf = async (rooms: number): Promise<number> => {
    progress(`the floor of ${rooms} room(s)`);
    const load = { rooms, players, rate, warmupSeconds: FLOOR_WARMUP_S, seconds: FLOOR_SECONDS };
    return (await measureFloor({ ...load, serverCore, clientCore: swarmCore, signal })).cores;
  };
  const hall = async (rooms: number): Promise<SwarmResult> => {
    const rig = await startRig(setup, progress);
    try {
      const joinSeconds = (rooms * players) / JOINS_PER_SECOND;
      const { result } = await play(
        rig,
        {
          ...{ rooms, players, rate, seconds, joinSeconds, format },
          warmupSeconds: WARMUP_S,
          probe: false,
        },
        { signal, progress },
      );
      return result;
    } finally {
      await rig.stop();
    }
  };

  const costed: Costed[] = [];
  for (const rooms of sizes) {
    if (signal.aborted) break;
    // Before and after, as machines drift.
    const before = await floorOf(rooms);
    const result = await hall(rooms);
    if (signal.aborted) break;
    costed.push({ rooms, result, floors: [before, await floorOf(rooms)] });
  }
  return describeCost(costed);
}
