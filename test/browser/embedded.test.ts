import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openTab } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { openSocketRoom } from '../support/socket-room.js';

/** Another site than the server's. */
const SITE = 'slides.example';

let server: Child & { url: string };
let browser: Browser;
let slides: Server;
let embedder: string;

beforeAll(async () => {
  slides = createServer((request, response) => {
    const src = new URL(request.url ?? '', 'http://x').searchParams.get('src') ?? '';
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Slides</title>
      <iframe id="shown" width="1280" height="720" src="${src}"></iframe>`);
  });
  slides.listen(0, '127.0.0.1');
  await once(slides, 'listening');
  embedder = `http://${SITE}:${(slides.address() as AddressInfo).port}`;
  const EMBED_ORIGINS = embedder;
  server = await runServer({ LOG_LEVEL: 'warn', EMBED_ORIGINS });
  browser = await launchBrowser([
    '--test-third-party-cookie-phaseout',
    `--host-resolver-rules=MAP ${SITE} 127.0.0.1`,
  ]);
});

afterAll(async () => {
  await browser.close();
  slides.close();
  await server.stop();
});

const around = (url: string): string => `${embedder}/?src=${encodeURIComponent(url)}`;

describe('R10.13 the big screen in a frame of somebody else', () => {
  it('shows the room without a cookie, as a stranger', async () => {
    const room = await openSocketRoom(server.url, ['Ann']);
    const { page, errors } = await openTab(browser, 'desktop', 'en-US');
    // A visitor who is known here otherwise.
    await page.goto(server.url);
    const sent: (string | undefined)[] = [];
    page.on('request', async (request) => {
      if (request.frame() !== page.mainFrame()) sent.push((await request.allHeaders())['cookie']);
    });
    for (let visit = 0; visit < 2; visit++) {
      await page.goto(around(`${server.url}/screen/${room.pin}`));
      const screen = page.frameLocator('#shown');
      await screen.getByTestId('screen').waitFor();
      expect(await screen.getByTestId('screen-pin').textContent()).toBe(room.pin);
    }
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((cookie) => cookie !== undefined)).toEqual([]);
    expect(errors).toEqual([]);
    // It cannot be let in where only those come in who were in before.
    const [host] = room.players;
    await host!.do('lockRoom', { locked: true });
    await page.goto('about:blank');
    await page.context().clearCookies();
    const stranger = await openTab(browser, 'desktop', 'en-US');
    await stranger.page.goto(around(`${server.url}/screen/${room.pin}`));
    await stranger.page.frameLocator('#shown').getByTestId('ended').waitFor();
    room.close();
  });

  it.each(['/', '/join/123456', '/host/123456', '/desk'])('shows nothing of %s', async (path) => {
    const { page } = await openTab(browser, 'desktop', 'en-US');
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('frame-ancestors'),
    );
    await page.goto(around(server.url + path));
    await refused;
    expect(await page.frameLocator('#shown').locator('#app').count()).toBe(0);
    await page.context().close();
  });
});
