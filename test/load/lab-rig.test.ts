import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rigEvents, startRig, type Rig, type RigSetup } from '../../load-test/rig/rig.js';
import { play } from '../../load-test/rig/play.js';

const SINGLE: RigSetup = {
  shape: 'single',
  processes: 1,
  flushIntervalMs: 20,
  core: undefined,
  settings: {},
};

const quiet = { signal: new AbortController().signal, progress: () => {} };

function pidOf(rig: Rig): number {
  return rig.parts[0]!.pids[0]!;
}

function environmentOf(pid: number): Record<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a rig of one process', () => {
  it('can be played on, is measured by part, and leaves nothing behind', async () => {
    const rig = await startRig(SINGLE, () => {});
    const pid = pidOf(rig);
    const dataDir = environmentOf(pid)['DATA_DIR']!;
    expect(existsSync(dataDir)).toBe(true);
    const { result } = await play(
      rig,
      { players: 5, rate: 5, seconds: 2, joinSeconds: 0.2, warmupSeconds: 0 },
      quiet,
    );
    await rig.stop();
    expect(result).toMatchObject({ ok: true, joins: { joined: 5 } });
    expect(result.moves.ms.count).toBeGreaterThan(0);
    expect(result.server).toMatchObject({ pids: [pid], alive: true });
    expect(result.server!.parts).toEqual([
      { name: 'madang 1', cores: result.server!.cores, rssMb: result.server!.rssMb },
    ]);
    expect(result.server!.rssMb.max).toBeGreaterThan(10);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('knows only its own settings, not those of the shell', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('REVEAL_MS', '300');
    vi.stubEnv('FLUSH_INTERVAL_MS', '70');
    const rig = await startRig({ ...SINGLE, settings: { GET_READY_MS: '400' } }, () => {});
    const environment = environmentOf(pidOf(rig));
    await rig.stop();
    expect(environment).toMatchObject({
      REVEAL_MS: '',
      FLUSH_INTERVAL_MS: '20',
      GET_READY_MS: '400',
    });
  });

  it('tells when it dies, and can still be stopped', async () => {
    const rig = await startRig(SINGLE, () => {});
    const death = once(rigEvents, 'death');
    process.kill(pidOf(rig), 'SIGKILL');
    expect((await death)[0]).toContain('SIGKILL');
    await rig.stop();
  });

  it('that cannot start says why', async () => {
    const setup = { ...SINGLE, settings: { REVEAL_MS: 'long' } };
    await expect(startRig(setup, () => {})).rejects.toThrow(/did not start.*REVEAL_MS/s);
  });
});
