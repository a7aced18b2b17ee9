import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, openRoom, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { layoutFaults, PHONES } from '../support/layout.js';

/** As long as the recorded game, and more. */
const GAME_MS = 120_000;
const STEP_MS = 400;

const PRIVACY = 'https://example.org/privacy';
const LEGAL_URLS = `contact=mailto:quiz@example.org,privacy=${PRIVACY}`;

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', HOSTS: 'anyone', LEGAL_URLS });
  browser = await workerBrowser();
});
afterEach(() => closeAllTabs(browser));
afterAll(() => server.stop());

const SET = {
  title: 'Stars',
  language: 'en',
  labels: [],
  questions: [
    {
      id: 'one',
      kind: 'choice',
      quiz: 'Which?',
      choices: ['a', 'b'],
      answers: [1],
      limitTime: 15,
      points: 1,
    },
  ],
};

/** Keeps a set for this browser, which is signed in by it. */
const keepSet = (page: Page): Promise<string> =>
  page.evaluate<string>(`
    fetch('/api/desk/drafts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(SET))},
    })
      .then((response) => response.json())
      .then(({ id }) => {
        localStorage.setItem('madang.desk', '1');
        return id;
      })`);

/** Lets the clock of the page run until something is there; each step is a turn of its own. */
async function runUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let ran = 0; ran < GAME_MS; ran += STEP_MS) {
    if (await isThere()) return;
    await page.clock.runFor(STEP_MS);
  }
  throw new Error('it has not come');
}

const sceneOf = (frame: FrameLocator): Promise<string | null> =>
  frame.locator('html').getAttribute('data-scene');
const phaseOf = (frame: FrameLocator): Promise<string | null> =>
  frame.locator('html').getAttribute('data-phase');

describe('R29.1 the home page', () => {
  it('has two doors, the PIN first, and fits a phone', async () => {
    for (const locale of ['ko-KR', 'en-US'] as const) {
      const tab = await openTab(browser, 'phone', locale);
      const { page } = tab;
      await page.goto(server.url);
      await page.getByTestId('try-now').waitFor();
      expect(await page.getByTestId('open-create').isVisible()).toBe(true);
      expect(await page.getByTestId('to-desk').getAttribute('href')).toBe('/desk');
      const inputs = await page.locator('main input').all();
      const fields = await Promise.all(inputs.map((one) => one.getAttribute('data-testid')));
      expect(fields).toEqual(['pin', 'join-name', 'join-no-walk']);
      expect(await violations(page)).toEqual([]);
      expect(await layoutFaults(page, PHONES)).toEqual([]);
      expect(tab.errors).toEqual([]);
    }
  });

  it('offers a browser that is signed in its last sets, which one press hosts', async () => {
    const { page, errors } = await openTab(browser, 'desktop', 'en-US');
    await page.goto(server.url);
    await page.getByTestId('try-now').waitFor();
    const id = await keepSet(page);
    await page.reload();
    const last = page.getByTestId('last-hosted');
    await last.waitFor();
    expect(await page.getByTestId('try-now').count()).toBe(0);
    const host = last.getByRole('link', { name: 'Host: Stars' });
    expect(await host.getAttribute('href')).toBe(`/?play=${id}`);
    expect(await violations(page)).toEqual([]);
    await host.press('Enter');
    await page.getByTestId('own-order').waitFor();
    expect(errors).toEqual([]);
  });

  it('offers a browser whose session has ended what it offers everybody', async () => {
    const { page } = await openTab(browser, 'phone', 'en-US');
    await page.route('**/api/desk/**', (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'NOT_SIGNED_IN', message: '' } } }),
    );
    await page.addInitScript(`localStorage.setItem('madang.desk', '1')`);
    await page.goto(server.url);
    await page.getByTestId('try-now').waitFor();
    expect(await page.getByTestId('last-hosted').count()).toBe(0);
  });
});

describe('R29.2 a game to try', () => {
  it('is the whole show, for which the server is asked for files only', async () => {
    const { page, errors } = await openTab(browser, 'desktop', 'en-US');
    await page.clock.install();
    await page.goto(server.url);
    await page.getByTestId('try-now').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('websocket', (socket) => asked.push(socket.url()));
    await page.getByTestId('try-now').press('Enter');
    const frame = page.frameLocator('[data-testid=try-frame]');
    await frame.getByTestId('screen').waitFor();
    expect(asked.filter((path) => !/^\/(?:assets\/.*|api\/(?:info|rooms))?$/.test(path))).toEqual(
      [],
    );
    const seen = new Set<string | null>();
    await runUntil(page, async () => {
      seen.add(await sceneOf(frame));
      seen.add(await phaseOf(frame));
      return (await page.getByTestId('try-again').count()) > 0;
    });
    for (const scene of [
      'question',
      'dark',
      'count',
      'fall',
      'answer',
      'ranking',
      'step',
      'podium',
    ])
      expect([...seen]).toContain(scene);
    await page.getByTestId('try-again').press('Enter');
    await frame.getByTestId('screen').waitFor();
    expect(asked.some((path) => path.includes('socket.io'))).toBe(false);
    expect(errors).toEqual([]);
  });

  it.each(['ko-KR', 'en-US'] as const)(
    'ends by its button and by Escape, in %s',
    async (locale) => {
      const { page, errors } = await openTab(browser, 'phone', locale);
      await page.goto(server.url);
      for (const end of ['Enter', 'Escape']) {
        await page.getByTestId('try-now').press('Enter');
        await page.frameLocator('[data-testid=try-frame]').getByTestId('screen').waitFor();
        expect(await page.locator(':focus').getAttribute('data-testid')).toBe('try-stop');
        expect(await violations(page)).toEqual([]);
        expect(await layoutFaults(page, PHONES)).toEqual([]);
        await page.keyboard.press(end);
        await page.getByTestId('try').waitFor({ state: 'detached' });
      }
      expect(errors).toEqual([]);
    },
  );

  it('glides nowhere where somebody wants less motion, and is told all the same', async () => {
    const { page } = await openTab(browser, 'desktop', 'en-US');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto(server.url);
    await page.getByTestId('try-now').click();
    const frame = page.frameLocator('[data-testid=try-frame]');
    await frame.getByTestId('screen').waitFor();
    await runUntil(page, async () => (await sceneOf(frame)) === 'answer');
    expect(
      await frame
        .locator('html')
        .evaluate('matchMedia("(prefers-reduced-motion: reduce)").matches'),
    ).toBe(true);
  });
});

describe('R10.12 the pages of the operator', () => {
  it.each([
    ['ko-KR', ['개인정보 처리방침', '문의']],
    ['en-US', ['Privacy', 'Contact']],
  ] as const)(
    'are linked in %s on the home page, at the desk, at the door and in a player’s menu',
    async (locale, names) => {
      const { page, errors } = await openTab(browser, 'phone', locale);
      const links = page.getByTestId('legal').getByRole('link');
      const check = async (): Promise<void> => {
        await links.first().waitFor();
        expect(await links.allTextContents()).toEqual(names);
        expect(await links.first().getAttribute('href')).toBe(PRIVACY);
        expect(await links.first().getAttribute('target')).toBe('_blank');
        expect(await violations(page)).toEqual([]);
        expect(await layoutFaults(page, PHONES)).toEqual([]);
      };
      await page.goto(server.url);
      await check();
      await page.goto(`${server.url}/desk`);
      await check();
      const pin = await openRoom(page, server.url, { name: 'Dana' });
      await page.getByTestId('menu').tap();
      await check();
      const guest = await openTab(browser, 'phone', locale);
      await guest.page.goto(`${server.url}/${pin}`);
      const atDoor = guest.page.getByTestId('legal').getByRole('link');
      await atDoor.first().waitFor();
      expect(await atDoor.allTextContents()).toEqual(names);
      expect(await violations(guest.page)).toEqual([]);
      expect(await layoutFaults(guest.page, PHONES)).toEqual([]);
      expect(guest.errors).toEqual([]);
      expect(errors).toEqual([]);
    },
  );
});
