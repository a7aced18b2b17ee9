/** What the cluster commands are told: the environment, then .env, then the run that goes on. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '../run.mjs';
import { redisNodes } from './redis-nodes.mjs';

/** The path of a socket has 107 bytes at most, and the longest here is `run/65535.sock`. */
const MAX_DIR_BYTES = 107 - '/run/65535.sock'.length;

/** A message for whoever typed the command, in place of a stack. */
export class ClusterError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const port = (fallback) => whole(fallback, 1, 65_535);

function whole(fallback, min, max) {
  return (text = String(fallback), name) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new ClusterError(`${name} must be a whole number from ${min} to ${max}`, 2);
  };
}

/** A port, or how far above PORT it is. */
function internalPort(text, name) {
  if (text === undefined) return undefined;
  const [, above] = /^\+(\d{1,5})$/.exec(text) ?? [];
  return above === undefined ? port()(text, name) : { above: Number(above) };
}

function oneOf(words) {
  return (text = words[0], name) => {
    if (words.includes(text)) return text;
    throw new ClusterError(`${name} must be ${words.join(' or ')}`, 2);
  };
}

/** Ends up in nginx's configuration, so only what an address or a network is made of. */
function addresses(text = '', name) {
  const list = text.split(',').flatMap((item) => item.trim() || []);
  if (list.every((item) => /^[0-9a-f.:]+(\/\d+)?$/i.test(item))) return list;
  throw new ClusterError(`${name} must be addresses or networks with commas, as 10.0.0.0/8`, 2);
}

function file(text, name) {
  if (text === undefined) return undefined;
  const path = resolve(root, text);
  if (!existsSync(path)) throw new ClusterError(`${name}: there is no ${path}`, 2);
  if (/["$;{}\n]/.test(path)) throw new ClusterError(`${name}: nginx cannot take this path`, 2);
  return path;
}

const asGiven = (text) => text;

function redisAddress(text, name) {
  if (text === undefined || redisNodes(text).length > 0) return text;
  throw new ClusterError(
    `${name} must look like redis://host:6379, redis+sentinel://host:26379/NAME or redis+cluster://host:6379`,
    2,
  );
}

function databaseAddress(text, name) {
  if (text === undefined || /^postgres(ql)?:\/\/[^/]/.test(text)) return text;
  throw new ClusterError(`${name} must look like postgres://user:password@host/database`, 2);
}

export const readers = {
  CLUSTER_PORT: port(3333),
  PROCESSES: whole(availableParallelism(), 1, 64),
  PORT: port(3000),
  INTERNAL_PORT: internalPort,
  INTERNAL_HOST: (text = '127.0.0.1') => text,
  REDIS_URL: redisAddress,
  REDIS_PORT: port(6390),
  REDIS_CLUSTER: oneOf(['off', 'on']),
  HOSTS: asGiven,
  DATABASE_URL: databaseAddress,
  POSTGRES_PORT: port(6391),
  BALANCE: oneOf(['ip_hash', 'least_conn', 'room']),
  CLUSTER_PLAYERS: whole(2_000, 1, 100_000),
  TRUSTED_PROXIES: addresses,
  TLS_CERT: file,
  TLS_KEY: file,
  TLS_PORT: port(3443),
  PUBLIC_URL: asGiven,
};
/** What a running cluster cannot change. */
const FIXED = [
  'CLUSTER_PORT',
  'PROCESSES',
  'PORT',
  'INTERNAL_PORT',
  'REDIS_URL',
  'REDIS_PORT',
  'REDIS_CLUSTER',
  'DATABASE_URL',
  'POSTGRES_PORT',
  'PUBLIC_URL',
  'TLS_PORT',
];

/** Empty where there is none. */
export function envFile() {
  const file = join(root, '.env');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The environment, and below it .env. */
export function given() {
  const fromFile = parseEnv(envFile());
  // `NAME=` means "not set", as it does to the server.
  const entries = Object.entries({ ...fromFile, ...process.env });
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

/** Where everything of the cluster lies while it runs, and Redis's data afterwards. */
export function runtimeDir() {
  const { DATA_DIR = 'data' } = given();
  const dir = join(isAbsolute(DATA_DIR) ? DATA_DIR : join(root, DATA_DIR), 'cluster');
  if (Buffer.byteLength(dir) > MAX_DIR_BYTES)
    throw new ClusterError(`${dir} is too long a path for sockets: set DATA_DIR to a shorter one`);
  return dir;
}

const stateFile = (dir) => join(dir, 'settings.json');

function kept(dir) {
  try {
    return JSON.parse(readFileSync(stateFile(dir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The settings that the running cluster has; those of now where nothing is known of one. */
export function runningSettings(dir) {
  return kept(dir)?.settings ?? readSettings(dir);
}

/** With `isRunning`, what was given at the start counts on, and what cannot change must not. */
export function readSettings(dir, { isRunning = false } = {}) {
  const before = isRunning ? kept(dir) : undefined;
  const now = given();
  const texts = Object.fromEntries(
    Object.keys(readers).map((name) => [name, now[name] ?? before?.texts[name]]),
  );
  const settings = { dir, texts };
  for (const [name, read] of Object.entries(readers)) settings[name] = read(texts[name], name);
  const { PORT, INTERNAL_PORT } = settings;
  if (INTERNAL_PORT?.above !== undefined) settings.INTERNAL_PORT = PORT + INTERNAL_PORT.above;
  // Where somebody says who may keep quiz sets, there is a database for them.
  settings.hasOwnPostgres = settings.HOSTS !== undefined && settings.DATABASE_URL === undefined;
  if ((settings.TLS_CERT === undefined) !== (settings.TLS_KEY === undefined))
    throw new ClusterError('TLS needs both TLS_CERT and TLS_KEY', 2);
  if (settings.REDIS_CLUSTER === 'on' && settings.REDIS_URL !== undefined)
    throw new ClusterError('REDIS_CLUSTER is for a Redis of the project: leave out REDIS_URL', 2);
  checkInternalPorts(settings);
  const changed = FIXED.filter((name) => before && settings[name] !== before.settings[name]);
  if (before && settings.hasOwnPostgres !== Boolean(before.settings.hasOwnPostgres))
    changed.push('HOSTS');
  if (changed.length > 0)
    throw new ClusterError(
      `To change ${changed.join(', ')}: npm run cluster:stop, then start again`,
    );
  return settings;
}

/** The processes count both kinds on from the first one's. */
function checkInternalPorts({ PORT, PROCESSES, INTERNAL_PORT }) {
  if (INTERNAL_PORT === undefined) return;
  const [from, to] = [PORT + PROCESSES, 65_535 - PROCESSES + 1];
  if (INTERNAL_PORT < from || INTERNAL_PORT > to)
    throw new ClusterError(
      `INTERNAL_PORT must be from ${from} to ${to} (or from +${from - PORT} on), as the processes have the ports from ${PORT} on`,
      2,
    );
}

/** Notes what the next command has to know. */
export function keepSettings({ texts, ...settings }) {
  mkdirSync(settings.dir, { recursive: true });
  const text = JSON.stringify({ texts, settings }, null, 2);
  writeFileSync(stateFile(settings.dir), `${text}\n`, { mode: 0o600 });
}

/** Where nginx reaches the process of a port. */
export function socketPath({ dir }, port) {
  return join(socketDir(dir), `${port}.sock`);
}

export function socketDir(dir) {
  return join(dir, 'run');
}

/** The address at which a process tells its figures. */
export function figuresOf({ PORT, INTERNAL_PORT = PORT, INTERNAL_HOST }, port) {
  const isPlain = INTERNAL_PORT === PORT || ['0.0.0.0', '::'].includes(INTERNAL_HOST);
  const host = isPlain ? '127.0.0.1' : INTERNAL_HOST;
  return { host, port: port + INTERNAL_PORT - PORT };
}

export function appPorts({ PORT, PROCESSES }) {
  return Array.from({ length: PROCESSES }, (_, n) => PORT + n);
}
