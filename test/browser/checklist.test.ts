import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { TestClient } from '../support/client.js';
import { LAPTOP, openAsHostOnly } from '../support/cockpit.js';
import { layoutFaults } from '../support/layout.js';
import { KINDS } from './kinds-set.js';

const PHONE = { width: 390, height: 844 };

let app: TestApp;
let browser: Browser;
let host: Tab;
let page: Page;

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  app = await startTestApp({ COUNTDOWN_MS: '600000' }, new TestBank([KINDS]), webDir);
  browser = await workerBrowser();
  host = await openTab(browser, 'desktop', 'en-US');
  ({ page } = host);
  await page.setViewportSize(LAPTOP);
});

afterAll(async () => {
  await closeAllTabs(browser);
  await app.close();
});

const isDone = (what: string) => page.getByTestId(`check-${what}`).getAttribute('data-done');

describe('R20.20 the list of what is worth doing before a game', () => {
  it('tells what is done, has a button for the rest, and is gone when the game begins', async () => {
    const pin = await openAsHostOnly(page, app.url, { preset: 'SURVIVAL' });
    const player = TestClient.withToken(app.url);
    await player.do('joinRoom', { gameId: pin, playerName: 'Ann' });
    await page.getByTestId('check-screen').waitFor();
    expect(await Promise.all(['screen', 'phone', 'rehearsal', 'narrow'].map(isDone))).toEqual([
      'false',
      'false',
      'false',
      'false',
    ]);
    // Of what is not there, nobody has to know whether it is heard.
    expect(await page.getByTestId('check-sound').count()).toBe(0);
    await host.shoot('checklist-1366');
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page, [LAPTOP, PHONE])).toEqual([]);

    // A stranger's is open, too, and is told apart.
    const strange = await openTab(browser, 'projector', 'en-US');
    await strange.page.goto(`${app.url}/screen/${pin}`);
    await page.getByTestId('check-screen').filter({ hasText: 'without a host link' }).waitFor();
    await host.shoot('checklist-strange');
    expect(await isDone('screen')).toBe('true');

    const [screen] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByTestId('do-screen').click(),
    ]);
    await page.getByTestId('do-screen').waitFor({ state: 'detached' });
    expect(await isDone('screen')).toBe('true');
    await strange.page.context().close();
    await screen.getByTestId('screen-sound').waitFor();
    await expect.poll(() => isDone('sound')).toBe('true');
    await player.do('exitRoom', {});

    await page.getByTestId('do-phone').click();
    await page.getByTestId('host-link-make').click();
    const link = await page.getByTestId('host-link-address').inputValue();
    await page.keyboard.press('Escape');
    const phone = await openTab(browser, 'phone', 'ko-KR');
    await phone.page.goto(`${app.url}/host/${pin}#${link.split('#')[1]}`);
    await phone.page.getByTestId('checklist').waitFor();
    await phone.shoot('checklist-390');
    await expect.poll(() => isDone('phone')).toBe('true');
    // Who came by the link cannot make another one.
    expect(await phone.page.getByTestId('check-phone').count()).toBe(0);
    expect(await violations(phone.page)).toEqual([]);

    await page.getByTestId('do-rehearsal').click();
    // In sight, and no more bots than there are seats.
    const bots = page.getByTestId('rehearsal-bots');
    expect(await bots.inputValue()).toBe('100');
    const start = (await page.getByTestId('rehearsal-start').boundingBox())!;
    const pad = (await page.getByTestId('control-pad').boundingBox())!;
    expect(start.y + start.height).toBeLessThanOrEqual(pad.y);
    await bots.fill('3');
    await page.getByTestId('rehearsal-start').click();
    await page.getByTestId('rehearsal-stop').click();
    await page.getByTestId('rehearsal-verdict').waitFor();
    expect(await isDone('rehearsal')).toBe('true');

    await page.getByTestId('do-narrow').click();
    await page.getByTestId('host-panel').waitFor();
    await page.getByTestId('room-settings').locator('input[value=RANKING]').check();
    await page.getByTestId('check-narrow').waitFor({ state: 'detached' });

    // R15.34
    const choices = ['Rome', 'Oslo', 'Bern'];
    const questions = ['A?', 'B?', 'C?', 'D?'].map((quiz) => ({ quiz, choices, answer: 1 }));
    await page.getByTestId('quiz-file').setInputFiles({
      name: 'set.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ title: 'Capitals', language: 'en', questions })),
    });
    const samePlace = page.getByTestId('check-same-place');
    expect(await samePlace.count()).toBe(0);
    await page.getByTestId('rules').locator('summary').click();
    await page.getByTestId('room-settings').getByTestId('choice-order').selectOption('written');
    await samePlace.filter({ hasText: 'The first choice is right in 4 of 4 questions' }).waitFor();
    await host.shoot('checklist-same-place');
    await page.getByTestId('do-same-place').click();
    await samePlace.waitFor({ state: 'detached' });

    await TestClient.withToken(app.url).do('joinRoom', { gameId: pin, playerName: 'Bob' });
    await page.getByTestId('do-start').click();
    await page.getByTestId('checklist').waitFor({ state: 'detached' });
    await phone.page.getByTestId('checklist').waitFor({ state: 'detached' });

    // A hall that had a big screen misses it.
    expect(await page.getByTestId('hall-no-screen').count()).toBe(0);
    await screen.close();
    await page.getByTestId('hall-no-screen').waitFor();
    await host.shoot('cockpit-no-screen');
    expect(await violations(page)).toEqual([]);
    await Promise.all([
      page.context().waitForEvent('page'),
      page.getByTestId('hall-open-screen').click(),
    ]);
    await page.getByTestId('hall-no-screen').waitFor({ state: 'detached' });
    expect(host.errors).toEqual([]);
  });
});
