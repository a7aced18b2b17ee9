import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenOnUnixSocket } from '../../src/server/http/unix-socket.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { TestClient } from '../support/client.js';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'madang-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const statusOf = (socketPath: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

describe('a process that is reached by a Unix socket', () => {
  let app: TestApp;
  let path: string;
  beforeEach(async () => {
    app = await startTestApp({ SOCKET_DIR: dir, TRUST_PROXY: 'true' });
    path = join(dir, `${app.port}.sock`);
  });

  it('serves there, tells no figures, and takes the file away as it ends', async () => {
    expect(await statusOf(path, '/health/live')).toBe(200);
    expect(await statusOf(path, '/metrics')).toBe(404);
    await app.close();
    expect(existsSync(path)).toBe(false);
  });

  it('answers what was asked before it ends', async () => {
    const host = TestClient.withToken(app.url);
    const { gameId } = await host.do('createRoom', {});
    host.close();
    const proxy = connect(path);
    // The body comes when the process has begun to end.
    proxy.write(
      `POST /api/rooms/${gameId}/quiz-set HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`,
    );
    proxy.write(`Authorization: Bearer ${host.token}\r\n`);
    proxy.write('Content-Length: 2\r\nExpect: 100-continue\r\n\r\n');
    await new Promise((resolve) => proxy.once('data', resolve));
    const answer = text(proxy);
    let hasClosed = false;
    const closing = app.close().then(() => (hasClosed = true));
    await expect.poll(() => fetch(app.url).catch(() => 'refused')).toBe('refused');
    for (let n = 0; n < 100; n++) await turn();
    expect(hasClosed).toBe(false);
    proxy.write('{}');
    expect(await answer).toMatch(/^HTTP\/1.1 4\d\d /m);
    await closing;
  });
});

it('takes the place of a file that a killed process has left', async () => {
  const path = join(dir, '3000.sock');
  writeFileSync(path, '');
  const server = createServer((_request, response) => response.end());
  const door = await listenOnUnixSocket(server, path);
  expect(await statusOf(path, '/')).toBe(200);
  await new Promise((resolve) => door.close(resolve));
});
