import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { answerQuestion, bringQuestions } from '../support/socket-room.js';

let server: Child & { url: string };
let browser: Browser;
let host: TestClient;
let gameId: string;
let phone: Tab;
let other: Tab;
let projector: Tab;

beforeAll(async () => {
  const lengths = { COUNTDOWN_MS: '300', GET_READY_MS: '300', SHOW: 'on' };
  server = await runServer({ LOG_LEVEL: 'warn', ...lengths });
  host = TestClient.withToken(server.url);
  ({ gameId } = await host.do('createRoom', { playerName: 'Host' }));
  browser = await workerBrowser();
  [phone, other, projector] = await Promise.all([
    openTab(browser, 'phone', 'ko-KR'),
    openTab(browser, 'phone', 'en-US'),
    openTab(browser, 'projector', 'en-US'),
  ]);
  await phone.page.setViewportSize({ width: 360, height: 640 });
  await other.page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [tab, name] of [
    [phone, '민지'],
    [other, 'Reader'],
  ] as const) {
    await tab.page.goto(`${server.url}/join/${gameId}`);
    await tab.page.getByTestId('join-name').fill(name);
    await tab.page.getByTestId('join-submit').tap();
    await tab.page.getByTestId('arena').waitFor();
  }
  await projector.page.goto(`${server.url}/screen/${gameId}`);
  await projector.page.locator('[data-testid=arena][data-avatars="3"]').waitFor();
});

afterAll(async () => {
  host.close();
  await closeAllTabs(browser);
  await server.stop();
});

/** Notes the most emotes that are ever seen at once on a page, as they are gone after two seconds. */
const watch = ({ page }: Tab, canvas = 'arena') =>
  page.evaluate(`(() => {
    const arena = document.querySelector('[data-testid=${canvas}]');
    arena.dataset.most = '0';
    new MutationObserver(() => {
      const seen = Math.max(Number(arena.dataset.most), Number(arena.dataset.emotes));
      if (String(seen) !== arena.dataset.most) arena.dataset.most = String(seen);
    }).observe(arena, { attributeFilter: ['data-emotes'] });
  })()`);
const seen = ({ page }: Tab, most: number, canvas = 'arena') =>
  page.locator(`[data-testid=${canvas}][data-most="${most}"]`).waitFor();
const gone = ({ page }: Tab) => page.locator('[data-testid=arena][data-emotes="0"]').waitFor();
/** The test id of what has the focus. */
const focused = (page: Page) =>
  page.evaluate<string | null>('document.activeElement.dataset.testid');
/** How many of the next twenty frames of the browser the arena draws itself in. */
const drawnOf = ({ page }: Tab) =>
  page.evaluate<number>(`new Promise((tell) => {
    const { dataset } = document.querySelector('[data-testid=arena]');
    const before = Number(dataset.frames);
    let left = 20;
    const next = () =>
      left-- > 0 ? requestAnimationFrame(next) : tell(Number(dataset.frames) - before);
    next();
  })`);

describe('R22 reactions', () => {
  it('R22.1 are a tap on a phone, and are seen there, on another phone and on the projector', async () => {
    const everybody = [phone, other, projector];
    const floor = await boxOf(phone.page.getByTestId('arena'));
    await phone.page.getByTestId('open-emotes').tap();
    const bar = await boxOf(phone.page.getByTestId('emotes'));
    // They stand where the tabs stood, and the floor is as large as before.
    expect(await boxOf(phone.page.getByTestId('arena'))).toEqual(floor);
    expect(bar.y).toBeGreaterThanOrEqual(floor.y + floor.height);
    expect(bar.x + bar.width).toBeLessThanOrEqual(360);
    const applause = phone.page.getByRole('button', { name: '박수' });
    expect((await boxOf(applause)).width).toBeGreaterThanOrEqual(44);
    await Promise.all(everybody.map((tab) => watch(tab)));
    await applause.tap();
    await Promise.all(everybody.map((tab) => seen(tab, 1)));
    await Promise.all(everybody.map(gone));
    expect(host.all('emote').map(({ emotes }) => emotes.map(({ emote }) => emote))).toEqual([[4]]);
    await expect.poll(() => drawnOf(projector)).toBe(0);
  });

  it('R22.1 come by keys, too, and close by Escape', async () => {
    const { page } = other;
    await Promise.all([phone, projector].map((tab) => watch(tab)));
    await page.keyboard.press('e');
    await expect.poll(() => focused(page)).toBe('emote-0');
    await page.keyboard.press('Enter');
    await Promise.all([phone, projector].map((tab) => seen(tab, 1)));
    await page.keyboard.press('Escape');
    await page.getByTestId('open-chat').waitFor();
    expect(await focused(page)).toBe('open-emotes');
    expect(await page.getByTestId('open-emotes').getAttribute('aria-expanded')).toBe('false');
  });

  it('R22.1 are seen on the projector in a reveal and at the end of a game, too', async () => {
    const room = { pin: gameId, players: [host] };
    await bringQuestions(server.url, room, 1);
    await host.do('startGame', {});
    await answerQuestion([host], 0, [host]);
    await host.wait('endQuizTime');
    await host.do('pauseGame', {});
    const { page, errors, shoot } = projector;
    await page.locator('html[data-scene]').waitFor({ state: 'attached' });
    await watch(projector);
    await host.do('emote', { emote: 0 });
    await seen(projector, 1);
    await shoot('emote-in-reveal');
    await gone(projector);

    await host.do('resumeGame', {});
    await host.do('skipPhase', {});
    await host.do('skipPhase', {});
    await page.getByTestId('final-canvas').waitFor();
    await watch(projector, 'final-canvas');
    await host.do('emote', { emote: 5 });
    await seen(projector, 1, 'final-canvas');
    await shoot('emote-at-end');
    await host.do('skipPhase', {});
    await page.getByTestId('screen-pin').waitFor();
    expect(errors).toEqual([]);
  });

  it('R22.3 are not there while the host has switched them off', async () => {
    await host.do('updateRoomOption', { emotes: false });
    for (const { page } of [phone, other])
      await page.getByTestId('open-emotes').waitFor({ state: 'detached' });
    await phone.page.getByTestId('open-chat').waitFor();
    for (const { errors } of [phone, other, projector]) expect(errors).toEqual([]);
  });
});
