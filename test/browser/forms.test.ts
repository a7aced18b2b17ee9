import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chooseLanguage,
  closeAllTabs,
  openRoom,
  openTab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

const LONG_TITLE = '가나다라마바사아자차카타파하'.repeat(3).slice(0, 40);
const LONG_NAME = 'W'.repeat(32);
const TOO_LONG_NAME = 'W'.repeat(40);

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', COUNTDOWN_MS: '500', GET_READY_MS: '500' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const widths = (page: Page) =>
  page.evaluate<[number, number]>('[innerWidth, document.documentElement.scrollWidth]');

describe('pages with the longest texts', () => {
  it('keep a phone as wide as it is, and the projector whole', async () => {
    const host = await openTab(browser, 'phone', 'en-US');
    const pin = await openRoom(host.page, server.url, { title: LONG_TITLE, name: LONG_NAME });
    const projector = await openTab(browser, 'projector', 'ko-KR');
    await projector.page.goto(`${server.url}/screen/${pin}`);
    await projector.page.getByTestId('screen-pin').waitFor();
    expect(await widths(host.page)).toEqual([390, 390]);
    const menu = await host.page.getByTestId('menu').boundingBox();
    expect(menu && menu.x + menu.width).toBeLessThanOrEqual(390);

    await host.page.getByTestId('start').click();
    await host.page.locator('html[data-phase=question]').waitFor();
    expect(await widths(host.page)).toEqual([390, 390]);
    await projector.page.getByTestId('screen-how').waitFor();
    const shown = await projector.page.getByTestId('screen-pin').boundingBox();
    expect(shown && shown.x + shown.width).toBeLessThanOrEqual(1920);
    await projector.shoot('long-name-projector');
    await host.shoot('long-title-phone');
    expect([...host.errors, ...projector.errors]).toEqual([]);
    for (const { page } of [host, projector]) await page.context().close();
  });
});

describe('forms', () => {
  it('keep what was typed when a PIN or a name is refused', async () => {
    const { page } = await openTab(browser, 'phone', 'en-US');
    await page.goto(server.url);
    await page.getByTestId('pin').fill('000000');
    await page.getByTestId('join-name').fill('Dana');
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('join-problem').filter({ hasText: 'PIN' }).waitFor();
    expect(await page.getByTestId('pin').inputValue()).toBe('000000');
    expect(await page.getByTestId('join-name').inputValue()).toBe('Dana');

    await page.getByTestId('join-name').fill(TOO_LONG_NAME);
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('join-problem').filter({ hasText: '32' }).waitFor();
    expect(await page.getByTestId('join-name').inputValue()).toBe(TOO_LONG_NAME);
    await page.context().close();
  });

  it('change an option of a room that has more seats than this server gives now, and refuse other seats', async () => {
    const { page } = await openTab(browser, 'desktop', 'en-US');
    await openRoom(page, server.url, { title: 'Seats', name: 'Dana' });
    await page.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), maxRoomPlayers: 100 } });
    });
    await page.reload();
    await page.getByTestId('open-host').click();
    const panel = page.getByTestId('room-settings');
    const extraTime = panel.getByTestId('room-extra-time');
    if (!(await extraTime.isVisible())) await panel.getByTestId('rules').locator('summary').click();
    await extraTime.check();
    await page.getByTestId('toasts').locator('.good').waitFor();
    expect(await extraTime.isChecked()).toBe(true);
    const capacity = panel.locator('input[type=number]').last();
    const seats = await capacity.inputValue();
    await capacity.fill('150');
    await capacity.press('Enter');
    await page.getByTestId('toasts').locator('.bad').filter({ hasText: '100' }).waitFor();
    expect(await capacity.inputValue()).toBe(seats);
    expect(Number(seats)).toBeGreaterThan(150);
    await page.context().close();
  });

  it('tell the faults of a quiz file in the language of the page, whatever the browser’s', async () => {
    const { page } = await openTab(browser, 'desktop', 'en-US');
    await page.goto(server.url);
    await chooseLanguage(page, 'ko');
    await openRoom(page, server.url, { title: 'Files', name: LONG_NAME });
    await page.getByTestId('open-host').click();
    const problem = page.getByTestId('quiz-file-problem');
    const upload = (text: string, name = 'quiz.csv') =>
      page.getByTestId('quiz-file').setInputFiles({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      });
    await upload('문제,정답,보기1,보기2\n색?,,빨강,파랑\n');
    await problem.filter({ hasText: '2행: 정답: 비어 있어요' }).waitFor();
    await upload('{"questions": [{}]}', 'quiz.JSON');
    await problem.filter({ hasText: '1번 문제: 문제 내용: ' }).waitFor();
    await upload('');
    await problem.filter({ hasText: '파일이 비어 있어요' }).waitFor();

    // No longer the host: the server's words are in English, and the page has its own.
    await page.context().clearCookies();
    await page.evaluate('localStorage.clear()');
    await upload('');
    await problem.filter({ hasText: '권한이 없어요' }).waitFor();
    expect(await problem.textContent()).not.toMatch(/[a-z]/i);
    await page.context().close();
  });

  it('say so at an address that leads nowhere', async () => {
    const { page } = await openTab(browser, 'phone', 'ko-KR');
    await page.goto(`${server.url}/JOIN/123456`);
    expect(await page.getByTestId('lost').textContent()).toMatch(/주소/);
    await page.context().close();
  });
});

describe('a page without cookies', () => {
  it('keeps its seat over a reload', async () => {
    const host = await openTab(browser, 'desktop', 'en-US');
    const pin = await openRoom(host.page, server.url, { title: 'Crumbs', name: LONG_NAME });
    const { page } = await openTab(browser, 'phone', 'en-US');
    await page.route(/\/join\//, async (route) => {
      const answer = await fetch(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: await answer.text() });
    });
    await page.goto(`${server.url}/join/${pin}`);
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('arena').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await page.getByTestId('arena').waitFor();
    // The same seat and not a third one.
    expect(await page.getByTestId('player-count').textContent()).toMatch(/^\D*2 /);
    for (const context of [page.context(), host.page.context()]) await context.close();
  });
});

describe('a server that goes away', () => {
  it('leaves whoever opens a room at the form, and tells members of a lost room that it is no more', async () => {
    const short = await runServer({ LOG_LEVEL: 'warn' });
    const member = await openTab(browser, 'phone', 'en-US');
    await openRoom(member.page, short.url, { title: 'Short', name: LONG_NAME });
    const opener = await openTab(browser, 'phone', 'en-US');
    await opener.page.goto(short.url);
    await opener.page.getByTestId('open-create').tap();
    await opener.page.getByTestId('create-submit').waitFor();
    const lock = member.page.getByTestId('lock');
    await member.page.getByTestId('open-host').tap();
    await lock.waitFor();
    // As when it crashes: one that is ended says so.
    short.process.kill('SIGKILL');
    await short.ended;

    await opener.page.getByTestId('create-submit').tap();
    await opener.page.locator('[data-testid=create-form] .problem').waitFor();
    // `check` would insist on the tick that goes back.
    await lock.tap();
    await member.page.getByTestId('toasts').locator('.bad').waitFor();
    expect(await lock.isChecked()).toBe(false);

    const again = await runServer({ LOG_LEVEL: 'warn', PORT: String(short.port) });
    await member.page.locator('[data-testid=ended][data-reason=gone]').waitFor();
    for (const { stop } of [short, again]) await stop();
    for (const { page } of [member, opener]) await page.context().close();
  });

  it('says that it is the end where rooms end with it, to all at once, and promises nothing', async () => {
    const short = await runServer({ LOG_LEVEL: 'warn', ROOMS: 'memory' });
    const host = await openTab(browser, 'desktop', 'en-US');
    const pin = await openRoom(host.page, short.url, { title: 'Short', name: 'Dana' });
    const member = await openTab(browser, 'phone', 'ko-KR');
    await member.page.goto(`${short.url}/join/${pin}`);
    await member.page.getByTestId('join-submit').tap();
    const screen = await openTab(browser, 'projector', 'ko-KR');
    await screen.page.goto(`${short.url}/screen/${pin}`);
    const tabs = [host, member, screen];
    await screen.page.getByTestId('screen-pin').waitFor();
    await member.page.getByTestId('arena').waitFor();
    await short.stop();
    for (const [n, { page }] of tabs.entries())
      await page
        .locator('[data-testid=ended][data-reason=gone]')
        .filter({
          hasText:
            n === 0
              ? 'The host’s computer has ended the game'
              : '진행자의 컴퓨터에서 게임을 끝냈어요',
        })
        .waitFor();
    await member.shoot('server-ended-phone');
    await screen.shoot('server-ended-projector');
    // Nobody waits there for a room that does not come back.
    await member.page.getByTestId('go-home').waitFor();
    expect(await member.page.getByTestId('take-back').count()).toBe(0);
    for (const { page } of tabs) await page.context().close();
  });
});
