/** What the least server for a number of halls costs on this machine, to hold the real one against. */

import { BenchFault, round, needFiles, type Figure, type Piece } from './piece.js';
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

/** One flush more or less at either end of the window must not matter. */
const QUICK_SECONDS = 2;
const WARMUP_S = 8;
/** /proc counts CPU time in hundredths of a second. */
const TICK_SECONDS = 0.01;

export const floor: Piece = {
  name: 'floor',
  about: 'the least server that could serve such halls: bare ws, one prepared frame per flush',
  run: async ({ quick, cores, rooms, players, rate, seconds, progress }) => {
    const figures: Figure[] = [];
    for (const count of rooms) {
      needFiles(count * players);
      progress(`${count} room(s) of ${players}`);
      const load = { rooms: count, players, rate, seconds: quick ? QUICK_SECONDS : seconds };
      const result = await measureFloor({
        ...load,
        warmupSeconds: quick ? 1 : WARMUP_S,
        serverCore: cores.server,
        clientCore: cores.swarm,
      });
      figures.push({
        name: `${count} room${count === 1 ? '' : 's'}`,
        nsPerOp: round((result.cores * 1e9) / result.framesPerSecond, 1),
        errorPercent: round((TICK_SECONDS / (result.cores * load.seconds)) * 100, 1),
        cores: round(result.cores, 4),
      });
    }
    return [
      {
        title: `floor, rooms of ${players}`,
        operation: 'one frame to one player with all that it took, in CPU time of the server',
        figures,
        note:
          `${FLOOR_FRAMES_PER_SECOND} frames a second to each player, ${rate} events a second from each; ` +
          '± is how exactly CPU time is known.',
      },
    ];
  },
};
