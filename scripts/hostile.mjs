/** `npm run hostile -- [options]`: hostile clients beside a hall that plays, on a server of its own. */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/hostile/main.js');
