import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WIRE } from '../../src/protocol/index.js';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { bringQuestions, openSocketRoom } from '../support/socket-room.js';

const ANSWERS_MS = 1_200;

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

  it('is possible where a proxy lets no lines run in the head of the page', async () => {
    const { page } = await openTab(browser, 'phone', 'en-US');
    await page.route(`${server.url}/`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': "script-src 'self'" };
      await route.fulfill({ response, headers });
    });
    await page.goto(server.url);
    await page.getByTestId('open-create').waitFor();
    expect(await page.evaluate('typeof renew')).toBe('undefined');
    await page.context().close();
  });

  it('R11.2 loads anew for a part that is gone with its build, and not where the network is away', async () => {
    const { page } = await openTab(browser, 'phone', 'en-US');
    const opens = page.getByTestId('open-create');
    const isAsBefore = (): Promise<unknown> => page.evaluate('window.isAsBefore');
    await page.goto(server.url);
    await opens.waitFor();
    await page.evaluate('window.isAsBefore = true');
    await page.context().setOffline(true);
    await opens.tap();
    await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
    expect(await isAsBefore()).toBe(true);
    await page.context().setOffline(false);
    await page.route('**/assets/CreateForm-*.js', (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.evaluate('window.isAsBefore = true');
    await page.route(`${server.url}/`, (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ body: '<script src="/assets/first-next.js">' })
        : route.continue(),
    );
    await opens.tap();
    // A page cannot be asked while it is on its way.
    await expect.poll(() => isAsBefore().catch(() => true)).not.toBe(true);
    await opens.waitFor();
    await page.context().close();
  });

  it('R11.2 opens a room whole before the page of another wire loads itself anew, and comes back to it', async () => {
    const { page } = await openTab(browser, 'phone', 'en-US');
    const sent: string[] = [];
    await page.routeWebSocket(/socket\.io/, (client) => {
      const there = client.connectToServer();
      client.onMessage((message) => {
        sent.push(String(message));
        there.send(message);
      });
      there.onMessage((message) => {
        const told = String(message).replace(`"wire":${WIRE}`, `"wire":${WIRE + 1}`);
        // As over a network that takes longer than the page waits for its turn.
        if (told.startsWith('43/game,')) setTimeout(() => client.send(told), ANSWERS_MS);
        else client.send(typeof message === 'string' ? told : message);
      });
    });
    await page.goto(server.url);
    await page.getByTestId('open-create').tap();
    await page.getByTestId('create-submit').waitFor();
    await page.evaluate('window.isAsBefore = true');
    await page.getByTestId('create-submit').tap();
    await page.getByTestId('arena').waitFor();
    const opening = sent.findIndex((message) => message.includes('"createRoom"'));
    const { length } = sent;
    // The first page has brought all that was chosen in the form.
    expect(sent.slice(opening, length).join()).toContain('"updateModeration"');
    await expect.poll(() => page.evaluate('window.isAsBefore').catch(() => true)).not.toBe(true);
    await page.getByTestId('arena').waitFor();
    expect(sent.slice(length).join()).not.toContain('"createRoom"');
    await page.context().close();
  });

  it('is possible in the other language where the words of one do not arrive, and else a reload away', async () => {
    const { page, shoot } = await openTab(browser, 'phone', 'ko-KR');
    await page.route('**/assets/words-*-ko-*.js', (route) => route.abort());
    await page.goto(server.url);
    const home = (language: string) =>
      page.locator(`html[lang=${language}]`).getByTestId('open-create');
    await home('en').waitFor();
    await page.route('**/assets/words-*-en-*.js', (route) => route.abort());
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: '다 불러오지 못했어요' });
    expect(await alert.textContent()).not.toMatch(/[a-z]/i);
    await shoot('not-loaded');
    await page.unrouteAll();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toContain('다시 불러오기');
    await page.keyboard.press('Enter');
    await home('ko').waitFor();
    await page.context().close();
  });
});
