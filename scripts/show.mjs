import { runBuilt } from './lib/run-built.mjs';

await runBuilt('dist/load-test/show/main.js', {
  name: 'show',
  words: '[options]',
  about: 'How evenly a projector draws the beats of a reveal on this machine; and films of games.',
});
