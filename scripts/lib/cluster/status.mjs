import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { nginxPid } from './nginx.mjs';
import { pidsOf } from './own-processes.mjs';
import { appIsReady, listApps } from './pm2.mjs';
import { postgresAnswers, postgresPid } from './postgres.mjs';
import { redisAnswers, redisIsMissing, redisPids, redisPlace } from './redis.mjs';
import { namesOf, redisNodes } from './redis-nodes.mjs';
import { fetchText } from './ports.mjs';
import { appPorts, figuresOf } from './settings.mjs';

const ANSWER_MS = 2_000;
/** Below the name of its part. */
const INDENT = ' '.repeat(14);

function row(part, isWell, ...rest) {
  const words = [part.padEnd(12), isWell ? 'runs' : 'DOWN', ...rest];
  console.log(words.join('  '));
  return isWell;
}

async function redisRow(settings) {
  if (settings.REDIS_URL !== undefined) {
    // Without a user and a password, which terminals remember.
    console.log(`${'redis'.padEnd(12)}  yours at ${namesOf(redisNodes(settings.REDIS_URL))}`);
    return true;
  }
  const pids = redisPids(settings);
  const isWell = !redisIsMissing(settings) && (await redisAnswers(settings));
  return row('redis', isWell, `pid ${pids.join(', ') || '-'}`, redisPlace(settings));
}

async function postgresRow(settings) {
  if (!settings.hasOwnPostgres) return true;
  const isWell = await postgresAnswers(settings);
  const pid = postgresPid(settings) ?? '-';
  return row('postgresql', isWell, `pid ${pid}`, `127.0.0.1:${settings.POSTGRES_PORT}`);
}

/** `/status.json` of the process; where there is none, `why`. */
export async function statusOf(settings, port) {
  const place = { ...figuresOf(settings, port), path: '/status.json' };
  try {
    return { status: JSON.parse(await fetchText(place, ANSWER_MS)) };
  } catch (error) {
    const isNoJson = error instanceof SyntaxError;
    return { why: isNoJson ? `${place.host}:${place.port} answers no JSON` : error.message };
  }
}

function appRow({ port, app, isReady, status, why }) {
  if (app === undefined) return row(`madang ${port}`, false);
  const minutes = Math.floor(app.upMs / 60_000);
  const isWell = app.status === 'online' && isReady;
  row(
    `madang ${port}`,
    isWell,
    `pid ${app.pid || '-'}`,
    `up ${minutes} min`,
    `${app.restarts} restarts`,
    `${Math.round(app.memoryBytes / 2 ** 20)} MB`,
    `${app.connections} connections`,
    ...(status === undefined ? [`no figures (${why})`] : loadOf(status)),
  );
  for (const warning of status?.warnings ?? []) console.log(`${INDENT}! ${warning}`);
  return isWell;
}

function loadOf({ version, rooms, players, core, loopP99Ms, isDraining }) {
  return [
    `${rooms} rooms`,
    `${players} players`,
    `core ${core.toFixed(2)}`,
    `loop p99 ${Math.round(loopP99Ms)} ms`,
    version,
    ...(isDraining ? ['sends its players away'] : []),
  ];
}

/** Processes that share a core have its room together. One that tells no figures is not reckoned with, and named. */
function roomRow(looks) {
  const known = looks.filter(({ status }) => status !== undefined);
  const halls = known.reduce((sum, { status }) => sum + status.moreHalls, 0);
  const more = Math.floor(halls * Math.min(1, availableParallelism() / looks.length));
  const isWhole = known.length === looks.length;
  const reckoned = isWhole ? '' : ` (${known.length} of ${looks.length} known)`;
  if (known.length > 0) console.log(`room for about ${more} more halls of 200${reckoned}`);
  return isWhole;
}

/** A line for each part; resolves with 0 if all of them do their work and tell their figures, else with 1. */
export async function printStatus(settings) {
  const apps = await listApps(settings);
  const pid = nginxPid(settings);
  const well = [await redisRow(settings), await postgresRow(settings)];
  const looks = await Promise.all(
    appPorts(settings).map(async (port) => ({
      port,
      app: apps.find((app) => app.port === port),
      isReady: await appIsReady(port),
      ...(await statusOf(settings, port)),
    })),
  );
  well.push(...looks.map(appRow));
  well.push(
    row(
      'nginx',
      pid !== undefined,
      `pid ${pid ?? '-'}`,
      `port ${settings.CLUSTER_PORT}`,
      settings.BALANCE,
    ),
  );
  well.push(roomRow(looks));
  const isReady = pid !== undefined && (await appIsReady(settings.CLUSTER_PORT));
  console.log(isReady ? `ready at http://localhost:${settings.CLUSTER_PORT}` : 'not ready');
  return isReady && well.every(Boolean) ? 0 : 1;
}

/** nginx's cache loader ends by itself a minute after the start. */
function stays(pid) {
  try {
    return !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('cache loader');
  } catch {
    return false;
  }
}

/** One line of JSON with the processes of each part, for programs that measure them; 0. */
export async function printParts(settings) {
  const { dir } = settings;
  const apps = await listApps(settings);
  const parts = [
    ...apps.map(({ port, pid }) => ({ name: `madang ${port}`, pids: [pid] })),
    { name: 'nginx', pids: pidsOf(dir, 'nginx').filter(stays) },
    { name: 'Redis', pids: pidsOf(dir, 'redis') },
    { name: 'PostgreSQL', pids: pidsOf(dir, 'postgres') },
    { name: 'pm2', pids: pidsOf(dir, 'pm2') },
  ];
  console.log(JSON.stringify({ parts: parts.filter(({ pids }) => pids.length > 0) }));
  return 0;
}
