import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import {
  HOST_GOES_ON,
  LAPTOP,
  makeHostLink,
  noteOf,
  openAsHostOnly,
  stageAt,
} from '../support/cockpit.js';
import { layoutFaults } from '../support/layout.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer(HOST_GOES_ON);
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const PHONES = [
  { width: 360, height: 740 },
  { width: 412, height: 915 },
] as const;
/** In CSS pixels, for a finger. */
const LEAST_BUTTON = 44;

/** Buttons and links in sight that are smaller, as text: the types of a browser are not those of these tests. */
const SMALL = `[...document.querySelectorAll('button, a[href]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one.innerText, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < ${LEAST_BUTTON} - 0.5)
  .map(([text, { width, height }]) => text + ' ' + width + ' × ' + height)`;

/** The buttons and fields that lie under a message that comes and goes. */
const COVERED = `(() => {
  const toasts = document.querySelector('[data-testid=toasts]').getBoundingClientRect();
  const main = document.querySelector('main').getBoundingClientRect();
  return [...document.querySelectorAll('button, a[href], input, select, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const box = one.getBoundingClientRect();
      // A part that is scrolled away is not under it.
      const bottom = one.closest('main') ? Math.min(box.bottom, main.bottom) : box.bottom;
      return (
        Math.min(box.right, toasts.right) - Math.max(box.left, toasts.left) > 1 &&
        Math.min(bottom, toasts.bottom) - Math.max(box.top, toasts.top) > 1
      );
    })
    .map((one) => one.dataset.testid ?? one.innerText);
})()`;

async function faultsOf(page: Page, sizes: readonly { width: number; height: number }[]) {
  const layout = await layoutFaults(page, sizes);
  const small = await page.evaluate<string[]>(SMALL);
  return [...layout, ...small, ...(await violations(page))];
}

describe('R3.5 how a cockpit looks', () => {
  it('has nothing wrong with it in any phase, on a laptop in Korean and a phone in English', async () => {
    const laptop = await openTab(browser, 'desktop', 'ko-KR');
    await laptop.page.setViewportSize(LAPTOP);
    const pin = await openAsHostOnly(laptop.page, server.url);
    const link = await makeHostLink(laptop.page);
    const phone = await openTab(browser, 'phone', 'en-US');
    await phone.page.goto(`${server.url}/host/${pin}#${link.split('#')[1]}`);
    await phone.page.getByTestId('cockpit').waitFor();
    const gone = new TestClient(server.url, { auth: { wantToken: true } });
    for (const client of [gone, new TestClient(server.url, { auth: { wantToken: true } })])
      await client.do('joinRoom', {
        gameId: pin,
        playerName: `A name as long as it gets ${pin}`,
      });
    gone.close();
    await laptop.page.getByTestId('hall-gone').waitFor();
    const faults: string[] = [];
    const look = async (): Promise<void> => {
      const both = [faultsOf(laptop.page, [LAPTOP]), faultsOf(phone.page, PHONES)];
      faults.push(...(await Promise.all(both)).flat());
    };

    for (const tab of ['people', 'chat', 'room']) {
      await laptop.page.getByTestId(`tab-${tab}`).click();
      await phone.page.getByTestId(`tab-${tab}`).tap();
      await look();
    }
    await phone.page.getByTestId('tab-game').tap();
    await look();
    await laptop.page.getByTestId('do-start').click();
    await stageAt(phone.page, 'countdown');
    await look();
    await laptop.page.getByTestId('do-next').click();
    await stageAt(phone.page, 'ready');
    await laptop.page.getByTestId('do-pause').click();
    await phone.page.getByTestId('do-resume').waitFor();
    await look();
    await phone.page.getByTestId('do-resume').tap();
    await stageAt(phone.page, 'answering');
    await phone.page.setViewportSize({ width: 360, height: 640 });
    await laptop.page.getByTestId('do-drop').click();
    await laptop.page.getByTestId('do-drop').click();
    for (const tab of [laptop, phone]) {
      await tab.page.getByTestId('toasts').locator('p').waitFor();
      expect(await tab.page.evaluate<string[]>(COVERED)).toEqual([]);
    }
    await phone.shoot('cockpit-toast-phone');
    await laptop.shoot('cockpit-toast-laptop');
    await stageAt(phone.page, 'answering');
    await laptop.page.getByTestId('do-pause').click();
    await phone.page.getByTestId('do-resume').waitFor();
    // It says that it does nothing, and can be pressed all the same.
    await phone.page.getByTestId('do-next').tap({ force: true });
    await noteOf(phone.page, 'nextInQuestion').waitFor();
    await look();
    await laptop.page.getByTestId('do-resume').click();
    await laptop.page.locator('[data-testid=do-close][aria-disabled=false]').waitFor();
    await laptop.page.getByTestId('do-close').click();
    await laptop.page.getByTestId('do-close').click();
    await stageAt(phone.page, 'reveal');
    await stageAt(laptop.page, 'reveal');
    await look();
    await laptop.page.keyboard.press('?');
    await laptop.page.getByTestId('key-help').waitFor();
    faults.push(...(await faultsOf(laptop.page, [LAPTOP])));
    await laptop.page.keyboard.press('Escape');
    await laptop.page.getByTestId('do-end').click();
    await laptop.page.getByTestId('confirm-yes').click();
    await phone.page.getByTestId('podium').waitFor();
    await laptop.page.getByTestId('podium').waitFor();
    // Its steps come up one after the other.
    for (const { page } of [laptop, phone])
      await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');
    await look();
    expect([...new Set(faults)]).toEqual([]);
    for (const { page, errors } of [laptop, phone]) {
      expect(errors).toEqual([]);
      await page.context().close();
    }
  });
});

describe('the code of a cockpit', () => {
  it('is loaded by no player', async () => {
    /** Whether any script that a page has loaded is the cockpit's. */
    const listen = (page: Page): (() => Promise<boolean>) => {
      const scripts = new Set<string>();
      page.on('request', (request) => {
        if (request.url().endsWith('.js')) scripts.add(request.url());
      });
      return async () => {
        const texts = await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()));
        return texts.some((text) => text.includes('control-pad'));
      };
    };
    const host = await openTab(browser, 'desktop', 'en-US');
    const loadedByHost = listen(host.page);
    const pin = await openAsHostOnly(host.page, server.url);
    const player = await openTab(browser, 'phone', 'en-US');
    const loadedByPlayer = listen(player.page);
    await player.page.goto(`${server.url}/`);
    await player.page.goto(`${server.url}/join/${pin}`);
    await player.page.getByTestId('join-name').fill('Ann');
    await player.page.getByTestId('join-submit').tap();
    await player.page.getByTestId('arena').waitFor();
    await player.page.getByTestId('open-people').tap();
    await player.page.waitForLoadState('networkidle');
    expect(await loadedByPlayer()).toBe(false);
    expect(await loadedByHost()).toBe(true);
    for (const { page } of [host, player]) await page.context().close();
  });
});
