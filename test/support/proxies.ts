import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian has servers where the path of an ordinary user does not look. */
const PATH = `${process.env['PATH']}:/usr/sbin`;
const LOOK_EVERY_MS = 20;

/** Programs for which docs has configurations: how each checks one, and runs with it in the foreground. */
const PROGRAMS = {
  nginx: {
    check: (dir: string, file: string) => ['-t', '-q', '-p', dir, '-e', 'error.log', '-c', file],
    run: (dir: string, file: string) => ['-p', dir, '-e', 'error.log', '-c', file],
  },
  haproxy: {
    check: (_: string, file: string) => ['-c', '-q', '-f', file],
    run: (_: string, file: string) => ['-db', '-f', file],
  },
  caddy: {
    check: (_: string, file: string) => ['validate', '--adapter', 'caddyfile', '--config', file],
    run: (_: string, file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} as const;

export type ProxyName = keyof typeof PROGRAMS;

/** The program tells what it has against a configuration; an empty text is nothing. */
export function faultsOf(name: ProxyName, config: string): string {
  const { dir, file, env } = written(name, config);
  const { check } = PROGRAMS[name];
  const { status, stderr } = spawnSync(name, check(dir, file), { env, encoding: 'utf8' });
  rmSync(dir, { recursive: true });
  return status === 0 ? '' : stderr;
}

export interface Proxy {
  name: ProxyName;
  stop: () => Promise<void>;
}

/** Runs it with a configuration that has it listen on the port. */
export async function startProxy(name: ProxyName, config: string, port: number): Promise<Proxy> {
  const { dir, file, env } = written(name, config);
  const child = spawn(name, PROGRAMS[name].run(dir, file), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(child, 'exit');
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`);
    await sleep(LOOK_EVERY_MS);
  }
  return {
    name,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

function written(name: ProxyName, config: string) {
  const dir = mkdtempSync(join(tmpdir(), 'madang-'));
  const file = join(dir, 'config');
  writeFileSync(file, name === 'nginx' ? ownNginx(dir, config) : config);
  return { dir, file, env: { ...process.env, PATH, HOME: dir } };
}

/** nginx writes where only root may, and goes to the background. */
function ownNginx(dir: string, config: string): string {
  mkdirSync(join(dir, 'temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temp.map((one) => `${one}_temp_path ${join(dir, 'temp', one)};`).join('\n');
  // Started by root, it would hand over to a user who may not read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};\n` : '';
  const main = `${user}daemon off;\npid ${join(dir, 'nginx.pid')};\n`;
  return main + config.replace('http {', `http {\naccess_log off;\n${paths}`);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
