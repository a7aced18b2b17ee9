/** What is watched beside a run of the swarm: event loops, memory, and the moments in which everybody is told something. */

import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { round } from '../swarm/histogram.js';
import { pause } from '../swarm/waiting.js';
import { type Part, sampleProcess } from '../swarm/monitor.js';
import type { Told } from '../swarm/room.js';

/** ms */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
}

/** A loop that stands still answers late. */
const TIMEOUT_MS = 30_000;
/** The figures are the time between the calls of a timer; this much of it is the timer's own. */
export const TIMER_PERIOD_MS = 20;

/**
 * Begins anew at each process (its figures are those since it was asked last); the returned function
 * asks for what has gathered since: a value for each process, null for one that does not tell.
 */
export function watchLoops(processes: readonly string[]): () => Promise<(LoopDelay | null)[]> {
  const begun = processes.map(readLoopDelay);
  return () => Promise.all(begun.map((first, index) => first.then(() => again(index))));

  function again(index: number): Promise<LoopDelay | null> {
    return readLoopDelay(processes[index] ?? '');
  }
}

/** What the processes told of a short time; `from` and `until` are performance.now(). */
export interface LoopSample {
  from: number;
  until: number;
  /** A value for each process, null for one that does not tell. */
  delays: readonly (LoopDelay | null)[];
}

/**
 * Asks again and again; the returned function ends it and resolves with the whole times that were told.
 * Who else asks meanwhile takes figures away from here.
 */
export function sampleLoops(
  processes: readonly string[],
  everyMs: number,
): () => Promise<LoopSample[]> {
  const end = new AbortController();
  const askAll = () => Promise.all(processes.map(readLoopDelay));
  const sampling = async (): Promise<LoopSample[]> => {
    const samples: LoopSample[] = [];
    let from = performance.now();
    await askAll();
    for (;;) {
      await pause(everyMs, end.signal);
      if (end.signal.aborted) return samples;
      const askedAt = performance.now();
      const delays = await askAll();
      samples.push({ from, until: performance.now(), delays });
      from = askedAt;
    }
  };
  const sampled = sampling();
  return () => {
    end.abort();
    return sampled;
  };
}

async function readLoopDelay(origin: string): Promise<LoopDelay | null> {
  try {
    const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? parseLoopDelay(await answer.text()) : null;
  } catch {
    return null;
  }
}

/** Reads the text format of Prometheus; null where the figures are not in it. */
export function parseLoopDelay(text: string): LoopDelay | null {
  const read = (name: string): number => {
    const line = new RegExp(`^nodejs_eventloop_lag_${name}_seconds(?:{[^}]*})? (\\S+)`, 'm');
    const value = Number(line.exec(text)?.[1] ?? NaN);
    return round(Math.max(0, value * 1000 - TIMER_PERIOD_MS));
  };
  const found = { p50: read('p50'), p99: read('p99'), max: read('max') };
  return Object.values(found).some(Number.isNaN) ? null : found;
}

export interface MemorySeries {
  part: string;
  /** Resident memory at equal distances in time. */
  mb: number[];
}

const SAMPLES = 120;

/** Samples from `start` to `stop`, evenly over so many seconds. */
export function watchMemory(parts: readonly Part[], seconds: number) {
  const series = parts.map(({ name }): MemorySeries => ({ part: name, mb: [] }));
  const everySeconds = seconds / SAMPLES;
  const sample = (): void => {
    for (const [index, part] of parts.entries()) series[index]?.mb.push(residentMb(part));
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    series,
    everySeconds,
    start: (): void => void (timer = setInterval(sample, everySeconds * 1000)),
    stop: (): void => clearInterval(timer),
  };
}

function residentMb({ pids }: Part): number {
  return pids.reduce((sum, pid) => sum + (sampleProcess(pid)?.rssMb ?? 0), 0);
}

export type MomentKind = 'reveal' | 'end';

export interface Moment {
  kind: MomentKind;
  /** Counts the moments of its kind in each game, from 1. */
  number: number;
  /** When the first and the last observer of all rooms heard, performance.now(). */
  from: number;
  until: number;
  observers: number;
  /** From the first to the last observer of one room, in the room where that took longest. */
  apartMs: number;
  /** Payload of the frame, as the mean of the observers. */
  bytes: number;
  /** Rooms whose observers were not all told the same. */
  differing: number;
}

/** The n-th reveal of each room is one moment, as is the n-th end of a game; in order of time. */
export function momentsOf(told: readonly Told[]): Moment[] {
  const listeners = grouped(told, ({ update, pin, player }) => `${update.name} ${pin} ${player}`);
  const numbers = new Map(
    listeners.flatMap((heard) => heard.map((one, index) => [one, index + 1] as const)),
  );
  return grouped(told, (one) => `${one.update.name} ${numbers.get(one)}`)
    .map((group) => toMoment(numbers.get(group[0]) ?? 0, group))
    .toSorted((one, other) => one.from - other.from);
}

type Group<T> = [T, ...T[]];

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Group<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

function toMoment(number: number, group: Group<Told>): Moment {
  const rooms = grouped(group, ({ pin }) => pin);
  const { from, until } = spanOf(group);
  return {
    kind: group[0].update.name === 'endGame' ? 'end' : 'reveal',
    number,
    from,
    until,
    observers: group.length,
    apartMs: Math.max(...rooms.map(spanOf).map((span) => round(span.until - span.from, 1))),
    bytes: Math.round(group.reduce((sum, { bytes }) => sum + bytes, 0) / group.length),
    differing: rooms.filter(
      ([first, ...others]) =>
        !others.every(({ update }) => isDeepStrictEqual(update.payload, first.update.payload)),
    ).length,
  };
}

function spanOf(group: readonly Told[]): { from: number; until: number } {
  const times = group.map(({ at }) => at);
  return { from: Math.min(...times), until: Math.max(...times) };
}
