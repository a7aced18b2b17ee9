/** What is loaded: the program in one of its shapes on this machine, or a server that somebody else runs. */

import { EventEmitter, once } from 'node:events';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { type Part, sampleProcess } from '../swarm/monitor.js';
import { PROJECT_ROOT, onCore } from '../swarm/worker.js';
import { LabError, origin } from '../swarm/command-line.js';
import { until } from '../swarm/waiting.js';
import type { Context } from './experiment.js';

export interface RigSetup {
  /** One process with the embedded store, or processes behind nginx that share through Redis. */
  shape: 'single' | 'cluster';
  /** Of a cluster. */
  processes: number;
  /** 0 sends each event at once. */
  flushIntervalMs: number;
  /** Core that everything runs on; undefined leaves it to the system. */
  core: number | undefined;
  /** More settings of the server, by their names in .env.example. */
  settings: Readonly<Record<string, string>>;
}

export interface Rig {
  /** Origin that players connect to. */
  target: string;
  /** Empty for a server elsewhere. */
  parts: readonly Part[];
  /** Origins whose /metrics tell about one process each; empty for a server elsewhere. */
  processes: readonly string[];
  /** What the report says about it. */
  describe: Readonly<Record<string, string | number>>;
  stop(): Promise<void>;
}

/** One line on the terminal. */
export type Progress = (message: string) => void;

interface RigEvents {
  /** What the report says about a rig that can be loaded now. */
  ready: [describe: Rig['describe']];
  /** One line: a part of a rig has ended by itself. */
  death: [message: string];
}

export const rigEvents = new EventEmitter<RigEvents>();

const open = new Set<() => void>();

/** However this process ends, short of being killed. */
process.on('exit', () => {
  for (const kill of open) kill();
});

/** `kill` ends the rig at once and synchronously. Returns what to call when the rig has been stopped. */
function noteOpenRig(kill: () => void): () => void {
  open.add(kill);
  return () => open.delete(kill);
}

/** Short, as sockets lie below it. */
function makeDataDir(): string {
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
  const manual = readFileSync(join(PROJECT_ROOT, '.env.example'), 'utf8');
  const known = [...manual.matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
  return {
    ...process.env,
    ...Object.fromEntries(known.map((name) => [name, ''])),
    ...ROOMY,
    FLUSH_INTERVAL_MS: String(setup.flushIntervalMs),
    ...setup.settings,
    ...own,
  };
}

function describeSetup(setup: RigSetup): Record<string, string | number> {
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

const LOOK_EVERY_MS = 50;
const START_MS = 30_000;
/** Longer than a server takes that sends its players away. */
const STOP_MS = 15_000;
/** Of what a server said before it ended. */
const KEPT_CHARACTERS = 2_000;

async function startSingle(setup: RigSetup, progress: Progress): Promise<Rig> {
  progress(`starting one process, ${setup.flushIntervalMs} ms between flushes`);
  const port = await findFreePorts(1);
  const dataDir = makeDataDir();
  const own = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'production' };
  const [command, args] = onCore(setup.core, [join(PROJECT_ROOT, 'dist/server/main.js')]);
  const child = spawn(command, args, {
    cwd: PROJECT_ROOT,
    env: environmentOf(setup, own),
    // Ctrl-C reaches the whole group of the terminal, and the server must outlive its players.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-KEPT_CHARACTERS);
  });

  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  let howEnded: string | undefined;
  child.once('error', (error) => (howEnded = error.message));
  child.once('exit', (code, signal) => {
    howEnded = `${signal ?? `exit code ${code}`} ${lastWords.trim()}`.trim();
    if (state === 'ready') rigEvents.emit('death', `The server ended by itself: ${howEnded}`);
  });
  const closed = once(child, 'close').catch(() => {});
  const removeData = (): void => rmSync(dataDir, { recursive: true, force: true });
  const forget = noteOpenRig(() => {
    child.kill('SIGKILL');
    removeData();
  });

  const stop = async (): Promise<void> => {
    state = 'stopping';
    const cutOff = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill('SIGTERM');
    await closed;
    clearTimeout(cutOff);
    removeData();
    forget();
  };

  const target = `http://127.0.0.1:${port}`;
  const hasEnded = (): boolean => howEnded !== undefined;
  const isSettled = async (): Promise<boolean> => hasEnded() || isReady(target);
  const isThere = await until(isSettled, { everyMs: LOOK_EVERY_MS, limitMs: START_MS });
  if (hasEnded() || !isThere) {
    const why = howEnded ?? `it is not ready after ${START_MS / 1000} s ${lastWords.trim()}`.trim();
    await stop();
    throw new LabError(`The server did not start: ${why}`);
  }
  state = 'ready';
  return {
    target,
    parts: [{ name: 'madang 1', pids: [child.pid ?? 0] }],
    processes: [target],
    describe: describeSetup(setup),
    stop,
  };
}

const COMMAND = join(PROJECT_ROOT, 'scripts/cluster.mjs');
const WATCH_EVERY_MS = 500;
const LOG_LINES = 5;

async function startCluster(setup: RigSetup, progress: Progress): Promise<Rig> {
  progress(
    `starting ${setup.processes} process(es), Redis and nginx, ` +
      `${setup.flushIntervalMs} ms between flushes`,
  );
  const port = await findFreePorts(setup.processes + 2);
  const [redisPort, nginxPort] = [port + setup.processes, port + setup.processes + 1];
  const dataDir = makeDataDir();
  const env = environmentOf(setup, {
    DATA_DIR: dataDir,
    PROCESSES: String(setup.processes),
    PORT: String(port),
    REDIS_PORT: String(redisPort),
    CLUSTER_PORT: String(nginxPort),
    // Players say which address is theirs, or nginx would send all of this machine to one process.
    TRUSTED_PROXIES: '127.0.0.1',
  });
  let command: ChildProcess | undefined;
  const cluster = (...args: string[]): Promise<string> => {
    // What it starts inherits the core. Ctrl-C reaches the whole group of the terminal, but not it.
    command = spawn(...onCore(setup.core, [COMMAND, ...args]), {
      cwd: PROJECT_ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return outputOf(command, args);
  };
  const removeData = (): void => rmSync(dataDir, { recursive: true, force: true });
  const forget = noteOpenRig(() => {
    command?.kill('SIGKILL');
    spawnSync(process.execPath, [COMMAND, 'stop'], { cwd: PROJECT_ROOT, env, stdio: 'ignore' });
    removeData();
  });
  let watching: NodeJS.Timeout | undefined;
  const stop = async (): Promise<void> => {
    clearInterval(watching);
    await cluster('stop');
    removeData();
    forget();
  };

  try {
    // As built: every rig of a run plays the same code, whatever was saved meanwhile.
    await cluster('start', '--as-built');
    const parts = readParts(await cluster('status', '--json'), port);
    watching = setInterval(() => {
      const dead = parts.find(({ pids }) => pids.some((pid) => sampleProcess(pid) === undefined));
      if (dead === undefined) return;
      clearInterval(watching);
      rigEvents.emit('death', `${dead.name} ended by itself\n${lastLines(dataDir)}`.trim());
    }, WATCH_EVERY_MS);
    return {
      target: `http://127.0.0.1:${nginxPort}`,
      parts,
      processes: Array.from(
        { length: setup.processes },
        (_, index) => `http://127.0.0.1:${port + index}`,
      ),
      describe: describeSetup(setup),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ports differ from run to run, and figures are compared by name: so processes count from 1. */
function readParts(json: string, firstPort: number): Part[] {
  const { parts } = JSON.parse(json) as { parts: Part[] };
  return parts.map(({ name, pids }) => {
    const port = /^madang (\d+)$/.exec(name)?.[1];
    return { name: port === undefined ? name : `madang ${Number(port) - firstPort + 1}`, pids };
  });
}

/** What the command printed; rejects with a LabError that holds it when the command failed. */
async function outputOf(command: ChildProcess, args: readonly string[]): Promise<string> {
  let stdout = '';
  let stderr = '';
  command.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  command.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(command, 'close');
  if (command.exitCode === 0) return stdout;
  throw new LabError(`cluster ${args[0] ?? ''} failed: ${stderr.trim() || stdout.trim()}`);
}

function lastLines(dataDir: string): string {
  try {
    const log = readFileSync(join(dataDir, 'cluster/pm2/logs/madang.log'), 'utf8');
    return log.trimEnd().split('\n').slice(-LOG_LINES).join('\n');
  } catch {
    return '';
  }
}

const ANSWER_TIMEOUT_MS = 5_000;

/** Unless told: one process by itself, or several behind nginx; the program's own interval. */
export type Wish = Partial<Omit<RigSetup, 'core'>> & Pick<RigSetup, 'core'>;

/** Starts the program and resolves when it is ready. Rejects with a LabError if it does not start. */
export async function startRig(wish: Wish, progress: Progress): Promise<Rig> {
  const { processes = 1 } = wish;
  const shape = processes === 1 ? 'single' : 'cluster';
  const setup: RigSetup = { shape, processes, flushIntervalMs: 50, settings: {}, ...wish };
  const rig = await (setup.shape === 'single' ? startSingle : startCluster)(setup, progress);
  rigEvents.emit('ready', rig.describe);
  return rig;
}

/** A server that runs already. Rejects with a LabError if nothing answers there. */
async function remoteRig(target: string): Promise<Rig> {
  const url = origin('').read('target', target);
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    await (await fetch(new URL('/health/live', url), { signal })).arrayBuffer();
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const reason = cause?.code ?? cause?.message ?? message;
    throw new LabError(`No server answers at ${url} (${reason})`);
  }
  const describe = { target: url };
  rigEvents.emit('ready', describe);
  return { target: url, parts: [], processes: [], describe, stop: async () => {} };
}

/** The server at --target, where it is told, or one that is started; `own` are options of the latter. */
export function findRig(
  { options, progress }: Context,
  wish: Wish,
  own: readonly string[] = [],
): Promise<Rig> {
  const { target } = options;
  if (target === undefined) return startRig(wish, progress);
  const needless = own.find((name) => options[name] !== undefined);
  if (needless !== undefined)
    throw new LabError(`--${needless} is for servers started here: no --target`);
  return remoteRig(target);
}

/** Stops it when `use` is over, however that ends. */
export async function withRig<T>(rig: Promise<Rig>, use: (rig: Rig) => Promise<T>): Promise<T> {
  const ready = await rig;
  try {
    return await use(ready);
  } finally {
    await ready.stop();
  }
}
