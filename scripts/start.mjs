import { existsSync } from 'node:fs';
import { readLine } from './lib/command-line.mjs';
import { runBuilt } from './lib/run-built.mjs';

readLine({
  name: 'start',
  about: `One process that hosts a hall, from a fresh clone if need be. Its settings come from the
environment and from the file .env: .env.example tells all of them.`,
});
if (existsSync('.env')) process.loadEnvFile('.env');
// One process has time to answer a few friends sooner.
process.env.SMALL_ROOMS ||= 'fast';
await runBuilt('dist/server/main.js');
