import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/hostile/main.js', {
  name: 'hostile',
  words: '[options]',
  about: 'Hostile clients beside a hall that plays, on a server of its own.',
});
