/** One run of an experiment: its cores, its end, its report. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { describeMachine, describeVersions } from '../report/machine.js';
import { PROJECT_ROOT } from '../swarm/worker.js';
import type { Facts, RunRecord } from '../report/run-record.js';
import { writeReport } from '../report/write-report.js';
import { COMMON_OPTIONS } from './cli.js';
import { chooseCores, moveTo, type Cores } from '../swarm/cores.js';
import { LabError } from '../swarm/command-line.js';
import type { Context, Experiment } from '../rig/experiment.js';
import { rigEvents } from '../rig/rig.js';

export const EXIT_GOOD = 0;
export const EXIT_FAULTS = 1;
export const EXIT_UNUSABLE = 2;
/** As shells tell a program that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130;

export interface Run {
  experiment: Experiment;
  options: Context['options'];
  /** As typed. */
  command: string;
}

interface Control {
  /** Ctrl-C. */
  signal: AbortSignal;
  progress: (message: string) => void;
}

/** Resolves with the record and where its page lies. Rejects with a LabError, or what went wrong. */
export async function runExperiment(
  { experiment, options, command }: Run,
  { signal, progress }: Control,
): Promise<{ record: RunRecord; page: string }> {
  const cores = chooseCores({
    pin: options['pin'],
    server: options['core-server'],
    swarm: options['core-swarm'],
  });
  const startedAt = new Date();
  const dir = folderOf(options['out'], experiment.name, startedAt);
  // Before this process moves to its core: the machine has more than that one.
  const [machine, versions] = await Promise.all([describeMachine(), describeVersions()]);
  if (cores.swarm !== undefined) moveTo(cores.swarm);

  const watch = watchRigs(progress);
  const began = performance.now();
  const ending = AbortSignal.any([signal, watch.died]);
  try {
    const { server: serverCore, swarm: swarmCore } = cores;
    const context = { options, serverCore, swarmCore, signal: ending, progress };
    const findings = await experiment.run(context);
    findings.faults.push(...watch.deaths);
    const record: RunRecord = {
      experiment: experiment.name,
      command,
      startedAt: startedAt.toISOString(),
      seconds: Math.round((performance.now() - began) / 100) / 10,
      interrupted: ending.aborted,
      exitCode: exitCodeOf(findings.faults, watch.deaths, signal.aborted),
      machine,
      versions,
      settings: { ...settingsOf(options, cores), ...joined(watch.described) },
      findings,
    };
    return { record, page: await writeReport(record, dir) };
  } catch (error) {
    // What follows from the end of a server is not the news.
    if (watch.deaths.length > 0) throw new ServerDeath(watch.deaths.join('\n'));
    throw error;
  } finally {
    watch.stop();
  }
}

/** A server of ours ended in the middle, so there is nothing to tell but that. */
export class ServerDeath extends Error {}

function exitCodeOf(faults: readonly string[], deaths: readonly string[], interrupted: boolean) {
  if (deaths.length > 0) return EXIT_FAULTS;
  if (interrupted) return EXIT_INTERRUPTED;
  return faults.length > 0 ? EXIT_FAULTS : EXIT_GOOD;
}

function folderOf(out: string | undefined, name: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  if (out === undefined) return join(PROJECT_ROOT, 'load-test/reports', `${time}-${name}`);
  const dir = resolve(out);
  try {
    // Early, so that nothing is measured that cannot be written.
    mkdirSync(dir, { recursive: true });
    return dir;
  } catch (error) {
    throw new LabError(`--out: ${(error as Error).message}`);
  }
}

function watchRigs(progress: Control['progress']) {
  const deaths: string[] = [];
  const described: Facts[] = [];
  const end = new AbortController();
  const onReady = (describe: Facts): void => void described.push(describe);
  const onDeath = (message: string): void => {
    progress(message);
    deaths.push(message);
    end.abort();
  };
  rigEvents.on('ready', onReady).on('death', onDeath);
  const stop = (): void => void rigEvents.off('ready', onReady).off('death', onDeath);
  return { deaths, described, died: end.signal, stop };
}

function settingsOf(options: Context['options'], cores: Cores): Facts {
  const own = Object.entries(options).filter(
    ([name, text]) => text !== undefined && !(name in COMMON_OPTIONS),
  );
  return { ...Object.fromEntries(own), 'players’ core': cores.swarm ?? 'any' };
}

/** What differed between the rigs of a run stands side by side. */
function joined(described: readonly Facts[]): Facts {
  const names = new Set(described.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = new Set(described.flatMap((one) => one[name] ?? []));
      const [only] = values;
      return [name, values.size === 1 && only !== undefined ? only : [...values].join(', ')];
    }),
  );
}
