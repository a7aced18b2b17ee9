/** One process of the program, with everything in its memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../report/project-root.js';
import { onCore } from '../swarm/cores.js';
import { LabError } from '../swarm/command-line.js';
import { until } from '../swarm/waiting.js';
import { noteOpenRig, rigEvents } from './open-rigs.js';
import type { Progress, Rig, RigSetup } from './rig-contract.js';
import { describeSetup, environmentOf, findFreePorts, isReady, makeDataDir } from './rig-parts.js';

const LOOK_EVERY_MS = 50;
const START_MS = 30_000;
/** Longer than a server takes that sends its players away. */
const STOP_MS = 15_000;
/** Of what a server said before it ended. */
const KEPT_CHARACTERS = 2_000;

export async function startSingle(setup: RigSetup, progress: Progress): Promise<Rig> {
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
