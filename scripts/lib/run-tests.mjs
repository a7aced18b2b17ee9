/** A run of vitest, counted. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runVisibly, toolPath } from './run.mjs';
import { summarize } from './test-report.mjs';

const REPORT = join(root, 'test-results/vitest.json');

function readReport() {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs vitest with these arguments, says what was wrong, and counts; sets the exit code of this process. */
export async function runTests(args) {
  rmSync(REPORT, { force: true });
  const exitCode = await runVisibly(process.execPath, [
    toolPath('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    ...args,
  ]);
  // With a title filter the rest is left out on purpose; without one nothing may be.
  const filtered = args.some((arg) => /^(-t|--testNamePattern)\b/.test(arg));
  const { passed, failed, problems, remarks } = summarize(readReport(), { exitCode, filtered });
  for (const line of [...remarks, ...problems]) console.log(line);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = exitCode || (failed > 0 ? 1 : 0);
}
