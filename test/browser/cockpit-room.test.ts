import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { violations } from '../support/axe.js';
import {
  boxOf,
  closeAllTabs,
  openFold,
  openTab,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { TestClient } from '../support/client.js';
import { answerRight, closeByKey, LAPTOP, openAsHostOnly, stageAt } from '../support/cockpit.js';
import { layoutFaults } from '../support/layout.js';
import { KINDS, pictureAt } from './kinds-set.js';

const NAMES = ['가람', '나래', '다솜'];
const NARROW = { width: 390, height: 844 };

/** Notes what is said of each scene of the end: a busy machine misses the short ones. */
const RECORD_SAID = `{
  const said = (window.said = {});
  new MutationObserver(() => {
    const runs = document.querySelector('[data-testid=final-runs]');
    if (runs !== null) said[runs.dataset.scene] = runs.innerText;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}`;

let app: TestApp;
let browser: Browser;
let host: Tab;
let page: Page;
const players: TestClient[] = [];

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  const lengths = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '', SHOW: 'on' };
  app = await startTestApp(lengths, new TestBank([KINDS]), webDir);
  browser = await workerBrowser();
  host = await openTab(browser, 'desktop', 'en-US');
  ({ page } = host);
  await page.setViewportSize(LAPTOP);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const picture = { contentType: 'image/svg+xml', body: pictureAt('') };
  await page.route('**/pictures/**', (route) => route.fulfill(picture));
});

afterAll(async () => {
  for (const player of players) player.close();
  await closeAllTabs(browser);
  await app.close();
});

const scrolled = () => page.evaluate<number>('document.documentElement.scrollHeight');
const isOpen = async (fold: string) =>
  (await page.getByTestId(`fold-${fold}`).getAttribute('open')) !== null;

describe('R3.5 the cockpit of a laptop', () => {
  it('has its settings in three parts by when they are needed, and the rehearsal in the lobby', async () => {
    const pin = await openAsHostOnly(page, app.url);
    for (const playerName of NAMES) {
      const player = TestClient.withToken(app.url);
      await player.do('joinRoom', { gameId: pin, playerName });
      players.push(player);
    }
    await page.getByTestId('do-rehearsal').click();
    await page.getByTestId('checklist').getByTestId('rehearsal-start').waitFor();
    await page.getByTestId('tab-room').click();
    const parts = ['before', 'during', 'devices'];
    expect(await Promise.all(parts.map(isOpen))).toEqual([true, false, false]);
    expect(await page.getByTestId('rehearsal-start').count()).toBe(1);
    await host.shoot('cockpit-room-lobby');
    for (const part of ['during', 'devices']) await openFold(page, part);
    await page.getByTestId('open-screen').waitFor();
    await host.shoot('cockpit-room-folds');
    // However long the panel is, the page has nothing to be scrolled.
    expect(await scrolled()).toBe(LAPTOP.height);
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page, [LAPTOP, NARROW])).toEqual([]);
    for (const part of ['during', 'devices'])
      await page.getByTestId(`fold-${part}`).locator(':scope > summary').click();
    await page.getByTestId('rules').locator('summary').click();
    await page.getByTestId('question-order').selectOption('written');
    await players[0]!.wait('updateRoomOption', ({ questionOrder }) => questionOrder === 'written');
  });

  it('shows all choices of a question with a picture, and what the host reads beside them', async () => {
    await page.getByTestId('do-start').click();
    await stageAt(page, 'answering');
    const rows = page.getByTestId('choice-row');
    await rows.nth(3).waitFor();
    await page.getByTestId('coming').waitFor();
    await host.shoot('cockpit-picture-laptop');
    const stage = await boxOf(page.getByTestId('stage'));
    const pad = await boxOf(page.getByTestId('control-pad'));
    const last = await boxOf(rows.nth(3));
    expect(last.y + last.height).toBeLessThanOrEqual(pad.y);
    const picture = await boxOf(page.getByTestId('picture'));
    expect(picture.height).toBeLessThanOrEqual(LAPTOP.height * 0.18 + 1);
    // A tap shows it as large as the card, and another one puts it back.
    await page.getByTestId('picture').click();
    await expect
      .poll(async () => (await boxOf(page.getByTestId('picture'))).height)
      .toBeGreaterThan(2 * picture.height);
    await page.getByTestId('picture').click();
    for (const id of ['stage-explanation', 'coming']) {
      const { x, y } = await boxOf(page.getByTestId(id));
      expect(x).toBeGreaterThanOrEqual(stage.x + stage.width);
      expect(y).toBeLessThan(pad.y);
    }
    // By its name, and not by a sign.
    expect((await page.getByTestId('open-pause-menu').innerText()).trim()).toBe('Break…');
    expect(await Promise.all(['before', 'during'].map(isOpen))).toEqual([false, true]);
    // What is said of a lost connection is seen above both columns.
    const banner = "document.querySelector('[data-testid=banner]').parentElement";
    expect(await page.evaluate(`${banner}.getBoundingClientRect().width`)).toBe(LAPTOP.width);
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page, [LAPTOP, NARROW])).toEqual([]);
    expect(await scrolled()).toBe(LAPTOP.height);
  });

  it('R19.5 says what of the end is shown', async () => {
    // Where all are equal there is no podium.
    await answerRight(page, players);
    await closeByKey(page);
    await page.evaluate(RECORD_SAID);
    await page.getByTestId('do-end').click();
    await page.getByTestId('confirm-yes').click();
    const said = (scene: string) => page.evaluate<string>(`window.said.${scene}`);
    await expect.poll(() => said('step')).toBe('Those on the podium are being shown');
    // The arena has nobody in it then.
    await page.getByTestId('mirror-final').waitFor();
    expect(await page.getByTestId('arena').count()).toBe(0);
    await host.shoot('cockpit-final-laptop');
    await expect.poll(() => said('credits')).toContain('together');
    await page.getByTestId('podium').waitFor();
    expect(host.errors).toEqual([]);
  });
});
