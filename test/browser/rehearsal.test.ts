import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, openFold, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { layoutFaults, PHONES } from '../support/layout.js';

const BOTS = 40;

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

/** Axe and the fit of everything on a phone, as the page is now. */
async function expectSound({ page }: Tab): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await layoutFaults(page, PHONES)).toEqual([]);
}

describe('R11.1, R12 the panel of the host', () => {
  it('tells how the phones are connected, rehearses with bots and says whether it will work', async () => {
    const host = await openTab(browser, 'phone', 'ko-KR');
    await host.page.goto(server.url);
    await host.page.getByTestId('open-create').tap();
    await host.page.getByTestId('create-submit').tap();
    await host.page.getByTestId('host-bar').waitFor();
    const text = await host.page.getByTestId('room-pin').textContent();
    const pin = /\d{6}/.exec(text ?? '')?.[0] ?? '';
    const guest = await openTab(browser, 'phone', 'en-US');
    await guest.page.goto(`${server.url}/join/${pin}`);
    await guest.page.getByTestId('join-submit').tap();
    await guest.page.getByTestId('arena').waitFor();

    await host.page.getByTestId('open-host').tap();
    await openFold(host.page, 'during');
    await host.page.getByTestId('health-counts').filter({ hasText: '2명' }).waitFor();
    await expectSound(host);
    await host.page.getByTestId('rehearsal-bots').fill('201');
    await host.page.getByTestId('rehearsal-start').tap();
    await host.page.getByTestId('toasts').filter({ hasText: '200' }).waitFor();
    await host.page.getByTestId('rehearsal-bots').fill(String(BOTS));
    await host.page.getByTestId('rehearsal-start').tap();
    await host.page.getByTestId('rehearsal-left').waitFor();
    await expectSound(host);
    await host.shoot('rehearsal-host-phone');

    // Bots are marked, and counted apart from the two who play.
    await guest.page.getByTestId('open-people').tap();
    const bots = guest.page.getByTestId('person').filter({ hasText: '🤖' });
    await expect.poll(() => bots.count()).toBe(BOTS);
    await guest.page
      .getByTestId('people')
      .filter({ hasText: `2 players · ${BOTS} bots` })
      .waitFor();
    await expectSound(guest);
    await guest.shoot('rehearsal-people-phone');
    expect(await guest.page.getByTestId('player-count').textContent()).toContain('2 /');

    // So that both pages have echoed while something was going on, and were looked at.
    await host.page.waitForTimeout(5_000);
    await host.page.getByTestId('rehearsal-stop').tap();
    const verdict = host.page.getByTestId('rehearsal-verdict');
    await verdict.waitFor();
    await expectSound(host);
    await host.shoot('rehearsal-verdict-phone');
    // How fast this machine is, is not what is tested.
    expect(await verdict.getAttribute('data-outcome')).toMatch(/good|Slow/);
    await expect.poll(() => bots.count()).toBe(0);
    await guest.page
      .getByTestId('people')
      .filter({ hasText: '2 players', hasNotText: 'bots' })
      .waitFor();
    expect(await verdict.textContent()).toContain(`${BOTS + 2}명`);
    await host.page.getByTestId('rehearsal-start').waitFor();
    expect([...host.errors, ...guest.errors]).toEqual([]);
  });
});
