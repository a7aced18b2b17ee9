/** `npm start`: one process that hosts a hall, from a fresh clone if need be. */
import { existsSync } from 'node:fs';
import { runBuilt } from './lib/run-built.mjs';

if (existsSync('.env')) process.loadEnvFile('.env');
// One process has time to answer a few friends sooner.
process.env.SMALL_ROOMS ||= 'fast';
await runBuilt('dist/server/main.js');
