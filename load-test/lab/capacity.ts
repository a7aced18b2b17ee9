/** `capacity`: how many rooms, or how large a room, a server carries. */
import { describeCapacity } from './capacity-findings.js';
import {
  PLAYERS_PER_STEP,
  searchCapacity,
  sizeOf,
  type Bounds,
  type CapacityLoad,
} from './capacity-try.js';
import { LabError, type Context, type Experiment, type OptionSpec } from './experiment.js';
import type { Findings } from './findings.js';
import { NETWORKS_OPTION, networksOf, numberOf, wordOf } from './option-values.js';
import { checkOpenFiles } from './play.js';
import { remoteRig, startRig, type Rig, type RigSetup } from './rig.js';

/** What counts as too much; shared with the sweep. */
export const BOUND_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  'mean-ms': { value: 'N', help: 'a mean answer above it is too much', default: '100' },
  'p95-ms': { value: 'N', help: 'a 95th percentile above it is too much', default: '120' },
};
const DEFAULT_PLAYERS = 200;
/** Beyond any machine that the players fit on as well. */
const LARGEST_ROOMS = 1_000;
/** Slots are 16-bit. */
const LARGEST_ROOM = 65_500;
/** What nginx makes room for. */
const CLUSTER_PLAYERS = 10_000;
const EMPTY_ROOM_S = 5;

export const capacityExperiment: Experiment = {
  name: 'capacity',
  about: 'more rooms of 200 until the mean answer takes 100 ms, then back off until it converges',
  options: {
    growing: { value: 'rooms|room', help: 'more rooms, or one room that grows', default: 'rooms' },
    players: { value: 'N', help: 'players of each room', default: String(DEFAULT_PLAYERS) },
    start: { value: 'N', help: 'rooms to begin with (1), or players of the room (200)' },
    rate: { value: 'N', help: 'events a second of each player', default: '2' },
    'step-seconds': { value: 'N', help: 'length of each measurement', default: '10' },
    processes: { value: 'N', help: '1: one process alone; more: behind nginx (2)' },
    interval: { value: 'MS', help: 'between two flushes of a room (50)' },
    'max-interval': { value: 'MS', help: 'up to which it may stretch under load (100)' },
    networks: NETWORKS_OPTION,
    ...BOUND_OPTIONS,
  },
  run,
};

export function readBounds(options: Context['options']): Bounds {
  return {
    meanMs: numberOf(options, 'mean-ms', { min: 1, max: 60_000 }),
    p95Ms: numberOf(options, 'p95-ms', { min: 1, max: 60_000 }),
  };
}

/** A rig for loads whose size nobody knows yet. */
export function capacitySetup({
  processes,
  interval,
  maxInterval,
  core,
}: {
  processes: number;
  /** ms, and up to how many it may stretch. */
  interval: number;
  maxInterval: number;
  core: number | undefined;
}): RigSetup {
  return {
    shape: processes === 1 ? 'single' : 'cluster',
    processes,
    flushIntervalMs: interval,
    core,
    settings: {
      FLUSH_MAX_MS: String(maxInterval),
      MAX_ROOM_PLAYERS: String(LARGEST_ROOM),
      CLUSTER_PLAYERS: String(CLUSTER_PLAYERS),
      // What a try that was too much leaves behind must not burden the next one.
      EMPTY_ROOM_S: String(EMPTY_ROOM_S),
    },
  };
}

async function run(context: Context): Promise<Findings> {
  const { options, signal, progress } = context;
  const load = readLoad(options);
  checkOpenFiles(sizeOf(load, load.start).players);
  const rig = await findRig(load, context);
  try {
    return describeCapacity(load, await searchCapacity(rig, load, { signal, progress }));
  } finally {
    await rig.stop();
  }
}

async function findRig({ growing }: CapacityLoad, context: Context): Promise<Rig> {
  const { options, serverCore, progress } = context;
  const { target, processes = '2', interval = '50', 'max-interval': max = '100' } = options;
  if (target !== undefined) {
    const own = ['processes', 'interval', 'max-interval'].find(
      (name) => options[name] !== undefined,
    );
    if (own !== undefined) throw new LabError(`--${own} is for servers started here: no --target`);
    if (growing === 'room')
      throw new LabError(
        '--growing room needs a server that allows rooms of any size: no --target',
      );
    return remoteRig(target);
  }
  const ms = { min: 0, max: 1000, whole: true };
  const setup = capacitySetup({
    processes: numberOf({ processes }, 'processes', { min: 1, max: 64, whole: true }),
    interval: numberOf({ interval }, 'interval', ms),
    maxInterval: numberOf({ 'max-interval': max }, 'max-interval', ms),
    core: serverCore,
  });
  return startRig(setup, progress);
}

function readLoad(options: Context['options']): CapacityLoad {
  const growing = wordOf(options, 'growing', ['rooms', 'room']);
  const players = numberOf(options, 'players', { min: 2, max: LARGEST_ROOM, whole: true });
  const smallest = growing === 'rooms' ? '1' : String(DEFAULT_PLAYERS);
  const start = numberOf({ start: options['start'] ?? smallest }, 'start', {
    min: 1,
    max: growing === 'rooms' ? LARGEST_ROOMS : LARGEST_ROOM,
    whole: true,
  });
  return {
    growing,
    players,
    rate: numberOf(options, 'rate', { min: 0.1, max: 20 }),
    seconds: numberOf(options, 'step-seconds', { min: 1, max: 600 }),
    networks: networksOf(options),
    bounds: readBounds(options),
    start: growing === 'rooms' ? start : Math.ceil(start / PLAYERS_PER_STEP),
    largest: growing === 'rooms' ? LARGEST_ROOMS : Math.floor(LARGEST_ROOM / PLAYERS_PER_STEP),
  };
}
