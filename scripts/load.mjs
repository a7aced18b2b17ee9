import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installLoadPackages } from './lib/load-packages.mjs';
import { runBuilt } from './lib/run-built.mjs';
import { root } from './lib/run.mjs';

const usage = {
  name: 'load',
  words: 'EXPERIMENT [options]',
  about: 'The load laboratory, with what only it needs installed.',
};

await runBuilt('dist/load-test/lab/main.js', usage, async () => {
  const { needsPackages } = await import(
    pathToFileURL(join(root, 'dist/load-test/lab/lab.js')).href
  );
  return !needsPackages(process.argv.slice(2)) || (await installLoadPackages());
});
