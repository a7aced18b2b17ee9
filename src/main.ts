import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { startApp } from './app.js';
import { readConfig, type Config } from './config.js';
import { greeting } from './greeting.js';
import { BuiltInQuizBank } from './quiz/bank/built-in-bank.js';

/** The program runs from `dist/src`; the built client lies in `dist/web`. */
const WEB_DIR = join(import.meta.dirname, '../web');
const SETS_DIR = join(import.meta.dirname, 'quiz/bank/sets');

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readSettings();
  const logger = pino({ level: config.LOG_LEVEL });
  const bank = await BuiltInQuizBank.load(SETS_DIR);
  const app = await startApp(config, bank, WEB_DIR, logger);
  if (process.send === undefined) process.stdout.write(greeting(app.port, app.joinBase));
  // Whoever started us as one of several processes greets for all, when the last one is ready.
  else process.send('ready');

  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    logger.info({ signal }, 'closing');
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'could not close');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
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
