/** The starters of a package run this, in the folder of the package, with the Node.js in it. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { firstWords, homeFolder, refusal } from '../../../dist/server/at-home.js';

if (existsSync('.env')) process.loadEnvFile('.env');
const { env, platform } = process;
const refused = refusal(env);
if (refused !== undefined) {
  process.stderr.write(refused);
  process.exit(2);
}
env.DATA_DIR ||= homeFolder({ platform, env, home: homedir() });
env.OPEN ||= 'true';
// One process has time to answer a few friends sooner.
env.SMALL_ROOMS ||= 'fast';
process.stdout.write(firstWords(env.DATA_DIR));
await import('../../../dist/server/main.js');
