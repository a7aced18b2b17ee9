import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { TestClient } from '../support/client.js';
import { freePorts } from '../support/ports.js';

const MAIN = join(import.meta.dirname, '../../dist/server/main.js');

it('R2.2 one process says when it is ready, and takes a second signal as the first', async () => {
  const port = await freePorts();
  const dataDir = mkdtempSync(join(tmpdir(), 'madang-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir };
  const child = fork(MAIN, { env, silent: true });
  const [message] = (await once(child, 'message')) as [unknown];
  expect(message).toBe('ready');

  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const clients = Array.from({ length: 10 }, () => TestClient.withToken(url));
  await Promise.all(clients.map((client) => client.wait('session')));
  child.kill('SIGINT');
  await Promise.race(clients.map((client) => client.wait('notice')));
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
  for (const client of clients) expect(client.events().slice(-2)).toEqual(['notice', 'disconnect']);
});
