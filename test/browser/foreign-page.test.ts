import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

let server: Child & { url: string };
let browser: Browser;
let foreign: Server;
let port: number;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
  foreign = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end());
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  port = (foreign.address() as AddressInfo).port;
});

afterAll(async () => {
  await closeAllTabs(browser);
  foreign.close();
  await server.stop();
});

/** Runs in the foreign page: tries every way to get at an answer, and returns what it got hold of. */
const STEAL = `async (url) => {
  const polling = url + '/socket.io/?EIO=4&transport=polling';
  const got = [];
  const note = (way) => (what) => got.push(way + ': ' + what);
  window.___eio = [note('script')];
  const script = (src) =>
    new Promise((resolve) => {
      const tag = document.createElement('script');
      tag.onload = tag.onerror = resolve;
      tag.src = src;
      document.head.append(tag);
    });
  await script(polling + '&j=0');
  await script(polling);
  for (const mode of ['cors', 'no-cors'])
    for (const method of ['GET', 'POST'])
      await fetch(polling, { mode, method, credentials: 'include' })
        .then((response) => response.text())
        .then((text) => text && note(mode + ' ' + method)(text))
        .catch(() => {});
  await new Promise((resolve) => {
    const socket = new WebSocket(polling.replace('http', 'ws').replace('polling', 'websocket'));
    socket.onmessage = ({ data }) => note('websocket')(data);
    socket.onerror = socket.onclose = resolve;
  });
  return got;
}`;

describe('a page of somebody else', () => {
  it.each([
    ['another port', () => `http://127.0.0.1:${port}`],
    ['another site', () => `http://localhost:${port}`],
  ])('R10.1 learns nothing of its visitor here: %s', async (_, address) => {
    const page = await browser.newPage();
    let requests = 0;
    const answered: number[] = [];
    const isPolling = (url: string): boolean => url.includes('transport=polling');
    page.on('request', (request) => {
      if (isPolling(request.url())) requests++;
    });
    page.on('response', (response) => {
      if (isPolling(response.url()) && response.ok()) answered.push(response.status());
    });
    await page.goto(server.url);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['madang']);
    await page.goto(address());
    expect(await page.evaluate(`(${STEAL})(${JSON.stringify(server.url)})`)).toEqual([]);
    expect(requests).toBe(6);
    expect(answered).toEqual([]);
    await page.close();
  });

  it('R2.1 gives no token for an identity that came by cookie, to our own page neither', async () => {
    const page = await browser.newPage();
    const frames: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
    );
    await page.goto(server.url);
    await page.getByTestId('open-create').click();
    await page.getByTestId('create-name').fill('Host');
    await page.getByTestId('create-submit').click();
    await page.getByTestId('arena').waitFor();
    expect(frames.some((frame) => frame.includes('getSelfId'))).toBe(true);
    expect(frames.filter((frame) => /"token"|v1\./.test(frame))).toEqual([]);
    await page.close();
  });
});
