/**
 * `npm start`: one process that hosts a hall, from a fresh clone if need be.
 * package.json says `exec`, or a signal to npm would end only the shell between and leave us behind.
 */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/src/main.js');
