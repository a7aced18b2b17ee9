import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Context, Experiment } from '../../load-test/rig/experiment.js';
import { flag, LabError, text } from '../../load-test/swarm/command-line.js';
import type { Findings } from '../../load-test/report/findings.js';
import { needsPackages, runLab } from '../../load-test/lab/lab.js';
import { rigEvents } from '../../load-test/rig/rig.js';
import { checkOpenFiles, mostPlayers } from '../../load-test/rig/play.js';
import { allowedCores, chooseCores } from '../../load-test/swarm/worker.js';

const NOTHING_FOUND: Findings = {
  metrics: [],
  tables: [],
  charts: [],
  faults: [],
  notes: [],
  raw: null,
};

function experiment(run: (context: Context) => Promise<Partial<Findings>>): Experiment {
  return {
    name: 'trial',
    about: 'for tests',
    startsItsServers: true,
    options: { size: text('N', 'how large', '7'), loud: flag('a flag') },
    run: async (context) => ({ ...structuredClone(NOTHING_FOUND), ...(await run(context)) }),
  };
}

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync('/tmp/madang-lab-');
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function lab(
  argv: string[],
  {
    trial,
    signal = new AbortController().signal,
  }: { trial?: Experiment; signal?: AbortSignal } = {},
) {
  let [out, err] = ['', ''];
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
  };
  const code = await runLab(argv, streams, signal, trial === undefined ? undefined : [trial]);
  return { code, out, err };
}

/** Runs an experiment of the test's own without moving the test to a core. */
async function runTrial(
  run: (context: Context) => Promise<Partial<Findings>>,
  { args = [], signal }: { args?: string[]; signal?: AbortSignal } = {},
) {
  const dir = newFolder();
  const result = await lab(['trial', '--pin', 'off', '--out', dir, ...args], {
    trial: experiment(run),
    ...(signal === undefined ? {} : { signal }),
  });
  const file = join(dir, 'report.json');
  const record = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return { ...result, dir, record };
}

describe('the command line', () => {
  it.each([[[]], [['--help']], [['help']]])('lists the experiments: %j', async (argv) => {
    const { code, out } = await lab(argv);
    expect(code).toBe(0);
    for (const name of ['stages', 'capacity', 'sweep', 'hall', 'echo', 'compare', '--target'])
      expect(out).toMatch(RegExp(`^ +${name}`, 'm'));
  });

  it('tells the options of one experiment with their defaults', async () => {
    const { code, out } = await lab(['stages', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/--players N .*\(200\)/);
    expect(out).not.toContain('--target');
  });

  it.each([
    [['hal'], 'There is no experiment "hal": stages, '],
    [['stages', '--speed', '3'], "Unknown option '--speed'"],
    [['stages', '--players'], '--players'],
    [['stages', 'fast'], 'stages takes no "fast"'],
    [['stages', '--players', 'many'], '--players must be a whole number from 2 to 500'],
    [['stages', '--players', ''], '--players must be a whole number'],
    [['stages', '--target', 'http://localhost:1'], 'takes no --target'],
    [['stages', '--pin', 'on'], '--pin must be auto or off'],
    [['stages', '--core-server', '4096'], '--core-server must be one of'],
    [['capacity', '--pin', 'off', '--growing', 'up'], '--growing must be rooms or room'],
    [['capacity', '--pin', 'off', '--target', 'localhost:3000'], '--target must be an http'],
    [['capacity', '--pin', 'off', '--target', 'http://127.0.0.1:4'], 'No server answers at'],
    [['capacity', '--pin', 'off', '--target', 'http://x', '--processes', '1'], 'no --target'],
    [['sweep', '--pin', 'off', '--intervals', '0,fast'], '--intervals must be'],
    [['stages', '--out', '/dev/null'], '--out: '],
    [['compare', '/tmp'], 'compare takes two reports'],
    [['compare', '/tmp/no-such', '/tmp/no-such'], 'no such report'],
  ])('answers %j with one line and 2', async (argv, message) => {
    const { code, out, err } = await lab(argv);
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('asks for packages only to run or to compare', () => {
    expect(needsPackages(['stages'])).toBe(true);
    expect(needsPackages(['compare', 'a', 'b'])).toBe(true);
    for (const argv of [[], ['stages', '--help'], ['hal'], ['stages', '--speed', '3']])
      expect(needsPackages(argv)).toBe(false);
  });
});

describe('a run', () => {
  it('hands options to the experiment, and writes what it found with the line to repeat it', async () => {
    const { code, out, record, dir } = await runTrial(
      async ({ options }) => ({ notes: [`${options['size']} ${options['loud']}`] }),
      { args: ['--size', '12 34'] },
    );
    expect(code).toBe(0);
    expect(record.findings.notes).toEqual(['12 34 undefined']);
    expect(record).toMatchObject({ experiment: 'trial', interrupted: false, exitCode: 0 });
    expect(record.command).toBe(`npm run load -- trial --pin off --out ${dir} --size '12 34'`);
    expect(record.settings).toMatchObject({ size: '12 34' });
    expect(out).toContain(join(dir, 'index.html'));
    expect(existsSync(join(dir, 'index.html'))).toBe(true);
  });

  it('with faults ends with 1', async () => {
    const { code, out, record } = await runTrial(async () => ({ faults: ['three lost'] }));
    expect(code).toBe(1);
    expect(record.exitCode).toBe(1);
    expect(out).toContain('three lost');
  });

  it('that cannot be ends with 2 and one line', async () => {
    const { code, err, record } = await runTrial(async () => {
      throw new LabError('no chair');
    });
    expect({ code, err, record }).toEqual({ code: 2, err: 'load: no chair\n', record: undefined });
  });

  it('that is interrupted writes what there is, and ends with 130', async () => {
    const interrupt = new AbortController();
    const { code, record } = await runTrial(
      async ({ signal }) => {
        interrupt.abort();
        return { notes: [`aborted: ${signal.aborted}`] };
      },
      { signal: interrupt.signal },
    );
    expect(code).toBe(130);
    expect(record).toMatchObject({ interrupted: true, findings: { notes: ['aborted: true'] } });
  });

  it('whose server dies is ended, and says so', async () => {
    const dies = async ({ signal }: Context): Promise<Partial<Findings>> => {
      rigEvents.emit('death', 'madang 2 ended by itself');
      return { notes: [`aborted: ${signal.aborted}`] };
    };
    const { code, err, record } = await runTrial(dies);
    expect(code).toBe(1);
    expect(err).toContain('madang 2 ended by itself');
    expect(record.findings).toMatchObject({
      notes: ['aborted: true'],
      faults: ['madang 2 ended by itself'],
    });
  });

  it('that fails because its server died tells of the death', async () => {
    const { code, err } = await runTrial(async () => {
      rigEvents.emit('death', 'Redis ended by itself');
      throw new LabError('No server answers');
    });
    expect(code).toBe(1);
    expect(err).toContain('Redis ended by itself');
    expect(err).not.toContain('No server answers');
  });

  it('tells what differed between its rigs', async () => {
    const { record } = await runTrial(async () => {
      for (const interval of [0, 0, 50])
        rigEvents.emit('ready', { shape: 'one process', interval });
      return {};
    });
    expect(record.settings).toMatchObject({ shape: 'one process', interval: '0, 50' });
  });
});

describe('cores', () => {
  it('are one each, where there are two', () => {
    expect(chooseCores({ pin: 'auto' }, [2, 5, 6])).toEqual({ server: 2, swarm: 5 });
    expect(chooseCores({ pin: 'auto' }, [0])).toEqual({ server: undefined, swarm: undefined });
    expect(chooseCores({ pin: 'off' }, [0, 1])).toEqual({ server: undefined, swarm: undefined });
  });

  it('are those that were asked for, and the other one is another', () => {
    expect(chooseCores({ pin: 'auto', server: '1' }, [0, 1])).toEqual({ server: 1, swarm: 0 });
    expect(chooseCores({ pin: 'auto', swarm: '0' }, [0, 1])).toEqual({ server: 1, swarm: 0 });
    expect(() => chooseCores({ pin: 'auto', server: '2' }, [0, 1])).toThrow('one of 0, 1');
    expect(() => chooseCores({ pin: 'off', server: '1' }, [0, 1])).toThrow('--pin auto');
  });

  it('are known from the system', () => {
    expect(allowedCores().length).toBeGreaterThan(0);
  });
});

describe('open files', () => {
  it('limit the players, and the message says what to type', () => {
    const most = mostPlayers();
    expect(most).toBeGreaterThan(0);
    expect(() => checkOpenFiles(most)).not.toThrow();
    expect(() => checkOpenFiles(most + 1)).toThrow(/ulimit -n \d+$/);
  });
});
