import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { bringQuestions, openSocketRoom } from '../support/socket-room.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', COUNTDOWN_MS: '200', GET_READY_MS: '60000' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

describe('coming in', () => {
  it('R1.5 shows a full room as full, does not offer it, and lets a projector look', async () => {
    const full = { title: 'Packed', isPublic: true, maxPlayerCount: 2 };
    const rooms = [
      await openSocketRoom(server.url, ['Ann', 'Bob'], full),
      await openSocketRoom(server.url, ['Cid'], { title: 'Airy', isPublic: true }),
    ];
    const { page, errors } = await openTab(browser, 'phone', 'en-US');
    await page.goto(server.url);
    const listed = (title: string) => page.getByTestId('public-room').filter({ hasText: title });
    await listed('Packed').filter({ hasText: 'All seats are taken' }).waitFor();
    expect(await listed('Packed').isDisabled()).toBe(true);
    expect(await listed('Airy').isEnabled()).toBe(true);
    expect(await listed('Airy').textContent()).not.toContain('taken');
    await page.goto(`${server.url}/screen/${rooms[0]!.pin}`);
    await page.getByTestId('screen').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
    for (const room of rooms) room.close();
  });

  it.each([
    [2, '다음 문제부터'],
    [1, '다음 판부터'],
  ])('R7.3 in the first of %i questions promises: %s', async (count, promise) => {
    const room = await openSocketRoom(server.url, ['Ann']);
    await bringQuestions(server.url, room, count);
    const [host] = room.players;
    await host!.do('startGame', {});
    await host!.wait('startQuizTime');
    const { page } = await openTab(browser, 'phone', 'ko-KR');
    await page.goto(`${server.url}/join/${room.pin}`);
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('not-scored').waitFor();
    expect(await page.getByTestId('not-scored').textContent()).toContain(promise);
    await page.context().close();
    room.close();
  });

  it('R11.2 begins once more by itself where the program is missing, and then says so', async () => {
    const { page } = await openTab(browser, 'phone', 'en-US');
    let asked = 0;
    let most = 1;
    await page.route('**/assets/first-*.js', (route) =>
      ++asked <= most ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.goto(server.url);
    await page.getByTestId('open-create').waitFor();
    expect(asked).toBe(2);
    // Within half a minute it does not begin again.
    [asked, most] = [0, Infinity];
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'has not loaded completely' }).waitFor();
    expect(asked).toBe(1);
    await page.context().close();
  });

  it('is possible in the other language where the words of one do not arrive, and else a reload away', async () => {
    const { page, shoot } = await openTab(browser, 'phone', 'ko-KR');
    await page.route('**/assets/ko-*.js', (route) => route.abort());
    await page.goto(server.url);
    const home = (language: string) =>
      page.locator(`html[lang=${language}]`).getByTestId('open-create');
    await home('en').waitFor();
    await page.route('**/assets/en-*.js', (route) => route.abort());
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: '다 불러오지 못했어요' });
    await alert.filter({ hasText: 'has not loaded completely' }).waitFor();
    await shoot('not-loaded');
    await page.unrouteAll();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toContain('Reload');
    await page.keyboard.press('Enter');
    await home('ko').waitFor();
    await page.context().close();
  });
});
