import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAllTabs, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { bringEvening, openHall, pressKey } from '../support/cockpit.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
});
afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** Nobody has kept it here. */
const image = { id: 'b'.repeat(64), alt: 'Our hall in the year 1900' };
const EVENING = [
  { kind: 'slide', title: 'Welcome', text: 'Please sit down', image },
  { kind: 'slide', title: 'Later', text: 'As well', image: { ...image, alt: '' } },
  { kind: 'round', name: 'Round 1' },
  { quiz: 'Is it?', choices: ['Yes', 'No'], answer: 1, limitTime: 60 },
];

it('R18.4 a slide whose picture is gone is shown with its words, and its host is told', async () => {
  const { host, screen, phone } = await openHall(browser, server.url, 'en-US');
  const { page, shoot } = host;
  const tabs = { cockpit: { page, shoot }, screen, phone };
  const answered: number[] = [];
  for (const tab of Object.values(tabs))
    tab.page.on('response', (response) => {
      if (response.url().includes('/pictures/')) answered.push(response.status());
    });
  await bringEvening(page, EVENING);
  for (const [title, text, said] of [
    ['Welcome', 'Please sit down', [image.alt]],
    ['Later', 'As well', []],
  ] as const) {
    await pressKey(page, 'Space');
    for (const [name, tab] of Object.entries(tabs)) {
      const item = tab.page.getByTestId('item');
      await item.getByTestId('item-title').filter({ hasText: title }).waitFor();
      await item.locator('img').waitFor({ state: 'detached' });
      // Only the words, and what is known of the picture.
      const told = {
        text: await item.getByTestId('item-text').allInnerTexts(),
        gone: await item.locator('figure').allInnerTexts(),
      };
      expect([name, told]).toEqual([name, { text: [text], gone: said }]);
      await tab.shoot(`picture-gone-${name}-${title}`);
    }
    await page.getByText('1 picture could not be loaded').first().waitFor();
  }
  expect(new Set(answered)).toEqual(new Set([404]));
  expect(await phone.page.getByText('could not be loaded').count()).toBe(0);
});
