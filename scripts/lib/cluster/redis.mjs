/** A Redis of the project's own: its port, its folder, its data, its password. Or six of them, as a Redis Cluster. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { capture } from '../run.mjs';
import { whereIs } from '../system-packages.mjs';
import { cwdsOf, endAll, pidsOf } from './own-processes.mjs';
import { ask, listens, mustBeFree } from './ports.mjs';
import { namesOf, redisNodes } from './redis-nodes.mjs';
import { ClusterError } from './settings.mjs';

/** Reading a large append-only file takes its time. */
const START_MS = 30_000;
const STOP_MS = 10_000;
const ANSWER_MS = 1_000;
const CONNECT_MS = 3_000;

/** A Redis Cluster has so many, with a replica for each. */
const PRIMARIES = 3;
/** Beside REDIS_PORT there may be PostgreSQL. */
const FIRST_NODE = 10;
const FIRST_BUS = 20;

const folder = (dir) => join(dir, 'redis');

const configFile = (dir) => join(folder(dir), 'redis.conf');

/** The servers that there are to be. Those of a Redis Cluster speak to each other at a port of their own. */
function nodesOf({ dir, REDIS_PORT, REDIS_CLUSTER }) {
  if (REDIS_CLUSTER !== 'on') return [{ cwd: folder(dir), port: REDIS_PORT }];
  return Array.from({ length: 2 * PRIMARIES }, (_, n) => ({
    cwd: join(folder(dir), `node-${n}`),
    port: REDIS_PORT + FIRST_NODE + n,
    busPort: REDIS_PORT + FIRST_BUS + n,
  }));
}

/** Made once. On its own Redis, others on this machine could read every answer and token. */
function passwordOf(dir) {
  const file = join(folder(dir), 'password');
  if (!existsSync(file)) {
    mkdirSync(folder(dir), { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

function configOf(dir, { cwd, port, busPort }) {
  return `bind 127.0.0.1
port ${port}
requirepass ${passwordOf(dir)}
daemonize yes
dir "${cwd}"
pidfile "${cwd}/redis.pid"
logfile "${cwd}/redis.log"
# At most a second is lost when the machine dies, nothing when only Redis does.
appendonly yes
appendfsync everysec
save ""
# A room that was thrown out to make space would be gone without a word.
maxmemory-policy noeviction
# Deadlines ring when their key expires.
notify-keyspace-events Ex
${busPort === undefined ? '' : clusterConfigOf(dir, busPort)}`;
}

function clusterConfigOf(dir, busPort) {
  return `masterauth ${passwordOf(dir)}
cluster-enabled yes
cluster-port ${busPort}
cluster-node-timeout 2000
# Where some slots have no primary, the others go on.
cluster-require-full-coverage no
repl-diskless-sync-delay 0
`;
}

export function redisPids({ dir }) {
  return pidsOf(dir, 'redis');
}

export async function redisAnswers(settings) {
  const lines = [`AUTH ${passwordOf(settings.dir)}`, 'PING'];
  const answers = await Promise.all(
    nodesOf(settings).map(({ port }) => ask(port, lines, ANSWER_MS).catch(() => [])),
  );
  return answers.every((one) => one.join() === '+OK,+PONG');
}

/** For the environment of the processes, which only their user can read. */
export function redisUrl(settings) {
  const { dir, REDIS_URL, REDIS_CLUSTER } = settings;
  const kind = REDIS_CLUSTER === 'on' ? 'redis+cluster' : 'redis';
  const hosts = nodesOf(settings).map(({ port }) => `127.0.0.1:${port}`);
  return REDIS_URL ?? `${kind}://:${passwordOf(dir)}@${hosts.join()}`;
}

/** Where ours are, for people. */
export const redisPlace = (settings) => namesOf(redisNodes(redisUrl(settings)));

/** Whether ours runs since before it had a password. */
export function redisIsOpen({ dir }) {
  const config = existsSync(configFile(dir)) ? readFileSync(configFile(dir), 'utf8') : '';
  return pidsOf(dir, 'redis').length > 0 && !/^requirepass /m.test(config);
}

/** Nothing to do where the operator has a Redis (REDIS_URL) or ours runs. */
export function redisIsMissing(settings) {
  return settings.REDIS_URL === undefined && redisPids(settings).length < nodesOf(settings).length;
}

/** Ours needs a free port, the operator's somebody who listens. */
export async function checkRedisPort(settings) {
  const { REDIS_URL } = settings;
  if (REDIS_URL === undefined) {
    for (const { port, busPort = port } of missingOf(settings))
      for (const one of new Set([port, busPort])) await mustBeFree(one, '127.0.0.1', 'REDIS_PORT');
    return;
  }
  const nodes = redisNodes(REDIS_URL);
  const listening = nodes.map(({ host, port }) => listens(host, port, CONNECT_MS));
  if (!(await Promise.all(listening)).includes(true))
    throw new ClusterError(`REDIS_URL: nobody answers at ${namesOf(nodes)}`);
}

/** Those that do not run. */
function missingOf(settings) {
  const running = cwdsOf(settings.dir, 'redis');
  return nodesOf(settings).filter(({ cwd }) => !running.includes(cwd));
}

export async function startRedis(settings) {
  const { dir } = settings;
  for (const node of missingOf(settings)) {
    const { cwd } = node;
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'redis.conf'), configOf(dir, node));
    const how = { cwd, withinMs: START_MS };
    const { code, output } = await capture(whereIs('redis-server'), ['redis.conf'], how);
    if (code !== 0) throw new ClusterError(`Redis did not start; see ${cwd}/redis.log\n${output}`);
  }
  if (!(await answersWithin(settings, START_MS)))
    throw new ClusterError(`Redis does not answer; see ${folder(dir)}`);
  if (settings.REDIS_CLUSTER === 'on') await joinNodes(settings);
}

/** The first time; after that they know each other by their files. */
async function joinNodes(settings) {
  const nodes = nodesOf(settings);
  const password = passwordOf(settings.dir);
  const [first] = nodes;
  const [, exists = ''] = await ask(first.port, [`AUTH ${password}`, 'EXISTS a'], ANSWER_MS);
  if (!exists.includes('Hash slot not served')) return;
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const args = ['--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes'];
  const env = { ...process.env, REDISCLI_AUTH: password };
  const how = { env, withinMs: START_MS };
  const { code, output } = await capture(whereIs('redis-cli'), args, how);
  if (code !== 0) throw new ClusterError(`the Redis Cluster was not made:\n${output}`);
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
