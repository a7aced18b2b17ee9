import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { layoutFaults, PHONES } from '../support/layout.js';

/** A laptop without a network: the server knows no address that others reach. */
const HERE = 'http://localhost:65000';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', PUBLIC_URL: HERE });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

it.each([
  ['ko-KR', '이 링크는 이 컴퓨터에서만 열려요', '복사했어요'],
  ['en-US', 'This link opens on this computer only', 'Copied'],
] as const)(
  'R15.17 a link to a set that leads nobody here says so, and is copied all the same, in %s',
  async (locale, told, copied) => {
    const tab = await openTab(browser, 'phone', locale);
    const { page } = tab;
    const [, key] = /(#key=\S+)/.exec(server.output()) ?? [];
    await page.goto(`${server.url}/desk${key}`);
    await page.getByTestId('desk-new').click();
    await page.getByTestId('share').click();
    await page.getByTestId('share-make').click();
    await page.getByTestId('share-link-local').filter({ hasText: told }).waitFor();
    expect(await page.getByTestId('share-link').inputValue()).toMatch(
      /^http:\/\/localhost:65000\/desk\/share#.{20,}/,
    );
    // Nobody scans what leads nowhere.
    expect(await page.getByTestId('qr').count()).toBe(0);
    await page.getByTestId('share-link-copy').click();
    await page.getByTestId('toasts').filter({ hasText: copied }).waitFor();
    await tab.shoot(`share-local-phone-${locale}`);
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page, PHONES)).toEqual([]);
    expect(tab.errors).toEqual([]);
    await page.context().close();
  },
);
