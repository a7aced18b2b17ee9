import { checkNodeVersion } from './lib/node-version.mjs';
import { packAll } from './lib/package/pack.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';
import { runTests } from './lib/run-tests.mjs';
import { readLine } from './lib/command-line.mjs';

const { words } = readLine({
  name: 'test:package',
  passesOn: 'vitest',
  about:
    'Makes the Linux package of this machine and what npx gets, runs both, and counts what held.',
});

checkNodeVersion();
endWithParent();
if (process.platform !== 'linux') {
  console.error('The package that can be tried by this is the one for Linux, on Linux.');
  process.exit(2);
}
if (!(await prepare())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
for await (const { file } of packAll([`linux-${process.arch}`])) console.log(file);
await runTests([`--root=${root}`, '--config=test/package/vitest.config.ts', ...words]);
