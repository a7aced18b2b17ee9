/** Runs Artillery, which is installed in load-test only, as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LabError } from '../swarm/command-line.js';
import type { Context } from '../rig/experiment.js';
import { PROJECT_ROOT } from '../swarm/worker.js';
import type { Outcome } from './outcome.js';

const PACKAGES = join(PROJECT_ROOT, 'load-test/node_modules');
const SCENARIOS = join(PROJECT_ROOT, 'load-test/artillery');
/** What Artillery gets to end by itself when it is told to. */
const STOP_MS = 5_000;
const KEPT_CHARACTERS = 4_000;

/** Of the scenario's file, with what the command line says instead. */
export type Variables = Record<string, string | number>;

export interface Check {
  /** As `move_ms.p95 < 250`. */
  condition: string;
  passed: boolean;
}

export interface ArtilleryRun {
  /** Undefined when nothing came of the run. */
  outcome: Outcome | undefined;
  /** Artillery's own counters; empty when it was stopped early. */
  counters: Readonly<Record<string, number>>;
  /** The thresholds of the scenario's file; empty when Artillery was stopped early. */
  checks: Check[];
  exitCode: number | null;
  /** What ended it, if it did not end by itself. */
  stopped: 'signal' | 'time' | undefined;
  /** The end of what it printed beside that. */
  output: string;
}

export interface Order {
  /** `hall` for hall.yml. */
  scenario: string;
  target: string;
  variables: Variables;
  /** Longer than the scenario takes: a virtual user that waits for an answer waits for ever. */
  limitSeconds: number;
}

function installed(path: string): string {
  const file = join(PACKAGES, path);
  if (existsSync(file)) return file;
  throw new LabError('Artillery is not installed: npm run load installs it');
}

/** The numbers of a scenario's file. */
export function readVariables(scenario: string): Variables {
  const { load } = createRequire(import.meta.url)(installed('js-yaml')) as {
    load: (text: string) => { config: { variables: Variables } };
  };
  return load(readFileSync(join(SCENARIOS, `${scenario}.yml`), 'utf8')).config.variables;
}

/** Resolves when Artillery has ended, whatever came of it. */
export async function runArtillery(
  { scenario, target, variables, limitSeconds }: Order,
  { signal, progress }: Pick<Context, 'signal' | 'progress'>,
  program = installed('artillery/bin/run'),
): Promise<ArtilleryRun> {
  const folder = mkdtempSync(join(tmpdir(), 'madang-artillery-'));
  const resultFile = join(folder, 'outcome.json');
  const reportFile = join(folder, 'report.json');
  const given = JSON.stringify({ ...variables, resultFile });
  const child = spawn(
    process.execPath,
    [
      program,
      'run',
      '--quiet',
      `--target=${target}`,
      `--variables=${given}`,
      `--output=${reportFile}`,
      join(SCENARIOS, `${scenario}.yml`),
    ],
    {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const reading = new OutputReader(progress);
  child.stdout.setEncoding('utf8').on('data', (text: string) => reading.take(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => reading.take(text));

  let stopped: ArtilleryRun['stopped'];
  let killing: NodeJS.Timeout | undefined;
  const stop = (why: NonNullable<ArtilleryRun['stopped']>): void => {
    stopped ??= why;
    child.kill('SIGINT');
    killing ??= setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  };
  const onAbort = (): void => stop('signal');
  const overdue = setTimeout(() => stop('time'), limitSeconds * 1000);
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await once(child, 'close');
    return {
      outcome: readJson(resultFile) as Outcome | undefined,
      counters: (readJson(reportFile) as Report | undefined)?.aggregate.counters ?? {},
      checks: reading.checks,
      exitCode: child.exitCode,
      stopped,
      output: reading.rest,
    };
  } finally {
    clearTimeout(overdue);
    clearTimeout(killing);
    process.off('exit', kill);
    signal.removeEventListener('abort', onAbort);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  aggregate: { counters: Record<string, number> };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Tells the lines apart that Artillery and the scenario's functions print. */
class OutputReader {
  readonly checks: Check[] = [];
  rest = '';
  #line = '';

  constructor(private readonly progress: (message: string) => void) {}

  take(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  #read(line: string): void {
    const [, kind, text = ''] = /^(ok|fail|progress): (.*)$/.exec(line) ?? [];
    if (kind === 'progress') this.progress(text);
    else if (kind !== undefined) this.checks.push({ condition: text, passed: kind === 'ok' });
    else this.rest = `${this.rest}${line}\n`.slice(-KEPT_CHARACTERS);
  }
}
