/** One run: join, settle, warm up, measure, drain, leave. */

import { performance } from 'node:perf_hooks';
import { setMaxListeners } from 'node:events';
import { WebSocket } from 'ws';
import { joinSecondsOf, type SwarmOptions } from './options.js';
import {
  type SwarmResult,
  bytesTo,
  makeResult,
  takeSnapshot,
  type Measurements,
} from './result.js';
import { SwarmRoom, type Told, Tallies } from './room.js';
import { pause, until } from './waiting.js';
import { LabError } from './command-line.js';
import { startMonitor, type Part, findListeners } from './monitor.js';
import { bringQuiz } from './quiz-file.js';
import { NO_STALLS, startStallProbe } from './stall-probe.js';
import { encodeCommand } from './wire.js';

const TICK_MS = 5;

/**
 * Calls one actor after the other with the time, in a random order and evenly spread, so that each
 * acts `rate` times a second at a phase of its own. Returns what stops it.
 */
export function startPacer(actors: readonly ((now: number) => void)[], rate: number): () => void {
  const order = shuffled(actors);
  const perMs = (rate * order.length) / 1000;
  const start = performance.now();
  let done = 0;
  const tick = (): void => {
    for (const due = Math.floor((performance.now() - start) * perMs); done < due; done++)
      order[done % order.length]?.(performance.now());
  };
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Exits are updates that everybody hears, so a whole room leaves at this pace. */
const LEAVES_PER_SECOND = 500;

/** Spreads the joins evenly, room after room; the first player of a room opens it. */
async function joinAll(
  rooms: readonly SwarmRoom[],
  options: SwarmOptions,
  signal: AbortSignal,
): Promise<void> {
  const total = rooms.length * options.players;
  const gapMs = (joinSecondsOf(options) * 1000) / total;
  await Promise.all(
    rooms.map(async (room, roomIndex) => {
      const slot = (index: number): number => (index * rooms.length + roomIndex) * gapMs;
      const start = performance.now();
      const [opener, ...others] = room.members;
      if (opener === undefined) return;
      await pause(slot(0), signal);
      if (!signal.aborted) await room.join(opener);
      await Promise.all(
        others.map(async (member, index) => {
          await pause(start + slot(index + 1) - performance.now(), signal);
          if (signal.aborted) return;
          if (room.pin === undefined) room.cannotOpen();
          else await room.join(member);
        }),
      );
    }),
  );
}

/** Gives the rosters as long as an event has to become complete, and tells whether they did. */
async function awaitRosters(
  rooms: readonly SwarmRoom[],
  { lostAfterSeconds }: SwarmOptions,
  signal: AbortSignal,
): Promise<SwarmResult['rosters']> {
  const limitMs = lostAfterSeconds * 1000;
  await until(() => checkRosters(rooms).missing === 0, { limitMs, signal });
  return checkRosters(rooms);
}

function checkRosters(rooms: readonly SwarmRoom[]): SwarmResult['rosters'] {
  const missing = rooms.flatMap((room) => room.missing());
  return {
    checked: missing.length,
    complete: missing.filter((count) => count === 0).length,
    missing: missing.reduce((sum, count) => sum + count, 0),
  };
}

async function leaveAll(rooms: readonly SwarmRoom[]): Promise<void> {
  // Newest first: if the host left before the others, the role would pass through the whole room.
  const players = rooms
    .flatMap((room) => room.members.map(({ player }) => player))
    .filter((player) => player.isConnected)
    .toSorted((one, other) => other.joinedAt - one.joinedAt);
  const leaving: Promise<void>[] = [];
  for (const player of players) {
    leaving.push(player.leave());
    if (leaving.length % LEAVES_PER_SECOND === 0) await pause(1000);
  }
  await Promise.all(leaving);
}

const JUDGE_MS = 250;
const REACH_TIMEOUT_MS = 5_000;

export interface RunControl {
  /** Ends the run early; what was measured until then is returned. */
  signal?: AbortSignal;
  /** The measuring window begins or ends now; for figures from elsewhere over the same time. */
  onWindow?: (edge: 'open' | 'close', pins: readonly string[]) => void;
  /** An observer was told of a reveal or of the end of a game. */
  onTold?: (told: Told) => void;
  onProgress?: (message: string) => void;
}

interface Stage extends Required<Pick<RunControl, 'onWindow' | 'onProgress'>> {
  options: SwarmOptions;
  rooms: readonly SwarmRoom[];
  tallies: Tallies;
}

/** Plays one run. Rejects with a LabError if no server at the target plays along. */
export async function runSwarm(
  options: SwarmOptions,
  { signal, onProgress = () => {}, onWindow = () => {}, onTold }: RunControl = {},
): Promise<SwarmResult> {
  await reach(options.target);
  const tallies = new Tallies();
  const end = new AbortController();
  setMaxListeners(0, end.signal); // every joiner waits for its turn with it
  const interrupt = (): void => end.abort();
  signal?.addEventListener('abort', interrupt);
  if (signal?.aborted === true) interrupt();

  const anyoneLeft = (): boolean =>
    rooms.some(({ members }) => members.some(({ player }) => player.isConnected));
  const onDropped = (): void => {
    if (!anyoneLeft()) end.abort();
  };
  const rooms = Array.from(
    { length: options.rooms },
    (_, index) => new SwarmRoom(options, tallies, onDropped, index * options.players, onTold),
  );

  onProgress(`joining ${options.rooms * options.players} players over ${joinSecondsOf(options)} s`);
  await joinAll(rooms, options, end.signal);
  const rosters = await awaitRosters(rooms, options, end.signal);
  const joinBytes = bytesTo(rooms);
  onProgress(`${tallies.joins.joined} joined, ${tallies.joins.failed} failed`);
  if (!anyoneLeft()) end.abort();

  await bringQuizzes(rooms, options);
  const stage = { options, rooms, tallies, onProgress, onWindow };
  const measured = await play(stage, end.signal);
  const ended = howEnded(tallies.joins.joined, anyoneLeft(), signal?.aborted === true);
  await leaveAll(rooms);
  signal?.removeEventListener('abort', interrupt);
  return makeResult({ options, ended, tallies, rosters, joinBytes, ...measured });
}

async function bringQuizzes(
  rooms: readonly SwarmRoom[],
  { quiz, target, pin }: SwarmOptions,
): Promise<void> {
  if (quiz === undefined || pin !== undefined) return;
  try {
    await Promise.all(
      rooms.map(async ({ opener, members }) => {
        if (opener === undefined) return;
        const quizSetId = await bringQuiz(target, opener, quiz);
        // A game has ten questions unless the host asks for more.
        const choice = { quizSetId, quizCount: quiz.questions };
        members[0]?.player.send(encodeCommand('updateRoomQuizset', choice));
      }),
    );
  } catch (error) {
    await leaveAll(rooms);
    throw new LabError(`no questions could be brought: ${(error as Error).message}`);
  }
}

/** Traffic from the warm-up until the last event has arrived or is given up. */
async function play(
  { options, rooms, tallies: { window, answers }, onProgress, onWindow }: Stage,
  signal: AbortSignal,
): Promise<Measurements> {
  const judging = setInterval(() => {
    for (const room of rooms) room.judge(performance.now());
  }, JUDGE_MS);
  const actors = rooms.flatMap((room) =>
    room.members
      .filter(({ player }) => player.isConnected)
      .map((member) => (now: number) => room.act(member, now)),
  );
  const stopPacer = startPacer(actors, options.rate);
  await pause(options.warmupSeconds * 1000, signal);

  // In a room of the swarm's own, its first player is the host.
  if (options.answer && options.pin === undefined)
    for (const room of rooms) room.members[0]?.player.send(encodeCommand('startGame', {}));
  if (!signal.aborted) onProgress(`measuring for ${options.seconds} s`);
  const stopMonitor = startMonitor(serverParts(options));
  const stopProbe = options.probe ? startStallProbe(options.target) : () => NO_STALLS;
  const pins = rooms.flatMap(({ pin }) => pin ?? []);
  onWindow('open', pins);
  const before = takeSnapshot(rooms);
  window.from = performance.now();
  await pause(options.seconds * 1000, signal);
  window.until = performance.now();
  onWindow('close', pins);
  const after = takeSnapshot(rooms);
  const costs = stopMonitor();
  const stalls = stopProbe(answers.revealedAt.filter((at) => at >= window.from));
  stopPacer();

  // Not cut short: what is still under way would count as lost.
  const limitMs = options.lostAfterSeconds * 1000;
  await until(() => rooms.every((room) => room.settled()), { limitMs });
  clearInterval(judging);
  for (const room of rooms) room.conclude();
  return { before, after, costs, stalls, seconds: (window.until - window.from) / 1000 };
}

function howEnded(joined: number, anyoneLeft: boolean, aborted: boolean): SwarmResult['ended'] {
  if (joined > 0 && !anyoneLeft) return 'server lost';
  if (aborted) return 'interrupted';
  return joined === 0 ? 'nobody joined' : 'complete';
}

/** Opens one bare connection, to tell a missing server from one that refuses players. */
async function reach(target: string): Promise<void> {
  const url = new URL('/socket.io/?EIO=4&transport=websocket', target.replace(/^http/, 'ws'));
  const socket = new WebSocket(url, { handshakeTimeout: REACH_TIMEOUT_MS });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('message', () => resolve());
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed at once')));
    });
  } catch (error) {
    // An AggregateError (localhost as IPv6 and IPv4) has its reasons inside.
    const [inner] = error instanceof AggregateError ? (error.errors as Error[]) : [error as Error];
    throw new LabError(`no Socket.IO server at ${target}: ${inner?.message ?? 'unknown'}`);
  } finally {
    socket.terminate();
  }
}

/** The parts or processes named in the options, or those that listen at a target on this machine. */
function serverParts({ serverParts: parts, serverPids, target }: SwarmOptions): readonly Part[] {
  if (parts.length > 0) return parts;
  const pids = serverPids.length > 0 ? serverPids : localListeners(target);
  return pids.map((pid) => ({ name: `process ${pid}`, pids: [pid] }));
}

function localListeners(target: string): readonly number[] {
  const { hostname, port, protocol } = new URL(target);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return [];
  return findListeners(port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));
}
