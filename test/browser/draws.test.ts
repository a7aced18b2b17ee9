import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawLots, hashOfSeed } from '../../src/game/shared/draw-lots.js';
import { decodeBits } from '../../src/protocol/crowd.js';
import { violations } from '../support/axe.js';
import { closeAllTabs, openFold, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { bringEvening, noteOf, openHall, pressKey } from '../support/cockpit.js';

const PLAYERS = 40;

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ GET_READY_MS: '300', SHOW: 'on', LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const EVENING = [
  { kind: 'draw', title: 'A book for somebody who came', among: 'everybody', winners: 3 },
  { kind: 'draw', title: 'For who was right', among: 'rightLast', winners: 1 },
  { kind: 'draw', title: 'Left out tonight', among: 'everybody', winners: 1 },
  { kind: 'round', name: 'Round 1' },
  { quiz: 'Is it?', choices: ['Yes', 'No'], answer: 1, limitTime: 60 },
];

/** Notes each number of people left that the page tells, in `window.left`. */
const noteLeft = `
  window.left = [];
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid=draw-left]')?.textContent ?? '';
    const count = Number(/\\d+/.exec(text)?.[0] ?? 0);
    if (count > 0 && window.left.at(-1) !== count) window.left.push(count);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

const crowd: TestClient[] = [];

async function seat(pin: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const auth = { wantToken: true, format: 'compact' } as const;
    const client = new TestClient(server.url, { auth }).echoFlushes();
    crowd.push(client);
    await client.do('joinRoom', { gameId: pin, playerName: `Player ${n}` });
  }
}

describe('R27.8 a draw', () => {
  it.each(['en-US', 'ko-KR'] as const)(
    'falls away in halves on projector and phone, and its winner has a code (%s)',
    async (language) => {
      const { pin, host, screen, phone } = await openHall(browser, server.url, language);
      const { page, errors, shoot } = host;
      await seat(pin, PLAYERS);
      await bringEvening(page, EVENING);

      await pressKey(page, 'Space');
      for (const tab of [screen, phone])
        await tab.page.getByTestId('item-title').filter({ hasText: 'A book' }).waitFor();
      const hash = await screen.page.getByTestId('draw-hash').textContent();
      // In a hall nobody reads 64 digits; phones have them.
      expect(hash).toMatch(/^SHA-256 [\da-f]{8}…$/);
      await Promise.all([
        screen.shoot(`draw-waits-${language}`),
        phone.shoot(`draw-waits-phone-${language}`),
      ]);
      await screen.page.evaluate(noteLeft);
      await pressKey(page, 'Space');
      if (process.env['SCREENS'] !== undefined) {
        await screen.page.getByTestId('draw-left').filter({ hasText: '21' }).waitFor();
        await screen.shoot(`draw-falls-${language}`);
        await phone.shoot(`draw-falls-phone-${language}`);
      }
      for (const tab of [screen, phone]) await tab.page.getByTestId('draw-over').waitFor();
      expect(await screen.page.getByTestId('draw-winner').count()).toBe(3);
      const left = await screen.page.evaluate<number[]>('window.left');
      expect(left.length).toBeGreaterThan(0);
      expect(left).toEqual([41, 21, 11, 6, 3].filter((count) => left.includes(count)));
      await Promise.all([
        screen.shoot(`draw-over-${language}`),
        phone.shoot(`draw-over-phone-${language}`),
        shoot(`draw-over-cockpit-${language}`),
      ]);
      // Everything is told that it takes to draw again.
      await phone.page.locator('details summary').click();
      const told = await phone.page.locator('details dd').allTextContents();
      const [, seed = '', slots = '', winners = ''] = told;
      expect(hash).toContain(hashOfSeed(seed).slice(0, 8));
      expect(told[0]).toBe(hashOfSeed(seed));
      expect(drawLots(seed, decodeBits(slots), 3).join(', ')).toBe(winners);
      await phone.shoot(`draw-check-phone-${language}`);
      for (const tab of [screen, phone]) expect(await violations(tab.page)).toEqual([]);
      expect(await page.getByTestId('claim-codes').locator('li').count()).toBe(3);
      const winner = crowd.find((client) => client.all('claimCode').length > 0);
      expect(winner).toBeDefined();

      // Where the projector has no names, it shows numbers of seats; phones go on with names.
      const winnersOn = (tab: Tab) => tab.page.getByTestId('draw-winner').locator('b');
      const names = await winnersOn(phone).allTextContents();
      expect(await winnersOn(screen).allTextContents()).toEqual(names);
      await page.getByTestId('tab-room').click();
      await openFold(page, 'devices');
      await page.getByTestId('screen-names').uncheck();
      const seats = winners.split(', ').map((slot) => String(Number(slot) + 1));
      await expect.poll(() => winnersOn(screen).allTextContents()).toEqual(seats);
      expect(await winnersOn(phone).allTextContents()).toEqual(names);
      const said = screen.page.getByTestId('draw').locator('[role=status]');
      expect(await said.textContent()).toContain(seats.join(', '));
      await screen.shoot(`draw-no-names-${language}`);
      await page.getByTestId('tab-people').click();

      // With nobody it says so.
      await pressKey(page, 'Space');
      await screen.page.getByTestId('item-title').filter({ hasText: 'For who' }).waitFor();
      await pressKey(page, 'Space');
      for (const tab of [screen, phone]) await tab.page.getByTestId('draw-nobody').waitFor();
      await screen.shoot(`draw-nobody-${language}`);

      // One that waits can be left out, at the second press.
      expect(await page.getByTestId('do-skip').count()).toBe(0);
      await pressKey(page, 'Space');
      await screen.page.getByTestId('item-title').filter({ hasText: 'Left out' }).waitFor();
      await page.getByTestId('do-skip').waitFor();
      await shoot(`draw-skip-cockpit-${language}`);
      await page.setViewportSize({ width: 360, height: 640 });
      await shoot(`draw-skip-cockpit-phone-${language}`);
      await pressKey(page, 'd');
      await noteOf(page, 'again').waitFor();
      await page.getByTestId('do-skip').click();
      await page.getByTestId('do-skip').waitFor({ state: 'detached' });
      await screen.page.getByTestId('item-title').waitFor({ state: 'detached' });
      expect([...errors, ...screen.errors, ...phone.errors]).toEqual([]);
      for (const client of crowd.splice(0)) client.close();
    },
  );
});
