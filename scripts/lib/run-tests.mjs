/** A run of vitest, counted; in CI what failed is tried once more, each file from its beginning. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runVisibly, toolPath } from './run.mjs';
import { filesToTryAgain, summarize, withSecondTry } from './test-report.mjs';
import { UNHANDLED } from './unhandled-errors.mjs';

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function runOnce(args, name) {
  const report = join(root, 'test-results', name);
  for (const path of [report, UNHANDLED]) rmSync(path, { force: true });
  const exitCode = await runVisibly(process.execPath, [
    toolPath('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--reporter=scripts/lib/unhandled-errors.mjs',
    ...args,
  ]);
  return { report: readJson(report), exitCode, errors: readJson(UNHANDLED) };
}

/** Runs vitest with these arguments, says what was wrong, and counts; sets the exit code of this process. */
export async function runTests(args) {
  let run = await runOnce(args, 'vitest.json');
  const isWholeInCi = process.env.CI !== undefined && args.length === 0;
  const again = isWholeInCi ? filesToTryAgain(run) : [];
  if (again.length > 0) {
    console.log(`Tried once more: ${again.join(' ')}`);
    run = withSecondTry(run, await runOnce(again, 'vitest-again.json'));
  }
  // With a title filter the rest is left out on purpose; without one nothing may be.
  const filtered = args.some((arg) => /^(-t|--testNamePattern)\b/.test(arg));
  const { passed, failed, problems, remarks } = summarize(run, filtered);
  for (const line of [...remarks, ...problems]) console.log(line);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = run.exitCode || (failed > 0 ? 1 : 0);
}
