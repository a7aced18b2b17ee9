import { readFileSync } from 'node:fs';
import { nginxPid } from './nginx.mjs';
import { pidsOf } from './own-processes.mjs';
import { appIsReady, listApps } from './pm2.mjs';
import { postgresAnswers, postgresPid } from './postgres.mjs';
import { redisAnswers, redisPid } from './redis.mjs';
import { appPorts } from './settings.mjs';

function row(part, isWell, ...rest) {
  const words = [part.padEnd(12), isWell ? 'runs' : 'DOWN', ...rest];
  console.log(words.join('  '));
  return isWell;
}

async function redisRow(settings) {
  if (settings.REDIS_URL !== undefined) {
    // Without a user and a password, which terminals remember.
    const host = URL.canParse(settings.REDIS_URL) ? new URL(settings.REDIS_URL).host : '';
    console.log(`${'redis'.padEnd(12)}  yours at ${host || 'REDIS_URL'}`);
    return true;
  }
  const pid = redisPid(settings);
  const isWell = pid !== undefined && (await redisAnswers(settings));
  return row('redis', isWell, `pid ${pid ?? '-'}`, `127.0.0.1:${settings.REDIS_PORT}`);
}

async function postgresRow(settings) {
  if (!settings.hasOwnPostgres) return true;
  const isWell = await postgresAnswers(settings);
  const pid = postgresPid(settings) ?? '-';
  return row('postgresql', isWell, `pid ${pid}`, `127.0.0.1:${settings.POSTGRES_PORT}`);
}

async function appRow(port, app) {
  const isWell = app?.status === 'online' && (await appIsReady(port));
  if (app === undefined) return row(`madang ${port}`, false);
  const minutes = Math.floor(app.upMs / 60_000);
  return row(
    `madang ${port}`,
    isWell,
    `pid ${app.pid || '-'}`,
    `up ${minutes} min`,
    `${app.restarts} restarts`,
    `${Math.round(app.memoryBytes / 2 ** 20)} MB`,
    `${app.connections} connections`,
  );
}

/** A line for each part; resolves with 0 if all of them do their work, else with 1. */
export async function printStatus(settings) {
  const apps = await listApps(settings);
  const pid = nginxPid(settings);
  const well = [await redisRow(settings), await postgresRow(settings)];
  for (const port of appPorts(settings))
    well.push(
      await appRow(
        port,
        apps.find((app) => app.port === port),
      ),
    );
  well.push(
    row(
      'nginx',
      pid !== undefined,
      `pid ${pid ?? '-'}`,
      `port ${settings.CLUSTER_PORT}`,
      settings.BALANCE,
    ),
  );
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
