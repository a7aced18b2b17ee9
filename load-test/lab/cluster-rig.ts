/** Several processes behind nginx that share through Redis, by the command that operators use. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onCore } from '../swarm/cores.js';
import type { Part } from '../swarm/monitor.js';
import { sampleProcess } from '../swarm/proc.js';
import { PROJECT_ROOT } from '../report/project-root.js';
import { LabError } from '../swarm/command-line.js';
import { noteOpenRig, rigEvents } from './open-rigs.js';
import type { Progress, Rig, RigSetup } from './rig-contract.js';
import { describeSetup, environmentOf, findFreePorts, makeDataDir } from './rig-parts.js';

const COMMAND = join(PROJECT_ROOT, 'scripts/cluster.mjs');
const WATCH_EVERY_MS = 500;
const LOG_LINES = 5;

export async function startCluster(setup: RigSetup, progress: Progress): Promise<Rig> {
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
