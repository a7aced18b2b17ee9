/** `npm run bank:export -- FOLDER [FILE]`: every kept quiz set as a JSON file (README.md). */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/src/server/bank-export.js');
