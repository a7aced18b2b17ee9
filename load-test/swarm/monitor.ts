/** What the server’s processes and the swarm itself cost while the window is open, from Linux’s /proc; elsewhere that is unknown. */

import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { round } from './histogram.js';

/** Linux reports CPU time to user space in hundredths of a second on every architecture. */
const TICKS_PER_SECOND = 100;
const TCP_LISTEN = '0A';

export interface ProcessSample {
  cpuSeconds: number;
  rssMb: number;
}

/** CPU seconds since the process began (threads included, children not), or undefined if it is gone. */
export function sampleProcess(pid: number): ProcessSample | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const status = read(`/proc/${pid}/status`);
  if (stat === undefined || status === undefined) return undefined;
  // The name in parentheses may hold spaces; the fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const rssKb = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  if (rssKb === undefined) return undefined; // a zombie has no memory left
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    rssMb: Number(rssKb) / 1024,
  };
}

/** Soft limit of open files of a process (`self` or a pid), or undefined where it cannot be read. */
export function openFileLimit(pid: number | 'self'): number | undefined {
  const word = /^Max open files\s+(\S+)/m.exec(read(`/proc/${pid}/limits`) ?? '')?.[1];
  if (word === undefined) return undefined;
  return word === 'unlimited' ? Infinity : Number(word);
}

/** Processes that hold the listening socket of a local TCP port; only those that we may look into. */
export function findListeners(port: number): number[] {
  const inodes = new Set(
    [read('/proc/net/tcp'), read('/proc/net/tcp6')].flatMap((table) =>
      listeningInodes(table ?? '', port),
    ),
  );
  if (inodes.size === 0) return [];
  const pids = list('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => holdsSocket(pid, inodes)).map(Number);
}

/** Inodes of the listening sockets of a port in the text of /proc/net/tcp or tcp6. */
export function listeningInodes(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(suffix) === true && fields[3] === TCP_LISTEN)
    .flatMap((fields) => fields[9] ?? []);
}

function holdsSocket(pid: string, inodes: ReadonlySet<string>): boolean {
  return list(`/proc/${pid}/fd`).some((fd) => {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode !== undefined && inodes.has(inode);
    } catch {
      return false; // closed since it was listed
    }
  });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

const SAMPLE_MS = 1_000;
const DELAY_RESOLUTION_MS = 10;
/** Beyond these the swarm answers so late that its own figures are not the server's. */
const SATURATED_DELAY_MS = 25;
const SATURATED_CORES = 0.95;
/** A shorter window tells nothing of load. */
const SHORTEST_VERDICT_S = 1;

/** Processes that are measured together. */
export interface Part {
  /** `madang 3000`, `nginx`, `Redis` */
  name: string;
  pids: readonly number[];
}

/** Resident memory in MB, summed over the processes. */
export interface MemoryFigures {
  start: number;
  middle: number;
  end: number;
  max: number;
}

export interface PartFigures {
  name: string;
  /** CPU seconds per second of the window. */
  cores: number;
  rssMb: MemoryFigures;
}

export interface ServerFigures {
  pids: number[];
  /** Of all parts together. */
  cores: number;
  rssMb: MemoryFigures;
  parts: PartFigures[];
  /** False when a process ended meanwhile; its last second is then missing. */
  alive: boolean;
}

export interface SwarmFigures {
  cores: number;
  rssMb: number;
  loopDelayMs: { p50: number; p99: number; max: number };
  saturated: boolean;
}

export interface CostFigures {
  server: ServerFigures | null;
  swarm: SwarmFigures;
}

/** Starts measuring; the returned function ends it and tells. */
export function startMonitor(parts: readonly Part[]): () => CostFigures {
  const pids = parts.flatMap((part) => part.pids);
  const start = performance.now();
  const cpu = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const samples: Sample[] = [];
  const sample = (): void => {
    const all = pids.map((pid) => [pid, sampleProcess(pid)] as const);
    const found = all.flatMap(([pid, one]) => (one === undefined ? [] : [[pid, one] as const]));
    if (found.length === pids.length) samples.push(new Map(found));
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    delay.disable();
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const alive = pids.every((pid) => sampleProcess(pid) !== undefined);
    sample();
    const cores = round((user + system) / 1e6 / seconds, 3);
    // The histogram holds the time between its timer's calls, so the timer's own period is no delay.
    const late = (nanoseconds: number): number =>
      round(Math.max(0, nanoseconds / 1e6 - DELAY_RESOLUTION_MS));
    const loopDelayMs = {
      p50: late(delay.percentile(50)),
      p99: late(delay.percentile(99)),
      max: late(delay.max),
    };
    return {
      server: serverFigures(parts, samples, seconds, alive),
      swarm: {
        cores,
        rssMb: round(process.memoryUsage.rss() / 2 ** 20, 1),
        loopDelayMs,
        saturated:
          seconds >= SHORTEST_VERDICT_S &&
          (loopDelayMs.p99 > SATURATED_DELAY_MS || cores > SATURATED_CORES),
      },
    };
  };
}

type Sample = ReadonlyMap<number, ProcessSample>;

function serverFigures(
  parts: readonly Part[],
  samples: readonly Sample[],
  seconds: number,
  alive: boolean,
): ServerFigures | null {
  const pids = parts.flatMap((part) => part.pids);
  if (pids.length === 0 || samples.length === 0) return null;
  return {
    pids,
    ...costOf(pids, samples, seconds),
    parts: parts.map((part) => ({ name: part.name, ...costOf(part.pids, samples, seconds) })),
    alive,
  };
}

function costOf(
  pids: readonly number[],
  samples: readonly Sample[],
  seconds: number,
): Omit<PartFigures, 'name'> {
  const total = (sample: Sample | undefined, field: keyof ProcessSample): number =>
    pids.reduce((sum, pid) => sum + (sample?.get(pid)?.[field] ?? 0), 0);
  const memory = samples.map((sample) => total(sample, 'rssMb'));
  const used = total(samples.at(-1), 'cpuSeconds') - total(samples[0], 'cpuSeconds');
  return {
    // A floor takes a few hundredths of a core, and is divided by.
    cores: round(used / seconds, 4),
    rssMb: {
      start: round(memory[0] ?? 0, 1),
      middle: round(memory[Math.floor(memory.length / 2)] ?? 0, 1),
      end: round(memory.at(-1) ?? 0, 1),
      max: round(Math.max(...memory), 1),
    },
  };
}
