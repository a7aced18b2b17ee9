import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'vitest';
import { TestClient } from '../support/client.js';

const ROOT = join(import.meta.dirname, '../..');

/** `npm start` as somebody types it; resolves when it has greeted. `shell` is the one that npm uses. */
async function npmStart(shell: string, onTestFinished: TestContext['onTestFinished']) {
  const dataDir = mkdtempSync(join(tmpdir(), 'madang-'));
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      npm_config_script_shell: shell,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives to what it runs.
    detached: true,
  });
  const signalAll = (signal: NodeJS.Signals): void => void process.kill(-npm.pid!, signal);
  let output = '';
  // When nobody holds its output any more: neither npm, nor a shell, nor the program.
  const ended = once(npm, 'close').then(() => output);
  onTestFinished(async () => {
    try {
      signalAll('SIGKILL');
    } catch {
      // All have ended.
    }
    await ended;
    rmSync(dataDir, { recursive: true });
  });
  const url = await new Promise<string>((resolve, reject) => {
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    });
    npm.once('exit', () => reject(new Error(`npm ended: ${output}`)));
  });
  return { url, npm, signalAll, ended };
}

it.concurrent.for([
  // Debian's shell waits for the program, and ends without it.
  ['SIGTERM', 'npm alone', '/bin/sh'],
  // This one becomes the program.
  ['SIGTERM', 'npm alone', '/bin/bash'],
  ['SIGINT', 'npm alone', '/bin/bash'],
  ['SIGINT', 'all, as by Ctrl-C', '/bin/sh'],
] as const)(
  '%s to %s ends npm start, which sends its players away (%s)',
  async ([signal, to, shell], { expect, onTestFinished }) => {
    const { url, npm, signalAll, ended } = await npmStart(shell, onTestFinished);
    const client = new TestClient(url, { auth: { wantToken: true }, reconnection: false });
    await client.wait('session');
    if (to === 'npm alone') npm.kill(signal);
    else signalAll(signal);
    await client.wait('notice', ({ code }) => code === 'SERVER_AWAY');
    const output = await ended;
    expect(output).toContain('closing');
    // `npm test` has built it, and the next start finds that nothing has changed since then.
    expect(output).not.toContain('Building');
    client.close();
  },
);
