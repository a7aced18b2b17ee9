import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, openFold, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { flatPng } from '../support/images.js';
import { layoutFaults, PHONES } from '../support/layout.js';

const MAIN = '#7a0019';
const SECOND = '#2b4a8b';

let server: Child & { url: string };
let browser: Browser;
let host: Tab;
let projector: Tab;
let phone: Tab;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
  host = await openTab(browser, 'desktop', 'en-US');
  projector = await openTab(browser, 'projector', 'ko-KR');
  phone = await openTab(browser, 'phone', 'ko-KR');
});
afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const mainOf = ({ page }: Tab): Promise<string> =>
  page.evaluate<string>(
    `getComputedStyle(document.documentElement).getPropertyValue('--clay').trim()`,
  );

/** Each test goes on where the one before has ended. */
describe('a look', () => {
  it('R21.4 is chosen at the desk, by keyboard, and told what is wrong with it', async () => {
    const { page } = host;
    await page.goto(/http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '');
    const look = page.getByTestId('look');
    await look.locator('summary').press('Enter');
    await page.getByTestId('look-main').fill('#ffd400');
    await page.getByTestId('look-second').fill(SECOND);
    await page.getByTestId('look-save').press('Enter');
    await page.getByTestId('look-problem').filter({ hasText: 'hard to read' }).waitFor();
    await page.getByTestId('look-main').fill(MAIN);
    await page.getByTestId('look-save').press('Enter');
    await page.getByTestId('look-done').waitFor();
    const bring = (name: string, buffer: Buffer): Promise<void> =>
      page.getByTestId('look-file').setInputFiles({ name, mimeType: 'image/png', buffer });
    await bring('logo.svg', Buffer.from('<svg/>'));
    await page.getByTestId('look-problem').filter({ hasText: '300 kB' }).waitFor();
    await bring('logo.png', flatPng(300, 100));
    await page.getByTestId('look-logo').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page, PHONES)).toEqual([]);
    await host.shoot('look-desk');
  });

  it('R21.5 is given to a room by one click: a logo on the big screen, colours on phones', async () => {
    const { page } = host;
    await page.goto(`${server.url}/?create`);
    await page.getByTestId('create-name').fill('Host');
    await page.getByTestId('room-look').check();
    await page.getByTestId('create-submit').click();
    await page.getByTestId('arena').waitFor();
    const pin = /\d{6}/.exec(page.url())![0];
    await projector.page.goto(`${server.url}/screen/${pin}`);
    await projector.page.getByTestId('room-logo').waitFor();
    await phone.page.goto(`${server.url}/join/${pin}`);
    await phone.page.getByTestId('join-submit').tap();
    await phone.page.getByTestId('arena').waitFor();
    for (const tab of [host, projector, phone]) {
      await tab.page.locator('html[data-theme=look]').waitFor();
      expect(await mainOf(tab)).toBe(MAIN);
      expect(await violations(tab.page)).toEqual([]);
    }
    expect(await phone.page.getByTestId('room-logo').count()).toBe(0);
    const width = `document.querySelector('[data-testid=room-logo]').naturalWidth`;
    expect(await projector.page.evaluate(width)).toBe(300);
    await projector.shoot('look-projector');
    await phone.shoot('look-phone');
  });

  it('R21.5 is taken off again, and a person’s own choice comes first', async () => {
    const { page } = host;
    await phone.page.getByTestId('menu').tap();
    await phone.page.getByTestId('theme').selectOption('night');
    await phone.page.locator('html[data-theme=night]').waitFor();
    await page.getByTestId('open-host').click();
    await openFold(page, 'before');
    await page.getByTestId('room-look').uncheck();
    await projector.page.locator('html[data-theme=own]').waitFor();
    expect(await projector.page.getByTestId('room-logo').count()).toBe(0);
    await page.getByTestId('room-look').check();
    await projector.page.getByTestId('room-logo').waitFor();
    expect(await phone.page.locator('html').getAttribute('data-theme')).toBe('night');
    expect([...host.errors, ...projector.errors, ...phone.errors]).toEqual([
      // The two that were refused at the desk.
      expect.stringContaining('400'),
      expect.stringContaining('400'),
    ]);
  });
});
