/** `npm test [-- vitest arguments]`: sets up what is missing, runs every test, counts them. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkNodeVersion } from './lib/node-version.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, runVisibly, toolPath } from './lib/run.mjs';
import { BROWSER_PACKAGES, installPackages } from './lib/system-packages.mjs';
import { summarize } from './lib/test-report.mjs';

const REPORT = join(root, 'test-results/vitest.json');

function readReport() {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    return undefined;
  }
}

checkNodeVersion();
endWithParent();
if (!(await installPackages([...BROWSER_PACKAGES, 'redis-server', 'nginx', 'postgresql'])))
  process.exit(2);
if (!(await prepare())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const userArgs = process.argv.slice(2);
rmSync(REPORT, { force: true });
const exitCode = await runVisibly(process.execPath, [
  toolPath('vitest'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${REPORT}`,
  ...userArgs,
]);

// With a title filter the rest is left out on purpose; without one nothing may be.
const filtered = userArgs.some((arg) => /^(-t|--testNamePattern)\b/.test(arg));
const { passed, failed, problems, remarks } = summarize(readReport(), { exitCode, filtered });
for (const line of [...remarks, ...problems]) console.log(line);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = exitCode || (failed > 0 ? 1 : 0);
