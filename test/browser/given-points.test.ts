import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { openHall, pressKey } from '../support/cockpit.js';

/** As long as a reason may be: emoji are one character of two units each. */
const REASON = `Best song ${'🎵'.repeat(50)}`;

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ COUNTDOWN_MS: '600000', LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

describe('R27.10 points by hand', () => {
  it.each(['en-US', 'ko-KR'] as const)(
    'are given from a row by keys alone, read by everybody, and taken back (%s)',
    async (language) => {
      const { pin, host, screen, phone } = await openHall(browser, server.url, language);
      const { page, errors, shoot } = host;
      const other = new TestClient(server.url, { auth: { wantToken: true } });
      await other.do('joinRoom', { gameId: pin, playerName: 'Ann' });
      const actions = page.getByTestId('person-actions').first();
      // Before a game there is nothing to give.
      await actions.click();
      await page.getByTestId('rename').waitFor();
      expect(await page.getByTestId('give-player').count()).toBe(0);
      await pressKey(page, 's');
      await page.locator('[data-testid=stage][data-stage=countdown]').waitFor();

      await page.getByTestId('give-player').focus();
      await page.keyboard.press('Enter');
      await page.getByTestId('give-points').waitFor();
      await page.keyboard.insertText(`${REASON}!`);
      await page.keyboard.press('Enter');
      // One character too many is not sent.
      await page.getByTestId('give-reason').and(page.locator(':invalid')).waitFor();
      await page.keyboard.press('Backspace');
      await shoot(`give-points-${language}`);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByTestId('give-points').waitFor({ state: 'detached' });
      for (const tab of [screen, phone])
        await tab.page.getByTestId('toasts').filter({ hasText: '+100' }).waitFor();
      await Promise.all([
        screen.shoot(`given-screen-${language}`),
        phone.shoot(`given-phone-${language}`),
      ]);
      expect(await other.wait('pointsGiven')).toMatchObject({ points: 100, reason: REASON });

      await page.getByTestId('tab-room').click();
      await page.getByTestId('given-row').filter({ hasText: 'Best song' }).waitFor();
      await shoot(`given-list-${language}`);
      expect(await violations(page)).toEqual([]);
      await page.getByTestId('take-back-points').click();
      await page.getByTestId('given-row').waitFor({ state: 'detached' });
      await other.wait('pointsGiven', ({ isTakenBack }) => isTakenBack === true);
      expect([...errors, ...screen.errors, ...phone.errors]).toEqual([]);
      other.close();
    },
  );
});
