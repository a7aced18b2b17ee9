import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeAllTabs, openTab, SIZES, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import {
  answerQuestion,
  bringQuestions,
  openSocketRoom,
  type SocketRoom,
} from '../support/socket-room.js';

/** A browser without a window has no lock to give. */
const NOTE_LOCKS = `{
  window.locks = [];
  navigator.wakeLock.request = async () => {
    const lock = { released: false, release: async () => void (lock.released = true) };
    window.locks.push(lock);
    return lock;
  };
}`;
/** As browsers are on a page without TLS. */
const NO_LOCKS = 'delete Navigator.prototype.wakeLock';
const NOTE_VIBRATIONS = `{
  window.felt = [];
  navigator.vibrate = (pattern) => window.felt.push(pattern.join(' ')) > 0;
}`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
/** Longer than a phone waits before it sleeps. */
const UNTOUCHED_MS = 26_000;

let server: Child & { url: string };
let browser: Browser;
let room: SocketRoom;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '3000',
    GET_READY_MS: '300',
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
});

// Nobody sits there yet, nor has a game begun, also when a test is tried again.
beforeEach(async () => {
  room = await openSocketRoom(server.url, ['Host', 'Bora']);
});

afterEach(async () => {
  room.close();
  for (const context of browser.contexts()) await context.close();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** Joins the room in a page that has run a script before. */
async function join(page: Page, script: string, name: string): Promise<void> {
  await page.addInitScript(script);
  await page.goto(`${server.url}/join/${room.pin}`);
  await page.getByTestId('join-name').fill(name);
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
}

async function leave(page: Page): Promise<void> {
  await page.getByTestId('menu').tap();
  await page.getByTestId('leave').tap();
  await page.getByTestId('confirm-yes').tap();
  await page.getByTestId('open-create').waitFor();
}

/** Tells the page that it is hidden, or back. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(`{
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);

describe('the screen of a phone', () => {
  it('stays on from joining to leaving, and again after the page was hidden', async () => {
    const { page, errors } = await openTab(browser, 'phone', 'en-US');
    await join(page, NOTE_LOCKS, 'Arin');
    const released = () => page.evaluate<boolean[]>('locks.map((lock) => lock.released)');
    await expect.poll(released).toEqual([false]);
    await page.evaluate('locks[0].release()');
    await setHidden(page, true);
    await setHidden(page, false);
    await expect.poll(released).toEqual([true, false]);
    await leave(page);
    await expect.poll(released).toEqual([true, true]);
    expect(errors).toEqual([]);
  });

  it('stays on by a video of 2 px where there is no lock', async () => {
    const { page, errors } = await openTab(browser, 'phone', 'en-US');
    await join(page, NO_LOCKS, 'Chan');
    const video = page.locator('video');
    await expect
      .poll(() => video.evaluate((shown: { paused: boolean }) => shown.paused))
      .toBe(false);
    expect(await video.boundingBox()).toMatchObject({ width: 2, height: 2 });
    await page.evaluate(`window.track = document.querySelector('video').srcObject.getTracks()[0]`);
    expect(await page.evaluate('track.readyState')).toBe('live');
    await leave(page);
    expect(await video.count()).toBe(0);
    expect(await page.evaluate('track.readyState')).toBe('ended');
    expect(errors).toEqual([]);
  });

  it('goes off on an iPhone without a lock, and its owner hears once what helps', async () => {
    const context = await browser.newContext({
      ...SIZES.phone,
      locale: 'en-US',
      userAgent: IPHONE,
    });
    const page = await context.newPage();
    await join(page, NO_LOCKS, 'Ella');
    const hint = page.getByTestId('toasts').filter({ hasText: 'Auto-Lock' });
    const goAway = async () => {
      await setHidden(page, true);
      await setHidden(page, false);
    };
    await page.waitForLoadState('networkidle');
    await goAway();
    expect(await hint.count()).toBe(0);
    await page.evaluate(`{
      const now = Date.now;
      Date.now = () => now() + ${UNTOUCHED_MS};
    }`);
    await goAway();
    await hint.waitFor();
    expect(await page.evaluate(`localStorage.getItem('madang.sleep-hint')`)).toBe('1');
    expect(await page.locator('video').count()).toBe(0);
  });
});

describe('a phone in a game', () => {
  it('R8.8 counts messages of hosts and for this person, vibrates, and stops when it is told to', async () => {
    const { page, errors } = await openTab(browser, 'phone', 'en-US');
    await join(page, NOTE_VIBRATIONS, 'Dana');
    const [host, bora] = room.players;
    const badge = page.getByTestId('unread');
    await bora!.do('chatMessage', { message: 'hello everybody' });
    await bora!.do('chatMessage', { message: 'are you there, @dana?' });
    await badge.filter({ hasText: '1' }).waitFor();
    await host!.do('chatMessage', { message: 'we begin' });
    await badge.filter({ hasText: '2' }).waitFor();
    await page.getByTestId('open-chat').tap();
    // The panel is loaded when it is opened first.
    await page.getByTestId('chat-message').filter({ hasText: 'we begin' }).waitFor();
    expect(await page.getByTestId('chat-message').count()).toBe(3);
    await badge.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    const felt = () => page.evaluate<string[]>('felt');
    await bringQuestions(server.url, room, 2, 60);
    await host!.do('startGame', {});
    const play = async (index: number) => {
      await answerQuestion([bora!], index, []);
      const texts = page.getByTestId('zone-text');
      await texts.first().waitFor({ state: 'attached' });
      const zone = (await texts.allTextContents()).indexOf('right') + 1;
      await page.keyboard.press(String(zone));
      await page.locator(`[data-testid=zone][data-zone="${zone}"].standing`).waitFor();
      // Its choices have to be there for a while.
      await expect
        .poll(
          async () =>
            (await host!.ask('closeQuestion', { version: host!.last('phase')!.version })).ok,
        )
        .toBe(true);
      await page.getByTestId('own-mark').waitFor();
    };
    await play(0);
    expect(await felt()).toContain('15');
    await expect.poll(felt).toContain('80 150 40 40 90');

    await page.getByTestId('menu').tap();
    await page.getByTestId('vibration').uncheck();
    await page.keyboard.press('Escape');
    const before = await felt();
    await host!.do('skipPhase', {});
    await page.getByTestId('own-mark').waitFor({ state: 'detached' });
    await play(1);
    expect(await felt()).toEqual(before);
    await page.getByTestId('menu').tap();
    await page.getByTestId('vibration').check();
    await page.keyboard.press('Escape');
    await host!.do('skipPhase', {});
    await page.getByTestId('podium').waitFor();
    await expect.poll(felt).toEqual([...before, '60 60 60 60 200']);
    expect(errors).toEqual([]);
  });
});
