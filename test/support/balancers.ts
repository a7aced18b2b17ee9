import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.js';

const DOCS = join(import.meta.dirname, '../../docs/hosts');
/** Debian has servers where the path of an ordinary user does not look. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** The programs for which docs/hosts has a configuration: how each checks one, and runs with it in the foreground. */
const PROGRAMS = {
  nginx: {
    file: 'nginx.conf',
    check: (dir: string, file: string) => ['-t', '-q', '-p', dir, '-e', 'error.log', '-c', file],
    run: (dir: string, file: string) => ['-p', dir, '-e', 'error.log', '-c', file],
  },
  haproxy: {
    file: 'haproxy.cfg',
    check: (_: string, file: string) => ['-c', '-q', '-f', file],
    run: (_: string, file: string) => ['-db', '-f', file],
  },
  caddy: {
    file: 'Caddyfile',
    check: (_: string, file: string) => ['validate', '--adapter', 'caddyfile', '--config', file],
    run: (_: string, file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} as const;

export type BalancerName = keyof typeof PROGRAMS;
export const BALANCERS = Object.keys(PROGRAMS) as BalancerName[];

export function isInstalled(name: BalancerName): boolean {
  return spawnSync(name, ['-v'], { env: { ...process.env, PATH } }).error === undefined;
}

/** What an operator reads in docs/hosts, as it stands there. */
export function checkConfig(name: BalancerName): string {
  const dir = mkdtempSync(join(tmpdir(), 'madang-'));
  const { check, file } = PROGRAMS[name];
  const path = join(dir, file);
  writeFileSync(path, adapted(name, dir, readFileSync(join(DOCS, file), 'utf8')));
  const { status, stderr } = spawnSync(name, check(dir, path), {
    env: { ...process.env, PATH, HOME: dir },
    encoding: 'utf8',
  });
  rmSync(dir, { recursive: true });
  return status === 0 ? '' : stderr;
}

export interface Balancer {
  name: BalancerName;
  url: string;
  stop: () => Promise<void>;
}

/** Runs it with the configuration of docs/hosts, in which only port and addresses are ours. */
export async function startBalancer(name: BalancerName, hosts: number[]): Promise<Balancer> {
  const dir = mkdtempSync(join(tmpdir(), 'madang-'));
  const port = await freePorts();
  const { run, file } = PROGRAMS[name];
  const path = join(dir, file);
  const [first, second] = hosts;
  const text = readFileSync(join(DOCS, file), 'utf8')
    .replaceAll('10.0.0.11:3333', `127.0.0.1:${first}`)
    .replaceAll('10.0.0.12:3333', `127.0.0.1:${second}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/^:80 \{/m, `http://127.0.0.1:${port} {`);
  writeFileSync(path, adapted(name, dir, text));
  const child = spawn(name, run(dir, path), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH, HOME: dir },
  });
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await isUp(url)))
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${output}`);
  return {
    name,
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

/** nginx writes where only root may; another program may have the port at which Caddy is asked for its settings. */
function adapted(name: BalancerName, dir: string, text: string): string {
  if (name === 'caddy') return `{\n\tadmin off\n}\n${text}`;
  if (name === 'haproxy') return text;
  mkdirSync(join(dir, 'temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temp.map((one) => `${one}_temp_path ${join(dir, 'temp', one)};`).join('\n');
  // Started by root, it would hand over to a user who may not read the folder.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};\n` : '';
  const main = `${user}daemon off;\npid ${join(dir, 'nginx.pid')};\n`;
  return main + text.replace('http {', `http {\naccess_log off;\n${paths}`);
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`)).ok;
  } catch {
    return false;
  }
}
