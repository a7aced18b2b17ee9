/** `npm start`: one process that hosts a hall, from a fresh clone if need be. */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/src/main.js');
