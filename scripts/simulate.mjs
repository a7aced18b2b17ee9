/** `npm run simulate [-- GAMES]`: what each way to score does in a made-up hall. */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/simulation/main.js');
