/** `sweep`: one load at every interval between two flushes, and what a server carries at each. */
import { searchCapacity } from './capacity-try.js';
import { BOUND_OPTIONS, capacitySetup, readBounds } from './capacity.js';
import type { Context, Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { numberOf, numbersOf } from './option-values.js';
import { checkOpenFiles, play } from './play.js';
import { startRig } from './rig.js';
import { describeSweep, type SweptInterval } from './sweep-findings.js';

const LARGEST_ROOMS = 1_000;
/** Rooms of the usual size, measured shortly, as there are many tries. */
const CAPACITY = {
  growing: 'rooms',
  players: 200,
  seconds: 5,
  networks: 'player',
  largest: LARGEST_ROOMS,
} as const;
/** Sending each event at once takes long, and late is not lost. */
const PATIENCE_S = 10;

export const sweepExperiment: Experiment = {
  name: 'sweep',
  about: 'intervals between flushes of 0 to 100 ms: latency, CPU and rooms carried at each',
  startsItsServers: true,
  options: {
    intervals: {
      value: 'LIST',
      help: 'milliseconds, with commas',
      default: '0,10,20,30,40,50,60,70,80,90,100',
    },
    rooms: { value: 'N', help: 'rooms of the fixed load', default: '1' },
    players: { value: 'N', help: 'players of each', default: '200' },
    rate: { value: 'N', help: 'events a second of each player', default: '2' },
    seconds: { value: 'N', help: 'length of each measurement', default: '15' },
    processes: { value: 'N', help: '1: one process alone; more: behind nginx', default: '2' },
    'no-capacity': { help: 'leave out how many rooms are carried at each interval' },
    ...BOUND_OPTIONS,
  },
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const intervals = numbersOf(options, 'intervals', { min: 0, max: 1000, whole: true });
  const processes = numberOf(options, 'processes', { min: 1, max: 64, whole: true });
  const bounds = readBounds(options);
  const load = {
    rooms: numberOf(options, 'rooms', { min: 1, max: LARGEST_ROOMS, whole: true }),
    players: numberOf(options, 'players', { min: 2, max: 500, whole: true }),
    rate: numberOf(options, 'rate', { min: 0.1, max: 20 }),
    seconds: numberOf(options, 'seconds', { min: 1, max: 3600 }),
  };
  checkOpenFiles(load.rooms * load.players);

  const swept: SweptInterval[] = [];
  // Neighbours carry about the same.
  let start = 1;
  for (const interval of intervals) {
    if (signal.aborted) break;
    const rig = await startRig(
      capacitySetup({ processes, interval, maxInterval: interval, core: serverCore }),
      progress,
    );
    try {
      const lostAfterSeconds = interval === 0 ? PATIENCE_S : 2;
      const { result } = await play(rig, { ...load, lostAfterSeconds }, context);
      // What was cut short before anything was measured is no interval.
      if (result.windowSeconds === 0) break;
      const search =
        options['no-capacity'] === undefined && !signal.aborted
          ? await searchCapacity(rig, { ...CAPACITY, rate: load.rate, bounds, start }, context)
          : undefined;
      swept.push({ interval, result, search });
      start = Math.max(1, search?.capacity.most ?? 1);
    } finally {
      await rig.stop();
    }
  }
  return describeSweep(swept, load);
}
