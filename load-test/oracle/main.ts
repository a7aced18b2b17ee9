/** `npm run simulate -- oracle`: an option is a word with its value, as `seed=2`, or is written as elsewhere. */
import { writeFileSync } from 'node:fs';
import {
  flag,
  helpOf,
  LabError,
  maybe,
  parseLine,
  readOptions,
  someOf,
  text,
  whole,
  word,
} from '../swarm/command-line.js';
import { Histogram, type Summary } from '../swarm/histogram.js';
import { FAULTS, FAULTS_OF, runOracle } from './run.js';
import { STORES } from './stores.js';

const MOST = 1_000;
const EXIT_UNUSABLE = 2;
const NONE = 'none';
const OPTIONS = {
  seed: whole('of what is drawn', [0, 2 ** 31], 1),
  rooms: whole('at the same time', [1, MOST], 8),
  questions: whole('of each room', [1, MOST], 25),
  players: whole('of each room', [1, MOST], 7),
  processes: whole('that serve them', [1, 16], 2),
  store: word('what they share', STORES, 'single'),
  faults: maybe(someOf(`of ${FAULTS.join()}, or ${NONE} (those of the store)`, [...FAULTS, NONE])),
  log: maybe(text('FILE', 'keep every move there')),
  help: flag('this text'),
};
const USAGE = `Usage: npm run simulate -- oracle [options]
${helpOf(OPTIONS)}
`;

/** Undefined where there is nothing to run. */
function readArguments(argv: readonly string[]) {
  try {
    const line = argv.map((one) => (/^\w+=/.test(one) ? `--${one}` : one));
    const { help, faults, ...rest } = readOptions(OPTIONS, parseLine(line, OPTIONS).given);
    if (help) process.stdout.write(USAGE);
    const chosen = faults?.filter((one) => one !== NONE) ?? FAULTS_OF[rest.store];
    return help ? undefined : { ...rest, faults: chosen };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    process.stderr.write(`oracle: ${error.message}\n\n${USAGE}`);
    process.exitCode = EXIT_UNUSABLE;
    return undefined;
  }
}

const asked = readArguments(process.argv.slice(3));
if (asked !== undefined) await judgeGames(asked);

async function judgeGames({
  log,
  ...options
}: NonNullable<ReturnType<typeof readArguments>>): Promise<void> {
  const result = await runOracle({ ...options, tell: (line) => console.log(line) });
  const { mismatches, moves, troubles, lateMs, toldMs, ...figures } = result;
  for (const { what, moves: sent, options, ...where } of mismatches) {
    console.log(JSON.stringify({ ...where, ...options }));
    for (const line of what) console.log(`  ${line}`);
    for (const move of sent) console.log(`    ${JSON.stringify(move)}`);
  }
  for (const line of troubles) console.log(line);
  console.log({
    ...figures,
    lateMs: spread(lateMs),
    toldMs: spread(toldMs),
    moves: moves.length,
    mismatches: mismatches.length,
    troubles: troubles.length,
  });
  if (log !== undefined)
    writeFileSync(log, moves.map((move) => `${JSON.stringify(move)}\n`).join(''));

  if (mismatches.length > 0) process.exitCode = 1;
}

function spread(samples: readonly number[]): Summary {
  const histogram = new Histogram();
  for (const one of samples) histogram.record(one);
  return histogram.summary();
}
