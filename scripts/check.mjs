import { checkNodeVersion } from './lib/node-version.mjs';
import { installDependencies } from './lib/prepare.mjs';
import { npm } from './lib/npm.mjs';
import { capture } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';
import { lookedAtNothing, NOTHING, verdictOf } from './lib/check-verdict.mjs';

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

const ended = [];
const waiting = steps.values();

async function work() {
  // Both workers draw from the one iterator.
  for (const step of waiting) {
    const began = Date.now();
    const { code, output } = await npm(['run', '--silent', step]);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    const isOk = code === 0;
    const why = isOk ? lookedAtNothing(output) : [];
    const isBlind = why.length > 0;
    ended.push({ step, isOk, isBlind });
    console.log(`${isOk ? (isBlind ? '--    ' : 'ok    ') : 'FAILED'}  ${step} (${seconds} s)`);
    for (const reason of why) console.log(`        ${NOTHING}${reason}`);
    if (isOk) for (const note of output.match(/^note: .*$/gm) ?? []) console.log(`        ${note}`);
    else console.log(`${output.trimEnd()}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(verdictOf(ended));
if (ended.some(({ isOk }) => !isOk)) process.exitCode = 1;
