import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringQuiz, closeAllTabs, openRoom, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

const RIGHT = 'right';
const QUIZ_FILE = [
  'question,answer,choice1,choice2,seconds',
  'Which of these?,right,right,left,11',
  'And of these?,right,right,wrong,11',
].join('\n');

let server: Child & { url: string };
let browser: Browser;
let host: Page;
let player: Page;
let pin: string;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '3600000',
    GET_READY_MS: '300',
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
  ({ page: host } = await openTab(browser, 'desktop', 'en-US'));
  ({ page: player } = await openTab(browser, 'phone', 'en-US'));
  pin = await openRoom(host, server.url, { name: 'Dana' });
  await bringQuiz(host, QUIZ_FILE);
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** What has the focus: its test id, or what it is. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement.dataset.testid ?? document.activeElement.tagName.toLowerCase()`,
  );

/** Presses a button by keyboard. */
async function press(page: Page, testId: string): Promise<void> {
  await page.getByTestId(testId).first().focus();
  await page.keyboard.press('Enter');
}

/** Ends the question, which is judged from the third second of its choices on. */
async function closeQuestion(): Promise<void> {
  await host.locator('[data-testid=skip][data-skips=close]').waitFor();
  await press(host, 'skip');
  await bothIn('reveal');
}

async function bothIn(phase: string): Promise<void> {
  for (const page of [host, player]) await page.locator(`html[data-phase=${phase}]`).waitFor();
}

/** Keeps every text that a screen reader is told from now on. */
const listen = (page: Page) =>
  page.evaluate(`(() => {
    window.said = [];
    const hear = () => {
      for (const region of document.querySelectorAll('[aria-live]')) {
        const text = region.textContent.trim();
        if (text !== '' && region.heard !== text) window.said.push(text);
        region.heard = text;
      }
    };
    hear();
    new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true });
  })()`);

const said = (page: Page) => page.evaluate<string[]>('window.said');

describe('the focus', () => {
  it('stays at the form when a PIN is refused', async () => {
    await player.goto(server.url);
    await player.getByTestId('pin').fill('000000');
    await press(player, 'join-submit');
    await player.getByTestId('join-problem').waitFor();
    expect(await focused(player)).toBe('join-submit');
  });

  it('goes to the lobby with who joins, and to the game that begins', async () => {
    await player.goto(`${server.url}/join/${pin}`);
    await player.getByTestId('join-name').fill('Minji');
    await player.keyboard.press('Enter');
    await player.getByTestId('arena').waitFor();
    await expect.poll(() => focused(player)).toBe('stage');
    await press(host, 'start');
    await bothIn('countdown');
    await expect.poll(() => focused(host)).toBe('stage');
  });

  it('stays on a button that a host presses again', async () => {
    await press(host, 'pause');
    await host.getByTestId('resume').waitFor();
    expect(await focused(host)).toBe('resume');
    await host.keyboard.press('Enter');
    await host.getByTestId('pause').waitFor();
    expect(await focused(host)).toBe('pause');
  });

  it('comes back from a panel to what opened it', async () => {
    await press(player, 'menu');
    await player.getByTestId('no-walk').check();
    await player.keyboard.press('Escape');
    await expect.poll(() => focused(player)).toBe('menu');
  });

  it('goes from a list of choices to the next question when the list goes', async () => {
    await press(host, 'skip');
    await bothIn('question');
    await player.getByRole('radio').first().focus();
    await player.keyboard.press('1');
    await player.getByRole('radio', { checked: true }).waitFor();
    await closeQuestion();
    await press(host, 'skip');
    await bothIn('question');
    await expect.poll(() => focused(player)).toBe('stage');
  });

  it('goes back to the lobby with whoever closes the results, and away with who is removed', async () => {
    await closeQuestion();
    await press(host, 'skip');
    await player.getByTestId('podium').waitFor();
    expect(await focused(player)).not.toBe('body');
    await press(player, 'back-to-lobby');
    await expect.poll(() => focused(player)).toBe('stage');
    await host.getByTestId('podium').waitFor();
    await host.keyboard.press('Escape');
    await expect.poll(() => focused(host)).toBe('stage');
    await player.getByTestId('open-chat').click();
    await player.getByTestId('chat-input').focus();
    await host.getByTestId('mute').check();
    await player.locator('[data-testid=chat-input]:disabled').waitFor();
    await expect.poll(() => focused(player)).not.toBe('body');
    await host.getByTestId('mute').uncheck();
    await player.keyboard.press('Escape');
  });
});

describe('a screen reader', () => {
  it('hears choices, the own zone, the time at 10 and 5 seconds, a pause and the own rank', async () => {
    await player.getByTestId('menu').click();
    await player.getByTestId('no-walk').uncheck();
    await player.keyboard.press('Escape');
    await press(host, 'start');
    await bothIn('countdown');
    await listen(player);
    await press(host, 'skip');
    await player.getByTestId('zone-text').first().waitFor();
    const texts = await player.getByTestId('zone-text').allTextContents();
    const zone = texts.indexOf(RIGHT) + 1;
    await player.keyboard.press(String(zone));
    await player.locator(`[data-testid=zone][data-zone="${zone}"].standing`).waitFor();
    await expect.poll(() => said(player)).toContain('5 seconds left');
    await press(host, 'pause');
    await host.getByTestId('resume').waitFor();
    await expect.poll(() => said(player)).toContain('Paused');
    await closeQuestion();
    await expect.poll(() => said(player)).toContainEqual(expect.stringContaining('Your rank #1'));
    const heard = await said(player);
    const choices = texts.map((text, index) => `Choice ${index + 1}: ${text}`).join('. ');
    expect(heard).toContain(choices);
    expect(heard).toContain(`You stand in zone ${zone}: ${RIGHT}`);
    const calls = heard.filter((text) => text.includes('seconds left'));
    // A page that does not know the server's time well yet may begin one second higher.
    expect(calls.filter((text) => text !== '11 seconds left')).toEqual([
      '10 seconds left',
      '5 seconds left',
    ]);
    expect(heard.indexOf(choices)).toBeLessThan(heard.indexOf('10 seconds left'));
  });

  it('finds question and arena in the main part of the page', async () => {
    const main = player.getByRole('main');
    for (const id of ['question', 'arena', 'own-mark'])
      expect(await main.getByTestId(id).count()).toBe(1);
    await press(host, 'end');
    await host.getByTestId('confirm-yes').click();
    for (const page of [player, host]) {
      await page.getByTestId('podium').waitFor();
      await page.keyboard.press('Escape');
      await page.getByTestId('podium').waitFor({ state: 'detached' });
    }
    await host.getByTestId('open-people').click();
    await host.getByTestId('person').filter({ hasText: 'Minji' }).getByRole('button').click();
    await host.getByTestId('kick').click();
    await host.getByTestId('confirm-yes').click();
    await player.getByTestId('ended').waitFor();
    await expect.poll(() => focused(player)).toBe('ended');
  });
});
