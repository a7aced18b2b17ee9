import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/simulation/main.js', {
  name: 'simulate',
  words: '[GAMES | crowd | oracle …]',
  about:
    'What each way to score does in a made-up hall, what a big room is told, or games under faults.',
});
