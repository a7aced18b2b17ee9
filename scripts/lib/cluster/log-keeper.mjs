/** Runs beside the cluster's processes, under pm2, and keeps the logs of all parts from growing for ever. */
import { join } from 'node:path';
import { rotate } from './rotate-log.mjs';

const LOOK_EVERY_MS = 60_000;
const MAX_BYTES = 10_000_000;
const KEPT = 5;
const LOGS = [
  'pm2/logs/madang.log',
  'pm2/pm2.log',
  'nginx/logs/error.log',
  'redis/redis.log',
  'postgres/postgres.log',
];

const [folder] = process.argv.slice(2);

function look() {
  for (const log of LOGS) {
    try {
      rotate(join(folder, log), MAX_BYTES, KEPT);
    } catch (error) {
      console.error(`${log} could not be rotated: ${error.message}`);
    }
  }
}

look();
setInterval(look, LOOK_EVERY_MS);
process.send('ready');
