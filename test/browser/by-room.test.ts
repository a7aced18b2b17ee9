import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAllTabs, openRoom, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

let server: Child & { url: string };
let proxy: Server;
let browser: Browser;

/** Marks the first request of each connection, of which a WebSocket has one alone, as nginx does. */
function markedProxy(port: number): Server {
  return createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.once('data', (first: Buffer) => {
      upstream.write(first.toString('latin1').replace('\r\n', '\r\nX-Balance: room\r\n'), 'latin1');
      client.pipe(upstream).pipe(client);
    });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
}

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', TRUST_PROXY: 'true' });
  proxy = markedProxy(Number(new URL(server.url).port)).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  proxy.close();
  await server.stop();
});

it('R3.1 who opens a room where the proxy sends by room dials again with its PIN, and is its host', async () => {
  const { page, errors } = await openTab(browser, 'phone', 'en-US');
  const halls: (string | null)[] = [];
  page.on('websocket', (socket) => halls.push(new URL(socket.url()).searchParams.get('hall')));
  const { port } = proxy.address() as AddressInfo;
  const pin = await openRoom(page, `http://127.0.0.1:${port}`);
  await page.getByTestId('start').waitFor();
  expect(halls).toEqual([null, pin]);
  await page.reload();
  await page.getByTestId('start').waitFor();
  expect(halls).toEqual([null, pin, pin]);
  expect(errors).toEqual([]);
});
