import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandFor, KeepAwake } from '../../src/server/keep-awake.js';
import { PATIENT } from '../support/patience.js';

describe('R25.7 a machine with a game', () => {
  let dir: string;
  let path: string | undefined;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'madang-'));
    path = process.env['PATH'];
    process.env['PATH'] = `${dir}:${path}`;
  });
  afterEach(() => {
    process.env['PATH'] = path;
    rmSync(dir, { recursive: true });
  });

  const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/stat`);

  it('is kept awake as long as the game runs', async () => {
    const program = join(dir, 'systemd-inhibit');
    const note = join(dir, 'note');
    writeFileSync(
      program,
      `#!/bin/sh\necho $$ "$@" > ${note}.new\nmv ${note}.new ${note}\nexec sleep 1000\n`,
    );
    chmodSync(program, 0o755);
    let hasGame = true;
    const failed = vi.fn<(error: Error) => void>();
    const awake = new KeepAwake({ isNeeded: () => hasGame, failed, platform: 'linux', lookMs: 5 });
    await vi.waitFor(() => expect(existsSync(note)).toBe(true), PATIENT);
    const said = readFileSync(note, 'utf8');
    expect(said).toContain(`--pid=${process.pid}`);
    const pid = Number(said.split(' ')[0]);
    expect(isAlive(pid)).toBe(true);
    hasGame = false;
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENT);
    awake.close();
    expect(failed).not.toHaveBeenCalled();
  });

  it('says once where nothing can keep it awake', async () => {
    process.env['PATH'] = dir;
    const failed = vi.fn<(error: Error) => void>();
    const awake = new KeepAwake({ isNeeded: () => true, failed, platform: 'darwin', lookMs: 5 });
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce(), PATIENT);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(failed).toHaveBeenCalledOnce();
    awake.close();
  });

  it('of each kind has its own program, and of others none', () => {
    const files = (['darwin', 'linux', 'win32', 'aix'] as const).map(
      (platform) => commandFor(platform, 1)?.[0],
    );
    expect(files).toEqual(['caffeinate', 'systemd-inhibit', 'powershell', undefined]);
  });
});
