import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/swarm/main.js', {
  name: 'swarm',
  words: '[options]',
  about: 'Thousands of simulated players against a running server.',
});
