/** `npm run simulate -- oracle [seed=N rooms=N questions=N players=N processes=N store=single|sentinels|cluster faults=redis,stop,both,freeze,cut,switch,slots log=FILE]` */
import { writeFileSync } from 'node:fs';
import { Histogram, type Summary } from '../swarm/histogram.js';
import { FAULTS, FAULTS_OF, runOracle, type Fault } from './run.js';
import { STORES } from './stores.js';

const given = new Map(process.argv.slice(3).map((word) => word.split('=') as [string, string]));
const number = (name: string, fallback: number): number => Number(given.get(name) ?? fallback);
const store = STORES.find((kind) => kind === given.get('store')) ?? 'single';
const faults = (given.get('faults') ?? FAULTS_OF[store].join())
  .split(',')
  .filter((one): one is Fault => FAULTS.includes(one as Fault));
const result = await runOracle({
  seed: number('seed', 1),
  rooms: number('rooms', 8),
  questions: number('questions', 25),
  players: number('players', 7),
  processes: number('processes', 2),
  store,
  faults,
  tell: (line) => console.log(line),
});
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
const log = given.get('log');
if (log !== undefined)
  writeFileSync(log, moves.map((move) => `${JSON.stringify(move)}\n`).join(''));

if (mismatches.length > 0) process.exitCode = 1;

function spread(samples: readonly number[]): Summary {
  const histogram = new Histogram();
  for (const one of samples) histogram.record(one);
  return histogram.summary();
}
