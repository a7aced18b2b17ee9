#!/usr/bin/env node
/** `npx madang`: the built server, as somebody runs it who has no checkout. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { readLine } from './lib/command-line.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';

const PATHS = ['DATA_DIR', 'SOCKET_DIR', 'WORD_LIST_FILE', 'THEME_FILE', 'MAP_FILE'];

readLine({
  name: 'npx madang',
  about: `Hosts a hall from this computer. Its settings come from the environment, or from a file .env in the
folder of its data, which it tells when it starts.`,
});
checkNodeVersion();
const { firstWords, homeFolder } = await import('../dist/src/server/at-home.js');
const { env, platform } = process;
env.DATA_DIR ||= homeFolder({ platform, env, home: homedir() });
env.OPEN ||= 'true';
// One process has time to answer a few friends sooner.
env.SMALL_ROOMS ||= 'fast';
for (const name of PATHS) if (env[name]) env[name] = resolve(env[name]);
mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
// The folder where somebody happens to be may have an .env of another program.
process.chdir(env.DATA_DIR);
process.stdout.write(firstWords(env.DATA_DIR));
await import('../dist/server/main.js');
