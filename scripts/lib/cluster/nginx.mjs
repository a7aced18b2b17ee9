/** The proxy: its configuration is made from the templates in `nginx` and lies with its pid and logs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { capture, root } from '../run.mjs';
import { whereIs } from '../system-packages.mjs';
import { endAll, pidsOf, signal } from './own-processes.mjs';
import { mustBeFree } from './ports.mjs';
import { appPorts, ClusterError, socketPath } from './settings.mjs';

const CONNECTIONS_PER_PLAYER = 4;
/** Files that are no connection: logs, what is being cached, sockets between the workers. */
const OTHER_FILES = 256;
const STOP_MS = 5_000;
const COMMAND_MS = 10_000;
/** What it answers itself, in the words of the program. */
const OWN_PAGES = 'own-pages';

const folder = (dir) => join(dir, 'nginx');
const template = (name) => join(root, 'nginx', name);

function fill(name, values) {
  return readFileSync(template(name), 'utf8').replaceAll(
    /\$\{([A-Z_]+)\}/g,
    (_, key) => values[key],
  );
}

function openFilesLimit() {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
}

function valuesOf(settings) {
  const { TRUSTED_PROXIES: proxies, CLUSTER_PLAYERS } = settings;
  const connections = CONNECTIONS_PER_PLAYER * CLUSTER_PLAYERS;
  const realIp = [
    ...proxies.map((address) => `  set_real_ip_from ${address};`),
    '  real_ip_header X-Forwarded-For;',
    '  real_ip_recursive on;',
  ];
  return {
    // Started by root, nginx would hand over to a user who may not read the folders here.
    USER_LINE: process.getuid?.() === 0 ? `user ${userInfo().username};` : '',
    // `auto` counts the cores of the machine, not those that we may use.
    WORKERS: availableParallelism(),
    OPEN_FILES: Math.min(connections + OTHER_FILES, openFilesLimit()),
    WORKER_CONNECTIONS: connections,
    ERROR_LOG: 'logs/error.log',
    REAL_IP: proxies.length > 0 ? realIp.join('\n') : '',
    TRUSTED: proxies.map((address) => `    ${address} 1;`).join('\n'),
    BALANCE: settings.BALANCE,
    // Consistent: of the halls of a process that is new or gone only its own move.
    BALANCE_BY: settings.BALANCE === 'room' ? 'hash $hall consistent' : settings.BALANCE,
    SERVERS: appPorts(settings)
      .map((port) => `    server "unix:${socketPath(settings, port)}" max_fails=0;`)
      .join('\n'),
    LISTEN: settings.CLUSTER_PORT,
    TLS_PORT: settings.TLS_PORT,
    TLS_CERT: `"${settings.TLS_CERT}"`,
    TLS_KEY: `"${settings.TLS_KEY}"`,
  };
}

/** Writes the files that nginx reads; whether they differ from those before. */
function render(settings) {
  const cwd = folder(settings.dir);
  for (const name of ['logs', 'temp', OWN_PAGES]) mkdirSync(join(cwd, name), { recursive: true });
  const values = valuesOf(settings);
  const read = (name) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '');
  const names = ['nginx.conf', 'site.conf', 'tls.conf'];
  const before = names.map(read);
  const pages = readdirSync(template(OWN_PAGES)).map((name) => join(OWN_PAGES, name));
  for (const name of [...names, ...pages]) writeFileSync(join(cwd, name), fill(name, values));
  if (settings.TLS_CERT === undefined) rmSync(join(cwd, 'tls.conf'));
  return names.some((name, index) => read(name) !== before[index]);
}

function run(dir, ...args) {
  const cwd = folder(dir);
  const where = ['-p', `${cwd}/`, '-e', 'logs/error.log', '-c', 'nginx.conf'];
  return capture(whereIs('nginx'), [...where, ...args], { cwd, withinMs: COMMAND_MS });
}

async function check({ dir }) {
  const { code, output } = await run(dir, '-t', '-q');
  if (code !== 0) throw new ClusterError(`nginx does not take its configuration:\n${output}`);
}

/** The master process; workers that lost it do not count. */
export function nginxPid({ dir }) {
  try {
    const pid = Number(readFileSync(join(folder(dir), 'nginx.pid'), 'utf8'));
    return pidsOf(dir, 'nginx').find((one) => one === pid);
  } catch {
    return undefined;
  }
}

export async function checkNginxPorts({ CLUSTER_PORT, TLS_PORT, TLS_CERT }) {
  await mustBeFree(CLUSTER_PORT, '0.0.0.0', 'CLUSTER_PORT');
  if (TLS_CERT !== undefined) await mustBeFree(TLS_PORT, '0.0.0.0', 'TLS_PORT');
}

export async function startNginx(settings) {
  render(settings);
  await check(settings);
  const { code, output } = await run(settings.dir);
  if (code !== 0) throw new ClusterError(`nginx did not start:\n${output}`);
}

/** Takes changed settings over without losing a request; whether there were any. */
export async function reloadNginx(settings) {
  if (!render(settings)) return false;
  await check(settings);
  signal(nginxPid(settings), 'SIGHUP');
  // The old workers take no more connections from about here on.
  await sleep(500);
  return true;
}

/** At once: whoever is still connected would hold a gentle end up for as long as they like. */
export function stopNginx({ dir }) {
  return endAll(dir, 'nginx', STOP_MS);
}
