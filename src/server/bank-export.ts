/** `npm run bank:export -- FOLDER [FILE]`: every kept set as a file, of this server or of a backup. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from './platform/config/config.js';
import { writePrivately } from './private-files.js';
import { chooseEngine } from './platform/database/choose-engine.js';
import { Database } from './platform/database/database.js';
import { exportSets } from './desk/sets/export-sets.js';

const [folder, backup, ...more] = process.argv.slice(2);
// What is exported has the answers in it.
writePrivately();
if (existsSync('.env')) process.loadEnvFile('.env');
const config = readSettings();
const path = backup ?? join(config.DATA_DIR, 'madang.db');

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

if (folder === undefined || folder.startsWith('-') || more.length > 0) {
  console.error('Into which folder? npm run bank:export -- FOLDER [FILE OF A BACKUP]');
  process.exitCode = 2;
} else if (!existsSync(path) && config.DATABASE_URL === undefined) {
  console.error(`There is no ${path}`);
  process.exitCode = 1;
} else {
  const engine = chooseEngine({
    url: backup === undefined ? config.DATABASE_URL : undefined,
    isShared: false,
    path,
    workerFile: join(import.meta.dirname, 'platform/database/sqlite/worker.js'),
  });
  const database = new Database(engine);
  try {
    const count = await exportSets(database, folder);
    console.log(`quiz sets written to ${folder}: ${count}`);
  } catch (error) {
    const hint =
      database.problem === 'is in use by another process'
        ? ': stop the server first, or name a backup of DATA_DIR/backups'
        : '';
    console.error(`${(error as Error).message}${hint}`);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
}
