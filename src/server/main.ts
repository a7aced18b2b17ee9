import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { watchAddress } from './address-watch.js';
import { startApp } from './app.js';
import { choosePort } from './choose-port.js';
import { readConfig, type Config } from './platform/config/config.js';
import { strangeLines } from './platform/config/env-file.js';
import { chooseEngine } from './platform/database/choose-engine.js';
import { Database } from './platform/database/database.js';
import { phaseLengths } from './platform/config/phase-lengths.js';
import { EchoModule } from './live/gateway/echo.gateway.js';
import { newAddress } from './greeting.js';
import { removeLinkFiles } from './http/start/link-file.js';
import { greetingFor } from './operator-links.js';
import { TICKET_MS, ticketPath } from './http/start/start-ticket.js';
import { Backups } from './platform/database/sqlite/backups.js';
import { deskPath, startPath } from './desk/accounts/operator-key.js';
import { InterruptGuard } from './interrupt.js';
import { hasScreen, openBrowser, placeToOpen } from './open-browser.js';
import { readOwnMap } from './live/room/own-map.js';
import { KeepAwake } from './keep-awake.js';
import { makePrivate, writePrivately } from './private-files.js';
import { Maps } from './live/room/maps.js';
import { claimFolder, portOfBefore, type ClaimedFolder } from './running.js';
import { meetRunning } from './second-start.js';
import { BuiltInQuizBank } from './desk/sets/bank/built-in-bank.js';
import { childFilesIn } from './desk/child/child-files.js';
import { readVersion } from './version.js';
import { watchEventLoop } from './watchdog/watchdog.js';
import { readOwnTheme, type OwnTheme } from './platform/theme/own-theme.js';

/** Compiled to `dist/src/server`; the built client lies in `dist/web`. */
const WEB_DIR = join(import.meta.dirname, '../../web');
const DATABASE_WORKER = join(import.meta.dirname, 'platform/database/sqlite/worker.js');
const SETS_DIR = join(import.meta.dirname, 'desk/sets/bank/sets');

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  writePrivately();
  // Where there are several processes, the command that starts them tells it, once.
  if (existsSync('.env') && process.env['SUPERVISED'] !== 'true')
    for (const line of strangeLines(readFileSync('.env', 'utf8')))
      process.stderr.write(`${line}\n`);
  const { config, theme, maps } = readSettings();
  const logger = pino({ level: config.LOG_LEVEL });
  const open = makePrivate(config.DATA_DIR);
  if (open.length > 0)
    logger.warn(
      { paths: open },
      'other users may read these files, as they are not ours to change',
    );
  const folder = await claimOrEnd(config, logger);
  const bank = await BuiltInQuizBank.load(SETS_DIR);
  const database = openDatabase(config, logger);
  const app = await startApp({
    config,
    logger,
    database,
    bank,
    maps,
    lengths: phaseLengths(config),
    childFiles: childFilesIn(import.meta.dirname),
    modules: config.ECHO ? [EchoModule] : [],
    version: readVersion(),
    webDir: WEB_DIR,
    choosePort: () =>
      choosePort({
        given: config.PORT,
        host: config.HOST,
        before: portOfBefore(config.DATA_DIR),
        hasRooms: folder !== undefined && hasKeptRooms(config),
      }),
    ...(folder && { nonce: folder.nonce }),
    ...(theme && { theme }),
  }).catch(async (error: unknown) => {
    // A thread that is just opening the database would abort the process at its end.
    await database.close();
    folder?.release();
    throw error;
  });
  const { port, takenPort, hall, startPath: openPath } = app;
  folder?.listening(port);
  if (isReplaceable(config)) watchEventLoop(config.WATCHDOG_S, app.port);

  const backups = new Backups({
    workerFile: DATABASE_WORKER,
    path: databasePath(config),
    dir: join(config.DATA_DIR, 'backups'),
    isBusy: () => app.inUse().hasGame,
    failed: (error) => logger.warn({ err: error }, 'the quiz sets could not be backed up'),
  });
  const keepAwake =
    config.KEEP_AWAKE && config.REDIS_URL === undefined
      ? new KeepAwake({
          isNeeded: () => app.inUse().hasGame,
          failed: (error) => logger.info({ err: error }, 'the machine is not kept awake'),
        })
      : undefined;
  let closing = false;
  if (isEmbedded(config))
    void database.open().then(() => {
      if (!closing && database.problem === undefined) backups.start();
    });
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    folder?.ending();
    logger.info({ signal }, 'closing');
    keepAwake?.close();
    Promise.all([backups.stop(), app.close()]).then(
      () => {
        folder?.release();
        process.exit(0);
      },
      (error: unknown) => {
        logger.fatal({ err: error }, 'could not close');
        process.exit(1);
      },
    );
  };
  const guard = new InterruptGuard({
    isTerminal: process.stdin.isTTY && process.send === undefined,
    inUse: app.inUse,
    goOn: config.ROOMS === 'kept',
    now: () => performance.now(),
    say: (text) => process.stdout.write(text),
  });
  process.on('SIGINT', (signal) => {
    if (guard.isMeant()) close(signal);
  });
  process.on('SIGTERM', close);
  process.on('SIGUSR2', app.openNoRooms);
  // The window of the terminal is closed.
  process.on('SIGHUP', close);
  void app.stopAsked.then(() => close('SIGTERM'));

  // The parent process may end this one as soon as it hears that it is open.
  const secret = config.SECRET;
  if (process.send === undefined) {
    const start = openPath && startPath(secret);
    const { base } = hall;
    const desk = deskPath(secret);
    process.stdout.write(
      greetingFor(
        { port, takenPort, joinBase: base, desk, start },
        { isTerminal: process.stdout.isTTY, dataDir: config.DATA_DIR },
      ),
    );
    watchAddress(hall, (base) => process.stdout.write(newAddress(base)));
  }
  // Whoever started us as one of several processes greets for all, when the last one is ready.
  else process.send('ready');
  const { DATA_DIR: dataDir } = config;
  if (openPath !== undefined) forgetLinkFiles(dataDir);
  if (openPath !== undefined && wantsBrowser(config))
    void openBrowser(placeToOpen({ port, path: openPath(), dataDir }, logger), logger);
}

/** Ends the program where another process has the data folder; undefined where it need not be ours. */
async function claimOrEnd(config: Config, logger: Logger): Promise<ClaimedFolder | undefined> {
  const { DATA_DIR: dataDir, REDIS_URL, ROOMS, OPEN, SECRET } = config;
  if (REDIS_URL !== undefined || ROOMS === 'memory') return undefined;
  const claim = await claimFolder(dataDir);
  if (claim.kind === 'ours') return claim.folder;
  if (claim.kind === 'unknown') {
    logger.warn({ err: claim.error }, 'nobody keeps a second process off the data folder');
    return undefined;
  }
  process.exit(
    await meetRunning({
      dataDir,
      other: claim.by,
      opens: OPEN === true,
      open: ({ port, nonce }) =>
        openBrowser(
          placeToOpen({ port, path: ticketPath(SECRET, nonce), dataDir }, logger),
          logger,
        ),
      say: (text) => process.stdout.write(text),
    }),
  );
}

/** Removes the files of tickets that nobody has used in time, also those of a second start, which ends at once. */
function forgetLinkFiles(dataDir: string): void {
  const remove = (): void => removeLinkFiles(dataDir, undefined, Date.now());
  remove();
  setInterval(remove, TICKET_MS / 2).unref();
}

/** Whether a process before this one has left rooms, which it wrote there. */
function hasKeptRooms({ DATA_DIR }: Config): boolean {
  try {
    return readdirSync(join(DATA_DIR, 'rooms'), { withFileTypes: true }).some((one) =>
      one.isDirectory(),
    );
  } catch {
    // There are none, or they cannot be read, which is told by whoever tries.
    return false;
  }
}

function wantsBrowser({ OPEN: wanted }: Config): boolean {
  return hasScreen({
    wanted,
    env: process.env,
    platform: process.platform,
    isTerminal: process.stdout.isTTY,
    isSupervised: process.send !== undefined,
  });
}

const databasePath = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'madang.db');

/** Whether the database is a file of ours. */
const isEmbedded = ({ DATABASE_URL, REDIS_URL }: Config): boolean =>
  DATABASE_URL === undefined && REDIS_URL === undefined;

/** Whether a new process would take the place of this one, and its rooms would go on. */
const isReplaceable = ({ REDIS_URL, SUPERVISED, WATCHDOG_S }: Config): boolean =>
  REDIS_URL !== undefined && SUPERVISED && WATCHDOG_S > 0;

/** Opens it beside everything else: no game waits for it. */
function openDatabase(config: Config, logger: Logger): Database {
  const { DATABASE_URL, REDIS_URL } = config;
  const engine = chooseEngine({
    url: DATABASE_URL,
    isShared: REDIS_URL !== undefined,
    path: databasePath(config),
    workerFile: DATABASE_WORKER,
  });
  const database = new Database(engine, (problem, error) => {
    if (problem === undefined) logger.warn('quiz sets can be kept again');
    else logger.warn({ err: error }, `quiz sets cannot be kept, as the database ${problem}`);
  });
  // Nobody has to be told that there is none.
  if (DATABASE_URL !== undefined || REDIS_URL === undefined) void database.open();
  return database;
}

interface Settings {
  config: Config;
  theme: OwnTheme | undefined;
  maps: Maps;
}

function readSettings(): Settings {
  try {
    const config = readConfig(process.env);
    const { THEME_FILE, MAP_FILE } = config;
    return {
      config,
      theme: THEME_FILE === undefined ? undefined : readOwnTheme(THEME_FILE),
      maps: new Maps(MAP_FILE === undefined ? undefined : readOwnMap(MAP_FILE)),
    };
  } catch (error) {
    process.stderr.write(
      `${(error as Error).message}\nThe settings are explained in .env.example\n`,
    );
    process.exit(2);
  }
}

main().catch((error: unknown) => {
  // Taken, below 1024, or set aside by Windows for itself.
  const { syscall, message } = error as NodeJS.ErrnoException;
  const hint = syscall === 'listen' ? ' (set PORT to another one)' : '';
  process.stderr.write(`Madang could not start: ${message}${hint}\n`);
  process.exit(1);
});
