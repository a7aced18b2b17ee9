import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownNginx } from '../support/own-nginx.js';
import { freePorts } from '../support/ports.js';

const PORT = 3000;
/** By the process that has them, as one replaces the other on hosts with folders of their own. */
const FILES = ['before.js', 'after.js'];

let dir: string;
let url: string;
const processes: Server[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'madang-'));
  mkdirSync(join(dir, 'run'));
  for (const [index, file] of FILES.entries()) {
    const server = createServer(({ url: path }, response) => {
      if (path !== `/assets/${file}`) response.writeHead(404, { 'cache-control': 'no-store' });
      response.end(file);
    });
    processes.push(server.listen(join(dir, `run/${PORT + index}.sock`)));
    await once(server, 'listening');
  }
  const CLUSTER_PORT = await freePorts();
  url = `http://127.0.0.1:${CLUSTER_PORT}`;
  const rest = { dir, PORT, PROCESSES: 2, BALANCE: 'ip_hash', CLUSTER_PLAYERS: 100 };
  await ownNginx.startNginx({ CLUSTER_PORT, TRUSTED_PROXIES: [], ...rest });
});
afterAll(async () => {
  await ownNginx.stopNginx({ dir });
  for (const server of processes) server.close();
  rmSync(dir, { recursive: true });
});

it('nginx asks the other process for a file that one does not have', async () => {
  for (const file of FILES) {
    const answer = await fetch(`${url}/assets/${file}`);
    expect([answer.status, await answer.text()]).toEqual([200, file]);
  }
});

it('says what the last one says of a file that nobody has, and does not keep it', async () => {
  const { status, headers } = await fetch(`${url}/assets/never.js`);
  expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
});
