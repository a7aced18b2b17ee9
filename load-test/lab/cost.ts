/** `cost`: the CPU of a hall, held against the least server that could serve it, in the same run. */
import { measureFloor } from '../bench/measure-floor.js';
import { BenchFault } from '../bench/piece.js';
import type { SwarmResult } from '../swarm/result.js';
import { describeCost, type Costed } from './cost-findings.js';
import type { Context, Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { NETWORKS_OPTION, networksOf, numberOf, numbersOf, wordOf } from './option-values.js';
import { checkOpenFiles, play } from './play.js';
import { startRig, type RigSetup } from './rig.js';

const JOINS_PER_SECOND = 100;
const FLOOR_SECONDS = 10;
/** The code of both is compiled by then. */
const WARMUP_S = 20;
const FLOOR_WARMUP_S = 8;

export const costExperiment: Experiment = {
  name: 'cost',
  about: 'CPU of a hall as a ratio to the floor, the least server that could serve it',
  startsItsServers: true,
  options: {
    rooms: { value: 'LIST', help: 'numbers of rooms to measure', default: '1,6' },
    players: { value: 'N', help: 'players of each room', default: '200' },
    rate: { value: 'N', help: 'events a second of each player', default: '2' },
    seconds: { value: 'N', help: 'length of each measurement', default: '30' },
    processes: { value: 'LIST', help: 'numbers of processes behind nginx', default: '2' },
    interval: { value: 'MS', help: 'between two flushes of a room', default: '50' },
    format: { value: 'compact|json', help: 'of the frames to the players', default: 'compact' },
    networks: NETWORKS_OPTION,
  },
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, swarmCore, signal, progress } = context;
  const sizes = numbersOf(options, 'rooms', { min: 1, max: 100, whole: true });
  const players = numberOf(options, 'players', { min: 2, max: 500, whole: true });
  const rate = numberOf(options, 'rate', { min: 0.1, max: 20 });
  const seconds = numberOf(options, 'seconds', { min: 1, max: 3_600 });
  const counts = numbersOf(options, 'processes', { min: 1, max: 64, whole: true });
  const interval = numberOf(options, 'interval', { min: 10, max: 1_000, whole: true });
  const format = wordOf(options, 'format', ['compact', 'json']);
  const networks = networksOf(options);
  const most = Math.max(...sizes) * players;
  checkOpenFiles(most);

  const setupOf = (processes: number): RigSetup => ({
    // Behind nginx and with Redis also where there is one: what differs is their number alone.
    shape: 'cluster',
    processes,
    flushIntervalMs: interval,
    core: serverCore,
    // A fixed interval: every size does the same work.
    settings: { CLUSTER_PLAYERS: String(2 * most), FLUSH_MAX_MS: String(interval) },
  });
  const floorOf = async (rooms: number): Promise<number> => {
    progress(`the floor of ${rooms} room(s)`);
    const load = { rooms, players, rate, warmupSeconds: FLOOR_WARMUP_S, seconds: FLOOR_SECONDS };
    return (await measureFloor({ ...load, serverCore, clientCore: swarmCore, signal })).cores;
  };
  const hall = async (rooms: number, processes: number): Promise<SwarmResult> => {
    const rig = await startRig(setupOf(processes), progress);
    try {
      const joinSeconds = (rooms * players) / JOINS_PER_SECOND;
      const { result } = await play(
        rig,
        {
          rooms,
          players,
          rate,
          seconds,
          joinSeconds,
          format,
          networks,
          warmupSeconds: WARMUP_S,
          // Its pings would be the server's work, and the floor has none.
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
  const faults: string[] = [];
  const measure = async (): Promise<void> => {
    for (const rooms of sizes) {
      // Before and after, as machines drift; what is after the one is before the next.
      let floor = await floorOf(rooms);
      for (const processes of counts) {
        const floors = [floor];
        const result = await hall(rooms, processes);
        // What was cut short before anything was measured has no cost.
        if (result.windowSeconds === 0) return;
        costed.push({ rooms, processes, result, floors });
        floor = await floorOf(rooms);
        floors.push(floor);
      }
    }
  };
  try {
    await measure();
  } catch (error) {
    if (error instanceof BenchFault) faults.push(error.message);
    // An interruption ends the floor by an error; what was measured before it stays.
    else if (!signal.aborted) throw error;
  }
  return describeCost(costed, interval, faults);
}
