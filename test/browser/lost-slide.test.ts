import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { openAsHostOnly, pressKey } from '../support/cockpit.js';

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

async function chooseSlides(page: Page, questions: object[]): Promise<void> {
  await page.getByTestId('tab-room').click();
  await page.getByTestId('quiz-file').setInputFiles({
    name: 'evening.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({ version: 2, title: 'Our evening', language: 'en', questions }),
    ),
  });
  await page.getByTestId('programme').waitFor();
  // Keys are the page's again.
  await page.getByTestId('tab-people').click();
}

/** The card of an item, with this title. */
const itemAt = (page: Page, title: string) =>
  page.locator('[data-testid=item] h2', { hasText: title }).first().waitFor();

describe('R18.4 a slide whose picture is gone', () => {
  it('is shown with its words, and its host is told', async () => {
    const { page, shoot } = await openTab(browser, 'desktop', 'en-US');
    const pin = await openAsHostOnly(page, server.url);
    const screen = await openTab(browser, 'projector', 'en-US');
    await screen.page.goto(`${server.url}/screen/${pin}`);
    const phone = await openTab(browser, 'phone', 'en-US');
    await phone.page.goto(`${server.url}/${pin}`);
    await phone.page.getByTestId('join-submit').click();
    await phone.page.locator('html[data-phase=lobby]').waitFor();
    const answered: number[] = [];
    const pages = [page, screen.page, phone.page];
    for (const one of pages)
      one.on('response', (response) => {
        if (response.url().includes('/pictures/')) answered.push(response.status());
      });
    // Nobody has kept it here.
    const image = { id: 'b'.repeat(64), alt: 'Our hall in the year 1900' };
    await chooseSlides(page, [
      { kind: 'slide', title: 'Welcome', text: 'Please sit down', image },
      { kind: 'slide', title: 'Later', text: 'As well', image: { ...image, alt: '' } },
      { kind: 'round', name: 'One' },
      { quiz: 'Sky?', choices: ['Blue', 'Red'], answer: 1 },
    ]);
    for (const [title, said] of [
      ['Welcome', 'Our hall in the year 1900'],
      ['Later', 'The picture cannot be shown'],
    ] as const) {
      await pressKey(page, 'Space');
      await Promise.all(pages.map((one) => itemAt(one, title)));
      await Promise.all(
        pages.map((one) => one.getByTestId('item').getByText(said).first().waitFor()),
      );
      for (const one of pages) {
        expect(await one.getByTestId('item-text').count()).toBe(1);
        expect(await one.getByTestId('item-picture').count()).toBe(0);
      }
      await page.getByText('1 picture could not be loaded').first().waitFor();
    }
    expect(new Set(answered)).toEqual(new Set([404]));
    await Promise.all([
      shoot('picture-gone-cockpit'),
      screen.shoot('picture-gone-screen'),
      phone.shoot('picture-gone-phone'),
    ]);
    expect(await phone.page.getByText('could not be loaded').count()).toBe(0);
  });
});
