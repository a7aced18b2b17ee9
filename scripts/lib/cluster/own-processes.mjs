/**
 * Which processes are the cluster's, by what Linux knows about each: pid files outlive their process,
 * and after a crash the number may belong to somebody else.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;

/** In the environment of pm2 and of everything that it starts. */
export const MARK = 'MADANG_CLUSTER';

/** `redis`, `nginx`, `postgres`, `pm2` (the daemon and its commands), `app`, or undefined for anybody else's. */
function partOf(pid, dir) {
  const at = (name) => join('/proc', pid, name);
  try {
    const name = readFileSync(at('comm'), 'utf8').trim();
    // These two overwrite their environment with their title; each works in a folder of ours.
    if (name === 'nginx' || name === 'redis-server') {
      const part = name === 'nginx' ? 'nginx' : 'redis';
      const folder = join(dir, part);
      const cwd = readlinkSync(at('cwd'));
      // A Redis Cluster has a folder for each of its nodes.
      return cwd === folder || dirname(cwd) === folder ? part : undefined;
    }
    if (name === 'postgres')
      return readlinkSync(at('cwd')) === join(dir, 'postgres/data') ? 'postgres' : undefined;
    const environment = readFileSync(at('environ'), 'utf8').split('\0');
    if (!environment.includes(`${MARK}=${dir}`)) return undefined;
    return environment.some((entry) => entry.startsWith('pm_id=')) ? 'app' : 'pm2';
  } catch {
    // It has ended meanwhile, or it is another user's.
    return undefined;
  }
}

/** The processes that run now, as `{ pid, part }`. */
export function ownProcesses(dir) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const part = partOf(pid, dir);
      return part === undefined ? [] : [{ pid: Number(pid), part }];
    });
}

export function pidsOf(dir, part) {
  return ownProcesses(dir)
    .filter((one) => one.part === part)
    .map(({ pid }) => pid);
}

/** The folders in which those of a part work. */
export function cwdsOf(dir, part) {
  return pidsOf(dir, part).flatMap((pid) => {
    try {
      return [readlinkSync(join('/proc', String(pid), 'cwd'))];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

/** Waits until none of a part is left; false if some still are. */
export async function waitForEnd(dir, part, timeoutMs) {
  const until = Date.now() + timeoutMs;
  while (pidsOf(dir, part).length > 0) {
    if (Date.now() > until) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone.
  }
}

/** Asks all of a part to end, and ends what does not. */
export async function endAll(dir, part, timeoutMs) {
  for (const pid of pidsOf(dir, part)) signal(pid, 'SIGTERM');
  if (await waitForEnd(dir, part, timeoutMs)) return;
  for (const pid of pidsOf(dir, part)) signal(pid, 'SIGKILL');
  await waitForEnd(dir, part, timeoutMs);
}
