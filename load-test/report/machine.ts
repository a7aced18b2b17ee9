/** Where a run took place and with which programs: figures mean little without it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../swarm/worker.js';
import { NOTHING } from './terminal.js';
import type { Facts } from './run-record.js';

const run = promisify(execFile);

const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

export async function describeMachine(): Promise<Facts> {
  const [system, processor] = await Promise.all([
    readText('/etc/os-release'),
    readText('/proc/cpuinfo'),
  ]);
  const inside = [
    ...(/^flags\s*:.*\bhypervisor\b/m.test(processor) ? ['virtual machine'] : []),
    ...(CONTAINER_MARKS.some((path) => existsSync(path)) ? ['container'] : []),
  ];
  return {
    processor: cpus()[0]?.model.trim() ?? NOTHING,
    // Those that this process may run on, which a container or taskset can limit.
    cores: availableParallelism(),
    'memory, GB': Math.round(totalmem() / 1e8) / 10,
    system: /^PRETTY_NAME="?([^"\n]*)/m.exec(system)?.[1] ?? NOTHING,
    kernel: `${type()} ${release()}`,
    inside: inside.join(', ') || NOTHING,
  };
}

export async function describeVersions(): Promise<Facts> {
  const [madang, commit, socketIo, artillery, echarts, redis, nginx] = await Promise.all([
    packageVersion('package.json'),
    // No tag has a say, and a checkout of another user is safe to read.
    output('git', ['-c', 'safe.directory=*', 'describe', '--always', '--dirty', '--exclude=*']),
    packageVersion('node_modules/socket.io/package.json'),
    packageVersion('load-test/node_modules/artillery/package.json'),
    packageVersion('load-test/node_modules/echarts/package.json'),
    output('redis-server', ['--version']),
    output('nginx', ['-v']),
  ]);
  const revision = commit.trim();
  return {
    madang: revision === '' ? madang : `${madang} (${revision})`,
    Node: process.versions.node,
    'Socket.IO': socketIo,
    Redis: /v=([\d.]+)/.exec(redis)?.[1] ?? NOTHING,
    nginx: /nginx\/([\d.]+)/.exec(nginx)?.[1] ?? NOTHING,
    Artillery: artillery,
    ECharts: echarts,
  };
}

async function packageVersion(path: string): Promise<string> {
  const json = await readText(join(PROJECT_ROOT, path));
  return /"version"\s*:\s*"([^"]+)"/.exec(json)?.[1] ?? NOTHING;
}

/** Both streams, as nginx tells its version on the standard error; '' for a program that is missing. */
async function output(program: string, args: string[]): Promise<string> {
  // Debian keeps servers where the PATH of a plain user does not lead.
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin` };
  return run(program, args, { cwd: PROJECT_ROOT, env }).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => '',
  );
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
