import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNodeVersion } from './lib/node-version.mjs';
import { installLoadPackages } from './lib/load-packages.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { capture, root } from './lib/run.mjs';
import { installPackages } from './lib/system-packages.mjs';
import { readLine } from './lib/command-line.mjs';

readLine({
  name: 'test:load',
  about: 'Short runs of the load tests that really use Artillery; counts what held.',
});

const counted = (record, name) => record.findings.raw.outcome?.counts[name] ?? 0;

/** Each with what must be true of its record beside its having no faults. */
const RUNS = [
  {
    args: ['hall', '--players=20', '--seconds=5', '--join-seconds=2'],
    holds: {
      'everybody joined': (record) => counted(record, 'joined') === 20,
      'moves and messages were sent, seen and none was lost': (record) =>
        counted(record, 'moves sent') > 100 &&
        counted(record, 'moves judged') > counted(record, 'moves sent') &&
        counted(record, 'moves lost') === 0 &&
        counted(record, 'messages judged') > 0 &&
        counted(record, 'messages lost') === 0,
    },
  },
  {
    args: ['ack-echo', '--connections=10', '--round-trips=100'],
    holds: {
      'every echo came back': (record) =>
        counted(record, 'sent') === 1000 && counted(record, 'returned') === 1000,
    },
  },
  {
    args: ['echo', '--seconds=1', '--round-trips=10000'],
    holds: {
      'every profile ran over every layer': (record) => record.findings.raw.length === 9,
    },
  },
];

let passed = 0;
let failed = 0;

function note(what, held, details = '') {
  console.log(`${held ? 'ok    ' : 'FAILED'}  ${what}`);
  if (held) passed += 1;
  else {
    failed += 1;
    if (details !== '') console.log(details.trimEnd());
  }
}

const isSaturation = (text) => text.startsWith('Artillery was saturated');
const isAboutLatency = (fault) => /^threshold missed: \w+_ms\./.test(fault);

/** A machine that is busy makes latencies meaningless, and nothing else. */
function seriousFaults({ faults, notes }) {
  const isBusy = [...faults, ...notes].some(isSaturation);
  return faults.filter((fault) => !isSaturation(fault) && !(isBusy && isAboutLatency(fault)));
}

async function run({ args, holds }, folder) {
  const [name] = args;
  const out = join(folder, name);
  const main = join(root, 'dist/load-test/lab/main.js');
  const { output } = await capture(process.execPath, [main, ...args, `--out=${out}`]);
  let record;
  try {
    record = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  } catch {
    note(`${name}: left a report`, false, output);
    return;
  }
  note(`${name}: no faults`, seriousFaults(record.findings).length === 0, output);
  for (const [what, isTrue] of Object.entries(holds)) note(`${name}: ${what}`, isTrue(record));
}

checkNodeVersion();
endWithParent();
if (!(await installPackages(['redis-server', 'nginx']))) process.exit(2);
if (!(await prepare()) || !(await installLoadPackages())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'madang-load-'));
try {
  for (const one of RUNS) await run(one, folder);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
