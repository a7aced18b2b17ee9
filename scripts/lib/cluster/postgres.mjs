/** A PostgreSQL of the project's own for kept quiz sets: its port, its folder, its data, its password. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { capture } from '../run.mjs';
import { postgresProgram } from '../system-packages.mjs';
import { endAll, pidsOf, signal, waitForEnd } from './own-processes.mjs';
import { listens, mustBeFree } from './ports.mjs';
import { ClusterError } from './settings.mjs';

const STOP_MS = 15_000;
const ANSWER_MS = 1_000;
/** To make the database on a slow disk; a start ends by itself after a minute. */
const COMMAND_MS = 120_000;
/** Of each process, as `src/server/platform/database/postgres` has it, and some for whoever looks in. */
const CONNECTIONS_PER_PROCESS = 4;
const MORE_CONNECTIONS = 10;
const USER = 'madang';

const folder = (dir) => join(dir, 'postgres');
const dataFolder = (dir) => join(folder(dir), 'data');
const lockFile = (dir) => join(dataFolder(dir), 'postmaster.pid');
const passwordFile = (dir) => join(folder(dir), 'password');

/** It does not run as root, and its package brings a user for it: the ids to run as, or undefined. */
async function owner() {
  if (process.getuid() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => {
      const { code, stdout } = await capture('id', [which, 'postgres']);
      if (code !== 0)
        throw new ClusterError('PostgreSQL does not run as root: start as another user');
      return Number(stdout);
    }),
  );
  return { uid, gid };
}

async function run(dir, program, ...args) {
  const how = { cwd: folder(dir), withinMs: COMMAND_MS, ...(await owner()) };
  return capture(postgresProgram(program), args, how);
}

/** Its user has to get through to its folder, and sees nothing else on the way. */
async function letThrough(dir, { uid, gid }) {
  for (const path of [dirname(dir), dir]) {
    chownSync(path, process.getuid(), gid);
    chmodSync(path, 0o710);
  }
  const { code } = await capture('test', ['-x', dir], { cwd: '/', uid, gid });
  if (code !== 0)
    throw new ClusterError(
      `PostgreSQL does not run as root, and its user does not reach ${dir}: start as another user, or set DATABASE_URL`,
    );
}

async function makeFolder(dir) {
  const as = await owner();
  if (as !== undefined) await letThrough(dir, as);
  mkdirSync(folder(dir), { recursive: true });
  if (as !== undefined) chownSync(folder(dir), as.uid, as.gid);
  if (existsSync(dataFolder(dir))) return;
  const file = passwordFile(dir);
  writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  if (as !== undefined) chownSync(file, as.uid, as.gid);
  // Appears whole: a start that was cut short leaves nothing that looks like a database.
  const part = `${dataFolder(dir)}.part`;
  rmSync(part, { recursive: true, force: true });
  const who = ['-U', USER, '-A', 'scram-sha-256', `--pwfile=${file}`];
  const { code, output } = await run(dir, 'initdb', '-D', part, ...who, '-E', 'UTF8', '--locale=C');
  if (code !== 0) throw new ClusterError(`PostgreSQL could not be set up:\n${output}`);
  renameSync(part, dataFolder(dir));
}

/** The server itself, not those that serve its connections. */
export function postgresPid({ dir }) {
  try {
    const [first] = readFileSync(lockFile(dir), 'utf8').split('\n');
    return pidsOf(dir, 'postgres').find((pid) => pid === Number(first));
  } catch {
    return undefined;
  }
}

export async function postgresAnswers(settings) {
  return (
    postgresPid(settings) !== undefined &&
    (await listens('127.0.0.1', settings.POSTGRES_PORT, ANSWER_MS))
  );
}

/** For the environment of the processes; undefined where no sets are kept. */
export function databaseUrl({ dir, DATABASE_URL, hasOwnPostgres, POSTGRES_PORT }) {
  if (!hasOwnPostgres) return DATABASE_URL;
  const password = readFileSync(passwordFile(dir), 'utf8').trim();
  return `postgres://${USER}:${password}@127.0.0.1:${POSTGRES_PORT}/postgres`;
}

export function postgresIsMissing(settings) {
  return settings.hasOwnPostgres && postgresPid(settings) === undefined;
}

export function checkPostgresPort({ POSTGRES_PORT }) {
  return mustBeFree(POSTGRES_PORT, '127.0.0.1', 'POSTGRES_PORT');
}

/** To be called when none of its processes is left. */
export async function startPostgres(settings) {
  const { dir, POSTGRES_PORT, PROCESSES } = settings;
  await makeFolder(dir);
  // Of one that was killed: it would take whoever has its number by now for itself.
  rmSync(lockFile(dir), { force: true });
  const connections = PROCESSES * CONNECTIONS_PER_PROCESS + MORE_CONNECTIONS;
  const options = `-p ${POSTGRES_PORT} -h 127.0.0.1 -c unix_socket_directories= -c max_connections=${connections}`;
  const args = ['start', '-w', '-s', '-D', dataFolder(dir), '-l', 'postgres.log', '-o', options];
  const { code, output } = await run(dir, 'pg_ctl', ...args);
  if (code !== 0)
    throw new ClusterError(`PostgreSQL did not start; see ${folder(dir)}/postgres.log\n${output}`);
}

/** It writes everything down and ends; connections that are left are cut. */
export async function stopPostgres(settings) {
  const { dir } = settings;
  const pid = postgresPid(settings);
  if (pid !== undefined) {
    signal(pid, 'SIGINT');
    if (await waitForEnd(dir, 'postgres', STOP_MS)) return;
  }
  await endAll(dir, 'postgres', STOP_MS);
}
