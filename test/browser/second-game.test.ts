import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { closeAllTabs, openRoom, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', COUNTDOWN_MS: '3600000' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

it('R6.1 a second game with the same results as the first shows its podium, too', async () => {
  const { page, errors } = await openTab(browser, 'desktop', 'en-US');
  await openRoom(page, server.url);
  const endGame = async () => {
    await page.locator('html[data-phase=countdown]').waitFor();
    await page.getByTestId('end').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('podium').waitFor();
  };
  await page.getByTestId('start').click();
  await endGame();
  await page.getByTestId('play-again').click();
  await page.getByTestId('podium').waitFor({ state: 'detached' });
  await endGame();
  await page.getByTestId('back-to-lobby').click();
  await page.getByTestId('podium').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});
