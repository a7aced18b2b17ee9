/** The processes of the program, and pm2 that keeps them running. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, root, toolPath } from '../run.mjs';
import { endAll, MARK, pidsOf, waitForEnd } from './own-processes.mjs';
import { connectionsTo, fetchText, mustBeFree } from './ports.mjs';
import { databaseUrl } from './postgres.mjs';
import { redisUrl } from './redis.mjs';
import { appPorts, ClusterError, figuresOf, socketDir, socketPath } from './settings.mjs';

/** Time that a command of pm2 may take beside the wait that it was asked for. */
const COMMAND_MS = 10_000;
/** Longer than `kill_timeout` in ecosystem.config.js. */
const STOP_MS = 15_000;
/** Longer than `listen_timeout` there, after which pm2 takes a process for started. */
const LISTEN_MS = 35_000;
const LOG_LINES = 20;

const home = (dir) => join(dir, 'pm2');

/** Throws where pm2 does not come to an end: a daemon that hangs would be waited for without one. */
async function run(dir, args, { settings = {}, waitsMs = 0 } = {}) {
  const env = {
    ...process.env,
    ...settings,
    NO_COLOR: '1',
    PM2_HOME: home(dir),
    // Without these it looks for a newer version of itself on the network.
    PM2_DISCRETE_MODE: 'true',
    PM2_DISABLE_VERSION_CHECK: 'true',
    [MARK]: dir,
  };
  // Somebody who runs us from below another pm2 would hand its mark on.
  delete env.pm_id;
  mkdirSync(home(dir), { recursive: true });
  const withinMs = COMMAND_MS + waitsMs;
  const done = await capture(process.execPath, [toolPath('pm2'), ...args], { env, withinMs });
  if (!done.isLate) return done;
  throw new ClusterError(
    `pm2 ${args[0]} did not end within ${withinMs / 1000} s; npm run cluster:stop ends what hangs`,
  );
}

/** The daemon itself, not a command of ours that talks to it. */
function daemonPid(dir) {
  return pidsOf(dir, 'pm2').find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('God Daemon');
    } catch {
      return false;
    }
  });
}

/** The processes as pm2 sees them, by port. */
export async function listApps({ dir }) {
  if (daemonPid(dir) === undefined) return [];
  const { stdout } = await run(dir, ['jlist', '--silent']);
  const list = JSON.parse(/^\[.*\]$/m.exec(stdout)?.[0] ?? '[]');
  return list
    .filter(({ name }) => name === 'madang')
    .map(({ pm_id: id, pid, pm2_env: app, monit }) => ({
      id,
      pid,
      port: Number(app.PORT),
      hasSocket: app.SOCKET_DIR !== undefined,
      status: app.status,
      restarts: app.restart_time,
      upMs: app.status === 'online' ? Date.now() - app.pm_uptime : 0,
      memoryBytes: monit.memory,
      connections: connectionsTo(socketPath({ dir }, Number(app.PORT))),
    }))
    .sort((a, b) => a.port - b.port);
}

export async function appIsReady(port) {
  const place = { host: '127.0.0.1', port, path: '/health/ready' };
  return fetchText(place, 2_000).then(
    () => true,
    () => false,
  );
}

/** Processes that outlived their pm2 are no use to the next one: they hold its ports. */
export function hasDaemon({ dir }) {
  return daemonPid(dir) !== undefined;
}

export async function checkAppPorts(settings) {
  for (const port of appPorts(settings)) {
    await mustBeFree(port, '127.0.0.1', 'PORT');
    if (settings.INTERNAL_PORT === undefined) continue;
    await mustBeFree(figuresOf(settings, port).port, settings.INTERNAL_HOST, 'INTERNAL_PORT');
  }
}

function lastLines(dir) {
  try {
    const log = readFileSync(join(home(dir), 'logs/madang.log'), 'utf8');
    return log.trimEnd().split('\n').slice(-LOG_LINES).join('\n');
  } catch {
    return '';
  }
}

async function mustBeOnline(settings, ports, output) {
  const apps = await listApps(settings);
  for (const port of ports) {
    const app = apps.find((one) => one.port === port);
    if (app?.status === 'online' && (await appIsReady(port))) continue;
    throw new ClusterError(
      `The process on port ${port} did not become ready (${app?.status ?? 'missing'})\n` +
        (lastLines(settings.dir) || output),
    );
  }
}

/** Starts all, one after the other; each has said that it is ready when the next one starts. */
export async function startApps(settings) {
  mkdirSync(socketDir(settings.dir), { recursive: true });
  const database = databaseUrl(settings);
  const { output } = await run(settings.dir, ['start', join(root, 'ecosystem.config.js')], {
    // And the keeper of the logs.
    waitsMs: (settings.PROCESSES + 1) * LISTEN_MS,
    settings: {
      PROCESSES: String(settings.PROCESSES),
      PORT: String(settings.PORT),
      REDIS_URL: redisUrl(settings),
      ...(database !== undefined && { DATABASE_URL: database }),
      SOCKET_DIR: socketDir(settings.dir),
      // As far above PORT for each; without it, one in .env would be the same for all.
      INTERNAL_PORT:
        settings.INTERNAL_PORT === undefined ? '' : `+${settings.INTERNAL_PORT - settings.PORT}`,
      PUBLIC_URL: settings.publicUrl,
    },
  });
  await mustBeOnline(settings, appPorts(settings), output);
}

/** Ends the process, which sends its players away first, and starts it anew. */
export async function restartApp(settings, { id, port }) {
  const waitsMs = STOP_MS + LISTEN_MS;
  const { output } = await run(settings.dir, ['restart', String(id)], { waitsMs });
  await mustBeOnline(settings, [port], output);
}

export async function restartLogKeeper({ dir }) {
  await run(dir, ['restart', 'logs'], { waitsMs: STOP_MS + LISTEN_MS });
}

/** All at once; each sends its players away. */
export async function stopApps({ dir }) {
  if (daemonPid(dir) !== undefined) {
    // One that hangs is ended below, as its processes are.
    await run(dir, ['kill'], { waitsMs: STOP_MS }).catch(() => {});
    await waitForEnd(dir, 'app', STOP_MS);
  }
  await endAll(dir, 'app', STOP_MS);
  await endAll(dir, 'pm2', STOP_MS);
}
