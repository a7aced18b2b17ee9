import { checkNodeVersion } from './lib/node-version.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { runTests } from './lib/run-tests.mjs';
import { BROWSER_PACKAGES, installPackages } from './lib/system-packages.mjs';
import { readLine } from './lib/command-line.mjs';

const { words } = readLine({
  name: 'test',
  passesOn: 'vitest, as -t TITLE or the path of a file',
  about: 'Sets up what is missing, runs every test, and counts them.',
});

checkNodeVersion();
endWithParent();
const SERVERS = [
  'redis-server',
  'nginx',
  'postgresql',
  'pgbouncer',
  'haproxy',
  'caddy',
  'prometheus',
];
if (!(await installPackages([...BROWSER_PACKAGES, ...SERVERS]))) process.exit(2);
if (!(await prepare())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
await runTests(words);
