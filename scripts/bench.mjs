/** `npm run bench [-- piece…] [options]`: what the pieces of the hot path cost on this machine. */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/bench/main.js');
