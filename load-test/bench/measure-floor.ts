/** What the least server for a number of halls costs on this machine, to hold the real one against. */
import { BenchFault } from './piece.js';
import { startWorker, stopAll, type Worker } from '../swarm/worker.js';

/** Where the share of frames or events that came is off by more, a process did not keep up. */
const TOLERANCE = 0.05;
const INTERVAL_MS = 50;
export const FLOOR_FRAMES_PER_SECOND = 1000 / INTERVAL_MS;
const CHAT_SHARE = 0.1;

export interface FloorOptions {
  rooms: number;
  /** In each room. */
  players: number;
  /** Events a second of each player. */
  rate: number;
  /** Of the events; one in ten unless told. */
  chatShare?: number;
  /** Between two frames to everybody, in ms; 50 unless told. */
  intervalMs?: number;
  /** Of traffic before the measuring window. */
  warmupSeconds: number;
  /** Of the measuring window; CPU time is known to a hundredth of a second. */
  seconds: number;
  /** Undefined leaves it to the system. */
  serverCore: number | undefined;
  clientCore: number | undefined;
  /** Ends the run early, which rejects. */
  signal?: AbortSignal;
}

export interface FloorLoad {
  /** Of the server: CPU seconds per second. */
  cores: number;
  /** Of the process that plays all players. */
  clientCores: number;
  /** That came to all players together, and that all players sent together. */
  framesPerSecond: number;
  eventsPerSecond: number;
}

/** Rejects with a BenchFault where the load was not what it should have been. */
export async function measureFloor(options: FloorOptions): Promise<FloorLoad> {
  const { rooms, players, rate, warmupSeconds, seconds, signal } = options;
  const { chatShare = CHAT_SHARE, intervalMs = INTERVAL_MS } = options;
  const workers: Worker[] = [];
  const onAbort = (): void => void stopAll(workers);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', onAbort);
  try {
    const server = startWorker(
      'bench/floor.js',
      ['--interval', String(intervalMs)],
      options.serverCore,
    );
    workers.push(server);
    const { port } = await server.next<{ port: number }>();
    const args = Object.entries({
      port,
      rooms,
      players,
      rate,
      warmup: warmupSeconds,
      seconds,
      'chat-share': chatShare,
    }).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const load = startWorker('bench/floor-load.js', args, options.clientCore);
    workers.push(load);
    const result = await load.next<FloorLoad>();
    checkLoad(result, options);
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await stopAll(workers);
  }
}

function checkLoad(
  { framesPerSecond, eventsPerSecond }: FloorLoad,
  { rooms, players, rate, intervalMs = INTERVAL_MS }: FloorOptions,
): void {
  const frames = (framesPerSecond * intervalMs) / (rooms * players * 1000);
  const events = eventsPerSecond / (rooms * players * rate);
  if ([frames, events].some((share) => Math.abs(share - 1) > TOLERANCE))
    throw new BenchFault(
      `The load of the floor of ${rooms} room(s) was not as told: ${percent(frames)} of the frames came, ` +
        `${percent(events)} of the events were sent`,
    );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
