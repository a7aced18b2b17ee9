/** What the cluster commands do, part by part. Each takes its options and resolves with its exit code. */
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { prepare } from '../prepare.mjs';
import { root } from '../run.mjs';
import { installPackages } from '../system-packages.mjs';
import * as nginx from './nginx.mjs';
import { endAll, ownProcesses, pidsOf } from './own-processes.mjs';
import * as pm2 from './pm2.mjs';
import * as postgres from './postgres.mjs';
import * as redis from './redis.mjs';
import {
  appPorts,
  ClusterError,
  envFile,
  given,
  keepSettings,
  readSettings,
  runningSettings,
  runtimeDir,
} from './settings.mjs';
import { printParts, printStatus, statusOf } from './status.mjs';

const READY_MS = 30_000;
/** For those left over to end when asked to, and again when they are killed. */
const CLEAR_MS = 5_000;
/** For the players of one process to settle before those of the next one are sent away. */
const BETWEEN_RESTARTS_MS = 2_000;
const WATCH_MS = 5_000;
const ROOMS_MS = 2_000;

async function step(title, work) {
  const began = Date.now();
  process.stdout.write(`${title} … `);
  try {
    await work();
  } catch (error) {
    console.log('failed');
    throw error;
  }
  console.log(`${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** `dist` is there by now. */
function importBuilt(path) {
  return import(pathToFileURL(join(root, 'dist', path)).href);
}

/** The address is found just as a single process finds it. */
async function withPublicUrl(settings) {
  const { joinBase } = await importBuilt('src/server/http/lan-address.js');
  const { CLUSTER_PORT, TLS_PORT, TLS_CERT, PUBLIC_URL } = settings;
  const plain = joinBase(PUBLIC_URL, CLUSTER_PORT);
  const secure = joinBase(PUBLIC_URL, TLS_PORT).replace(/^http:/, 'https:');
  return { ...settings, publicUrl: TLS_CERT === undefined ? plain : secure };
}

async function waitUntilReady({ CLUSTER_PORT }) {
  const until = Date.now() + READY_MS;
  while (!(await pm2.appIsReady(CLUSTER_PORT))) {
    if (Date.now() > until)
      throw new ClusterError(`http://localhost:${CLUSTER_PORT}/health/ready does not answer 200`);
    await sleep(100);
  }
}

/** Reads what all processes will read, so that a secret that cannot be used is told before anything starts. */
async function readServerConfig() {
  const { readConfig } = await importBuilt('src/server/platform/config/config.js');
  try {
    return readConfig(given());
  } catch (error) {
    throw new ClusterError(error.message, 2);
  }
}

/** Asks the built program, which alone knows which lines of .env are no settings, and at which ports no page can be. */
async function checkSettings(settings) {
  const [file, ports] = await Promise.all(
    ['env-file.js', 'web-ports.js'].map((name) =>
      importBuilt(`src/server/platform/config/${name}`),
    ),
  );
  for (const line of file.strangeLines(envFile())) console.error(line);
  const { CLUSTER_PORT, TLS_CERT, TLS_PORT } = settings;
  const named = [
    ['CLUSTER_PORT', CLUSTER_PORT],
    ...(TLS_CERT === undefined ? [] : [['TLS_PORT', TLS_PORT]]),
    ...appPorts(settings).map((port) => ['PORT', port]),
  ];
  for (const [name, port] of named) {
    const fault = ports.webPortFault(port);
    if (fault !== undefined) throw new ClusterError(`${name}: ${fault}`, 2);
  }
}

/** The operator's way to kept quiz sets, where there are any. */
async function deskPath({ hasOwnPostgres, DATABASE_URL }, secret) {
  if (!hasOwnPostgres && DATABASE_URL === undefined) return undefined;
  const key = await importBuilt('src/server/desk/accounts/operator-key.js');
  return key.deskPath(secret);
}

async function greet(settings, { SECRET, DATA_DIR }) {
  const { CLUSTER_PORT, publicUrl } = settings;
  const { greetingFor } = await importBuilt('src/server/operator-links.js');
  const desk = await deskPath(settings, SECRET);
  const text = greetingFor(
    { port: CLUSTER_PORT, joinBase: publicUrl, desk },
    { isTerminal: process.stdout.isTTY, dataDir: DATA_DIR },
  );
  console.log(`${text}  npm run cluster:status, cluster:reload, cluster:stop\n`);
}

/** What the parts write is for their user only: rooms, tokens, a password. */
function keepPrivate(dir) {
  process.umask(0o077);
  mkdirSync(dir, { recursive: true });
  // An older version made it for everybody; PostgreSQL's user may pass through.
  chmodSync(dir, statSync(dir).mode & 0o710);
}

const isOld = () =>
  new ClusterError(
    'This cluster was started by an older version: npm run cluster:stop, then npm run cluster',
  );

function isRunning(dir) {
  return ownProcesses(dir).length > 0;
}

/**
 * Starts what does not run; what an earlier run left behind in pieces is cleared away first. With
 * `--as-built`, newer sources wait for the next start. `--redis-cluster` is the setting REDIS_CLUSTER=on.
 */
async function start(options) {
  const dir = runtimeDir();
  if (options.includes('--redis-cluster')) process.env.REDIS_CLUSTER = 'on';
  const settings = readSettings(dir, { isRunning: isRunning(dir) });
  const packages = [
    ...(settings.REDIS_URL === undefined ? ['redis-server'] : []),
    ...(settings.hasOwnPostgres ? ['postgresql'] : []),
    'nginx',
  ];
  if (!(await installPackages(packages))) return 2;
  if (!options.includes('--as-built') && !(await prepare())) return 1;
  await checkSettings(settings);
  const whole = await withPublicUrl(settings);
  if (redis.redisIsOpen(whole)) throw isOld();
  keepPrivate(dir);
  const config = await readServerConfig();
  const wasRunning = isRunning(dir);
  try {
    await startMissing(whole);
  } catch (error) {
    // Half a cluster that restarts in the background for ever is worse than none.
    if (!wasRunning && isRunning(dir)) await stopAll(dir);
    throw error;
  }
  await greet(whole, config);
  return 0;
}

/** Ends processes that outlived their leader after a crash: nobody could end them later, and they hold ports. */
function leftOver(settings) {
  const hasDaemon = pm2.hasDaemon(settings);
  const isLed = {
    app: hasDaemon,
    pm2: hasDaemon,
    nginx: nginx.nginxPid(settings) !== undefined,
    postgres: postgres.postgresPid(settings) !== undefined,
    redis: true,
  };
  return ownProcesses(settings.dir).filter(({ part }) => !isLed[part]);
}

const named = (processes) => processes.map(({ pid, part }) => `${part} ${pid}`).join(', ');

async function clearAway(settings) {
  const left = leftOver(settings);
  if (left.length === 0) return;
  await step(`Clearing away what a crash has left (${named(left)})`, async () => {
    const parts = new Set(left.map(({ part }) => part));
    await Promise.all([...parts].map((part) => endAll(settings.dir, part, CLEAR_MS)));
    const still = leftOver(settings);
    if (still.length > 0) throw new ClusterError(`Not to be ended: ${named(still)}`);
  });
}

async function startMissing(settings) {
  await clearAway(settings);
  let apps = await pm2.listApps(settings);
  if (apps.length !== settings.PROCESSES) {
    if (pm2.hasDaemon(settings))
      await step('Stopping what a start that was cut short has left', () => pm2.stopApps(settings));
    apps = [];
  }
  const needsRedis = redis.redisIsMissing(settings);
  const needsPostgres = postgres.postgresIsMissing(settings);
  const needsNginx = nginx.nginxPid(settings) === undefined;

  if (needsRedis || settings.REDIS_URL !== undefined) await redis.checkRedisPort(settings);
  if (needsPostgres) await postgres.checkPostgresPort(settings);
  if (apps.length === 0) await pm2.checkAppPorts(settings);
  if (needsNginx) await nginx.checkNginxPorts(settings);

  keepSettings(settings);
  if (needsRedis) await step('Starting Redis', () => redis.startRedis(settings));
  if (needsPostgres) await step('Starting PostgreSQL', () => postgres.startPostgres(settings));
  if (apps.length === 0)
    await step(`Starting ${settings.PROCESSES} processes`, () => pm2.startApps(settings));
  for (const app of apps.filter(({ status: state }) => state !== 'online'))
    await step(`Restarting the process on port ${app.port}`, () => pm2.restartApp(settings, app));
  if (needsNginx) await step('Starting nginx', () => nginx.startNginx(settings));
  await waitUntilReady(settings);
}

/** `--watch` shows it over and over, until it is ended. */
async function status(options) {
  const settings = () => runningSettings(runtimeDir());
  if (options.includes('--json')) return printParts(settings());
  if (!options.includes('--watch')) return printStatus(settings());
  for (;;) {
    console.clear();
    console.log(new Date().toLocaleTimeString());
    await printStatus(settings());
    await sleep(WATCH_MS);
  }
}

/**
 * Processes of another ROOM_SCHEMA cannot read the rooms that are open, and do not start beside them. So they come only
 * when no room is open; with `waits` that is waited for, and meanwhile no new one opens. Resolves with the processes
 * that are of another one.
 */
async function untilNoRoomIsLost(settings, apps, waits) {
  const { ROOM_SCHEMA } = await importBuilt('src/game/room-change.js');
  let told;
  for (;;) {
    const looks = await looksAt(settings, apps);
    const others = looks.filter(({ schema }) => schema !== ROOM_SCHEMA);
    if (looks.length > 0 && others.length === 0) return [];
    if (looks.length === 0 && told === undefined) {
      // Those that do not run look for themselves when they start.
      if (apps.every(({ status: state }) => state !== 'online')) return [];
      throw new ClusterError(
        'No process says whether rooms are open that this release cannot go on with: npm run cluster:status',
      );
    }
    if (looks.length === 0 && !isRunning(settings.dir))
      throw new ClusterError('It was stopped meanwhile: npm run cluster');
    if (others.some(({ openRooms }) => openRooms === undefined)) throw isOld();
    // One that cannot tell may have any number, and so have those that are just away.
    const rooms =
      others.length === 0
        ? Infinity
        : Math.max(...others.map(({ openRooms }) => openRooms ?? Infinity));
    if (rooms > 0 && !waits)
      throw new ClusterError(
        `This release cannot go on with the rooms that are open (rooms ${others[0].schema} → ${ROOM_SCHEMA}). ` +
          'Let the games end, then: npm run cluster:stop, npm run cluster. Or let this wait until the last ' +
          'room has ended, and open no new ones meanwhile: npm run cluster:reload -- --wait',
      );
    // Seen once more after the doors were closed, as one may just have opened.
    if (rooms === 0 && told !== undefined) return others;
    openNoRooms(looks);
    if (rooms > 0 && rooms !== told)
      console.log(
        `Waiting for the end of ${rooms === Infinity ? 'all' : rooms} open rooms; no new ones open`,
      );
    told = rooms;
    if (rooms > 0) await sleep(ROOMS_MS);
  }
}

/** `/status.json` of those that answer, with their ports. */
async function looksAt(settings, apps) {
  const looks = await Promise.all(
    apps.map(async ({ port }) => ({ port, ...(await statusOf(settings, port)).status })),
  );
  return looks.filter(({ schema }) => schema !== undefined);
}

/** For the next 30 s. Only those that answered: one that only starts would be ended by the signal. */
function openNoRooms(looks) {
  for (const { pid } of looks)
    try {
      process.kill(pid, 'SIGUSR2');
    } catch {
      // It has ended since.
    }
}

/** New code and settings, one process after the other, while the others play on. */
async function reload(options) {
  const dir = runtimeDir();
  if (!isRunning(dir)) throw new ClusterError('Nothing runs here: npm run cluster');
  const settings = await withPublicUrl(readSettings(dir, { isRunning: true }));
  if (!(await prepare())) return 1;
  await checkSettings(settings);
  const apps = await pm2.listApps(settings);
  if (apps.length === 0 || nginx.nginxPid(settings) === undefined)
    throw new ClusterError('Not all parts run: npm run cluster');
  // nginx would look for sockets where processes of that time listen at ports only.
  if (!apps.every(({ hasSocket }) => hasSocket) || redis.redisIsOpen(settings)) throw isOld();
  const before = runningSettings(dir);
  const others = await untilNoRoomIsLost(before, apps, options.includes('--wait'));
  keepPrivate(dir);
  if (await nginx.reloadNginx(settings)) console.log('nginx has taken over its new settings');
  keepSettings(settings);
  for (const [index, app] of apps.entries()) {
    if (index > 0) await sleep(BETWEEN_RESTARTS_MS);
    openNoRooms(others.filter(({ port }) => port >= app.port));
    await step(`Replacing the process on port ${app.port}`, () => pm2.restartApp(settings, app));
  }
  await pm2.restartLogKeeper(settings);
  await waitUntilReady(settings);
  return 0;
}

/** The processes first, so that players are told and everything is in Redis. */
async function stopAll(dir) {
  await step('Stopping the processes', () => pm2.stopApps({ dir }));
  await step('Stopping nginx', () => nginx.stopNginx({ dir }));
  await step('Stopping Redis', () => redis.stopRedis({ dir }));
  if (pidsOf(dir, 'postgres').length > 0)
    await step('Stopping PostgreSQL', () => postgres.stopPostgres({ dir }));
}

async function stop() {
  const dir = runtimeDir();
  const before = ownProcesses(dir);
  if (before.length === 0) {
    console.log('Nothing runs here');
    return 0;
  }
  await stopAll(dir);
  const left = ownProcesses(dir);
  if (left.length > 0) throw new ClusterError(`Still there: ${named(left)}`);
  console.log(`All ${before.length} have ended`);
  return 0;
}

export const commands = { start, status, reload, stop };
