import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as MeasureFloor from '../../load-test/bench/measure-floor.js';
import { runBuilt, type Child } from '../support/child.js';

const ROOT = join(import.meta.dirname, '../..');
/** In ms; starting a process takes long on a busy machine. */
const PATIENCE = { timeout: 30_000 };

let bench: Child | undefined;

function runBench(...args: string[]): Child {
  const child = runBuilt('load-test/bench/main.js', args);
  bench = child;
  return child;
}

afterEach(async () => {
  bench?.process.kill('SIGKILL');
  await bench?.ended;
});

function childrenOf(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

describe('the pieces that need processes of their own', { timeout: 60_000 }, () => {
  it('send frames that all arrive', async () => {
    const { ended, output } = runBench('fan-out', '--quick');
    const code = await ended;
    expect(output()).toMatch(/^the server: base64, one text frame .* 337 +[\d.]+$/m);
    expect(code).toBe(0);
  });

  it('end with the one that started them, however it ends', async () => {
    const { process: main, ended } = runBench('floor', '--rooms', '1', '--players', '5');
    await vi.waitFor(() => expect(childrenOf(main.pid)).toHaveLength(2), PATIENCE);
    const children = childrenOf(main.pid);
    main.kill('SIGKILL');
    await ended;
    await vi.waitFor(() => {
      const alive = new Set(readdirSync('/proc').map(Number));
      expect(children.filter((pid) => alive.has(pid))).toEqual([]);
    }, PATIENCE);
  });
});

describe('the floor', () => {
  it('serves rooms and tells what they cost, or that the load was not as told', async () => {
    const { ended, output } = runBench('floor', '--quick', '--rooms', '2', '--players', '5');
    await ended;
    // A machine that is busy with other tests may lose some; less than half would be a fault of ours.
    expect(output()).toMatch(
      /^2 rooms +[\d.]+ [nµ]s .* [\d.]+$|not as told: ([5-9]\d|100) % of the frames came/m,
    );
  });

  it('is left early when its caller says so', async () => {
    const built = join(ROOT, 'dist/load-test/bench/measure-floor.js');
    const { measureFloor } = (await import(built)) as typeof MeasureFloor;
    const abort = new AbortController();
    const anyCore = { serverCore: undefined, clientCore: undefined };
    const load = { rooms: 1, players: 5, rate: 2, warmupSeconds: 1, seconds: 3_600 };
    const measured = measureFloor({ ...load, ...anyCore, signal: abort.signal });
    await vi.waitFor(() => expect(childrenOf(process.pid)).toHaveLength(2), PATIENCE);
    abort.abort(new Error('enough'));
    await expect(measured).rejects.toThrow('enough');
    expect(childrenOf(process.pid)).toEqual([]);
  });
});
