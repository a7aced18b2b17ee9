/** `npm run simulate [-- GAMES | crowd]`: what each way to score does in a made-up hall, or what a big room is told. */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/simulation/main.js');
