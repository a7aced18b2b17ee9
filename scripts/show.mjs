/** `npm run show [-- options]`: how evenly a projector draws the beats of a reveal on this machine. */
import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/show/main.js');
