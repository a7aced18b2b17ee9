import { checkNodeVersion } from './lib/node-version.mjs';
import { installDependencies } from './lib/prepare.mjs';
import { npm } from './lib/npm.mjs';
import { capture } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';

readLine({
  name: 'check',
  about: 'Everything but the tests: a line for each step, details only of what failed.',
});

/** Each step is a script of package.json, so that it can also be run alone. The slow ones first. */
const steps = [
  'types',
  'types:web',
  'lint',
  'format:check',
  'structure',
  'words:check',
  'unused',
  'workflows',
  'kubernetes',
  'audit',
];
const AT_ONCE = 2;

checkNodeVersion();
if (!(await installDependencies())) {
  console.log(`0 passed, ${steps.length} failed`);
  process.exit(1);
}

// Several steps need the words, and two at once would write the same files; what is wrong in a catalogue they tell.
await capture(process.execPath, ['scripts/words.mjs', 'make']);

let passed = 0;
const waiting = steps.values();

async function work() {
  // Both workers draw from the one iterator.
  for (const step of waiting) {
    const began = Date.now();
    const { code, output } = await npm(['run', '--silent', step]);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${step} (${seconds} s)`);
    if (code === 0) passed += 1;
    // What a step could not look at is to be seen, though it passed.
    if (code === 0)
      for (const note of output.match(/^note: .*$/gm) ?? []) console.log(`        ${note}`);
    else console.log(`${output.trimEnd()}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(`${passed} passed, ${steps.length - passed} failed`);
if (passed < steps.length) process.exitCode = 1;
