import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/bench/main.js', {
  name: 'bench',
  words: '[piece…] [options]',
  about: 'What the pieces of the hot path cost on this machine.',
});
