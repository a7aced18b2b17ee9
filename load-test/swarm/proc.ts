/** CPU, memory and limits of processes from Linux's /proc; elsewhere everything is unknown. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

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
