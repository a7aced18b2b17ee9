/** `npm run swarm -- [options]`: thousands of simulated players against a running server. */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/swarm/main.js');
