/** A Redis of the project's own: its port, its folder, its data, its password. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { capture } from '../run.mjs';
import { whereIs } from '../system-packages.mjs';
import { endAll, pidsOf } from './own-processes.mjs';
import { ask, listens, mustBeFree } from './ports.mjs';
import { namesOf, redisNodes } from './redis-nodes.mjs';
import { ClusterError } from './settings.mjs';

/** Reading a large append-only file takes its time. */
const START_MS = 30_000;
const STOP_MS = 10_000;
const ANSWER_MS = 1_000;
const CONNECT_MS = 3_000;

const folder = (dir) => join(dir, 'redis');

const configFile = (dir) => join(folder(dir), 'redis.conf');

/** Made once. On its own Redis, others on this machine could read every answer and token. */
function passwordOf(dir) {
  const file = join(folder(dir), 'password');
  if (!existsSync(file)) {
    mkdirSync(folder(dir), { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

function configOf({ dir, REDIS_PORT }) {
  return `bind 127.0.0.1
port ${REDIS_PORT}
requirepass ${passwordOf(dir)}
daemonize yes
dir "${folder(dir)}"
pidfile "${folder(dir)}/redis.pid"
logfile "${folder(dir)}/redis.log"
# At most a second is lost when the machine dies, nothing when only Redis does.
appendonly yes
appendfsync everysec
save ""
# A room that was thrown out to make space would be gone without a word.
maxmemory-policy noeviction
# Deadlines ring when their key expires.
notify-keyspace-events Ex
`;
}

export function redisPid({ dir }) {
  return pidsOf(dir, 'redis')[0];
}

export async function redisAnswers({ dir, REDIS_PORT }) {
  const lines = [`AUTH ${passwordOf(dir)}`, 'PING'];
  const answers = await ask(REDIS_PORT, lines, ANSWER_MS).catch(() => []);
  return answers.join() === '+OK,+PONG';
}

/** For the environment of the processes, which only their user can read. */
export function redisUrl({ dir, REDIS_URL, REDIS_PORT }) {
  return REDIS_URL ?? `redis://:${passwordOf(dir)}@127.0.0.1:${REDIS_PORT}`;
}

/** Whether ours runs since before it had a password. */
export function redisIsOpen({ dir }) {
  const config = existsSync(configFile(dir)) ? readFileSync(configFile(dir), 'utf8') : '';
  return pidsOf(dir, 'redis').length > 0 && !/^requirepass /m.test(config);
}

/** Nothing to do where the operator has a Redis (REDIS_URL) or ours runs. */
export function redisIsMissing(settings) {
  return settings.REDIS_URL === undefined && redisPid(settings) === undefined;
}

/** Ours needs a free port, the operator's somebody who listens. */
export async function checkRedisPort({ REDIS_URL, REDIS_PORT }) {
  if (REDIS_URL === undefined) return mustBeFree(REDIS_PORT, '127.0.0.1', 'REDIS_PORT');
  const nodes = redisNodes(REDIS_URL);
  const listening = nodes.map(({ host, port }) => listens(host, port, CONNECT_MS));
  if (!(await Promise.all(listening)).includes(true))
    throw new ClusterError(`REDIS_URL: nobody answers at ${namesOf(nodes)}`);
}

export async function startRedis(settings) {
  const cwd = folder(settings.dir);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(configFile(settings.dir), configOf(settings));
  const { code, output } = await capture(whereIs('redis-server'), ['redis.conf'], { cwd });
  if (code === 0 && (await answersWithin(settings, START_MS))) return;
  throw new ClusterError(`Redis did not start; see ${cwd}/redis.log\n${output}`);
}

async function answersWithin(settings, timeoutMs) {
  const until = Date.now() + timeoutMs;
  while (!(await redisAnswers(settings))) {
    if (Date.now() > until) return false;
    await sleep(50);
  }
  return true;
}

/** Redis writes what is left of its file before it ends. */
export function stopRedis({ dir }) {
  return endAll(dir, 'redis', STOP_MS);
}
