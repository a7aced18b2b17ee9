/** What the two shapes of a rig have in common. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { PROJECT_ROOT } from '../report/project-root.js';
import type { RigSetup } from './rig-contract.js';

/** Short, as sockets lie below it. */
export function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'madang-'));
}

/** What a swarm on one machine must be able to open; a server in a hall has less of it. */
const ROOMY = {
  MAX_ROOMS: '100000',
  // The players of a run come from one machine.
  NEWCOMERS_PER_S: '1000000',
  MAX_ROOMS_PER_ADDRESS: '100000',
  MAX_ROOMS_PER_IDENTITY: '100000',
  MAX_CONNECTIONS: '100000',
  MAX_CONNECTIONS_PER_ADDRESS: '100000',
  LOG_LEVEL: 'warn',
};

/**
 * The environment of a rig. Settings of this machine's shell and .env do not reach it (set to nothing
 * means not set), so that a run means the same everywhere.
 */
export function environmentOf(setup: RigSetup, own: Record<string, string>): NodeJS.ProcessEnv {
  const known = Object.keys(parseEnv(readFileSync(join(PROJECT_ROOT, '.env.example'), 'utf8')));
  return {
    ...process.env,
    ...Object.fromEntries(known.map((name) => [name, ''])),
    ...ROOMY,
    FLUSH_INTERVAL_MS: String(setup.flushIntervalMs),
    ...setup.settings,
    ...own,
  };
}

export function describeSetup(setup: RigSetup): Record<string, string | number> {
  const { shape, processes, flushIntervalMs, core, settings } = setup;
  return {
    shape: shape === 'single' ? 'one process' : `${processes} process(es), Redis, nginx`,
    'flush interval, ms': flushIntervalMs,
    'server core': core ?? 'any',
    ...settings,
  };
}

export async function isReady(origin: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    return ok;
  } catch {
    return false;
  }
}

/** Below those that the system gives to outgoing connections, of which a swarm makes thousands. */
const PORTS = { from: 20_000, to: 32_000 };

/** The first of several free ports, each the next one's neighbour. */
export async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(PORTS.from, PORTS.to);
    const ports = Array.from({ length: count }, (_, n) => first + n);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '0.0.0.0'), 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
