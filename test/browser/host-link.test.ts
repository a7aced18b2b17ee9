import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, openFold, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { HOST_GOES_ON, makeHostLink, openAsHostOnly, stageAt } from '../support/cockpit.js';

let server: Child & { url: string; port: number };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ ...HOST_GOES_ON, LOG_LEVEL: 'trace', HOST_GRACE_S: '0.5' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** All that a page keeps and shows of itself. */
const KEPT = `JSON.stringify([location.href, document.referrer, document.title, document.cookie,
  { ...localStorage }, { ...sessionStorage }, history.state, document.documentElement.outerHTML])`;

const ended = (page: Page, text: string) =>
  page.getByTestId('ended').filter({ hasText: text }).waitFor();

describe('R3.6 the host link in the page', () => {
  it('goes on with the game by phone when the laptop is lost, and leaves no secret anywhere', async () => {
    const laptop = await openTab(browser, 'desktop', 'en-US');
    const pin = await openAsHostOnly(laptop.page, server.url);
    const player = new TestClient(server.url, { auth: { wantToken: true } });
    await player.do('joinRoom', { gameId: pin, playerName: 'Ann' });
    const link = await makeHostLink(laptop.page);
    const [address, secret] = link.split('#') as [string, string];
    expect(new URL(address).pathname).toBe(`/host/${pin}`);
    expect(secret.length).toBeGreaterThan(20);

    const phone = await openTab(browser, 'phone', 'en-US');
    const sent: string[] = [];
    phone.page.on('request', (request) => {
      const { referer = '' } = request.headers();
      sent.push(request.url().split('#')[0]!, referer);
    });
    await phone.page.goto(`${server.url}/host/${pin}#${secret}`);
    await phone.page.getByTestId('cockpit').waitFor();
    expect(phone.page.url()).toBe(`${server.url}/host/${pin}`);
    await phone.page.getByTestId('do-start').tap();
    await stageAt(phone.page, 'countdown');
    await stageAt(laptop.page, 'countdown');
    await laptop.page.context().close();

    await phone.page.getByTestId('do-next').tap();
    await stageAt(phone.page, 'answering');
    await phone.page.locator('[data-testid=do-close][aria-disabled=false]').waitFor();
    await phone.page.getByTestId('do-close').tap();
    await phone.page.getByTestId('do-close').tap();
    await stageAt(phone.page, 'reveal');
    await phone.page.getByTestId('do-next').tap();
    await stageAt(phone.page, 'ready');
    expect(player.all('actingHost').filter(({ playerId }) => playerId !== '')).toEqual([]);
    // A reload needs no link.
    await phone.page.reload();
    await phone.page.getByTestId('cockpit').waitFor();

    const kept = await phone.page.evaluate<string>(KEPT);
    for (const text of [kept, ...sent, server.output()]) expect(text).not.toContain(secret);
    expect(sent.some((url) => url.endsWith('/host-link'))).toBe(true);
    expect(server.output().length).toBeGreaterThan(0);
    for (const tab of [laptop, phone]) expect(tab.errors).toEqual([]);
    player.close();
    await phone.page.context().close();
  });

  it('ends the page when it is ended, and says what a wrong one, an old one and a closed room are', async () => {
    const laptop = await openTab(browser, 'desktop', 'en-US');
    const pin = await openAsHostOnly(laptop.page, server.url);
    const link = await makeHostLink(laptop.page);
    const here = `${server.url}/host/${pin}`;
    const phone = await openTab(browser, 'phone', 'en-US');
    await phone.page.goto(`${here}#${link.split('#')[1]}`);
    await phone.page.getByTestId('cockpit').waitFor();
    await laptop.page.getByTestId('host-link-end').click();
    await laptop.page.getByTestId('confirm-yes').click();
    await ended(phone.page, 'The host link was ended');
    await phone.shoot('cockpit-link-ended');
    await phone.page.reload();
    await ended(phone.page, 'You do not run this room');
    await phone.page.goto(`${server.url}/`);
    await phone.page.goto(`${here}#${link.split('#')[1]}`);
    await ended(phone.page, 'This host link does not work');
    expect(phone.page.url()).toBe(here);

    // Another one, in the same tab.
    const next = await makeHostLink(laptop.page);
    await phone.page.evaluate(`location.hash = ${JSON.stringify(next.split('#')[1])}`);
    await phone.page.getByTestId('cockpit').waitFor();
    expect(phone.page.url()).toBe(here);
    await phone.page.getByTestId('tab-room').tap();
    await openFold(phone.page, 'devices');
    await phone.page.getByTestId('close-room').tap();
    await phone.page.getByTestId('confirm-yes').tap();
    await ended(phone.page, 'The room is closed');
    await ended(laptop.page, 'The room is closed');
    await phone.page.reload();
    await ended(phone.page, 'Room not found');
    for (const tab of [laptop, phone]) await tab.page.context().close();
  });

  it('says so to who was kicked, and to an address with too many wrong ones', async () => {
    const laptop = await openTab(browser, 'desktop', 'en-US');
    const pin = await openAsHostOnly(laptop.page, server.url);
    const here = `${server.url}/host/${pin}`;
    const phone = await openTab(browser, 'phone', 'en-US');
    await phone.page.goto(`${server.url}/join/${pin}`);
    await phone.page.getByTestId('join-name').fill('Gil');
    await phone.page.getByTestId('join-submit').tap();
    await phone.page.getByTestId('arena').waitFor();
    const gil = laptop.page.getByTestId('person').filter({ hasText: 'Gil' });
    await laptop.page.getByTestId('tab-people').click();
    await gil.getByTestId('person-actions').click();
    await gil.getByTestId('kick').click();
    await laptop.page.getByTestId('confirm-yes').click();
    await phone.page.getByTestId('ended').waitFor();
    await phone.page.goto(here);
    await ended(phone.page, 'You were removed');

    const guest = await openTab(browser, 'phone', 'en-US');
    await guest.page.goto(`${here}#wrong`);
    await ended(guest.page, 'This host link does not work');
    for (let n = 0; n < 12; n++)
      await guest.page.evaluate(
        `fetch('/api/rooms/${pin}/host-link', { method: 'POST', body: '{"secret":"no"}',
          headers: { 'content-type': 'application/json' } })`,
      );
    await guest.page.goto(`${server.url}/`);
    await guest.page.goto(`${here}#wrong`);
    await ended(guest.page, 'Too many wrong links');
    await guest.page.getByTestId('join-as-player').tap();
    await guest.page.getByTestId('join-name').waitFor();
    expect(guest.page.url()).toBe(`${server.url}/join/${pin}`);
    for (const { page } of [laptop, phone, guest]) await page.context().close();
  });
});
