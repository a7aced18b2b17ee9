import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, openRoom, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { flatPng } from '../support/images.js';

const THEMES = ['own', 'yard', 'night', 'contrast'] as const;
const OWN = { name: 'Acme', logo: 'logo.png', colours: ['#ffb454', '#8fc7ff'] };
const OWN_PAPER = 'rgb(16, 28, 44)';
const ASSETS = join(import.meta.dirname, '../../dist/web/assets');
/** Of the themes that pages load only when they need them. */
const SHEETS = readdirSync(ASSETS).filter((name) => /^(?:night|contrast)-.*\.css$/.test(name));

let dir: string;
let server: Child & { url: string };
let browser: Browser;
let host: Tab;
let phone: Tab;
let projector: Tab;
const bots: TestClient[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'madang-theme-'));
  writeFileSync(join(dir, 'logo.png'), flatPng(300, 100));
  writeFileSync(join(dir, 'theme.json'), JSON.stringify({ ...OWN, background: '#101c2c' }));
  server = await runServer({
    LOG_LEVEL: 'warn',
    THEME_FILE: join(dir, 'theme.json'),
    COUNTDOWN_MS: '3600000',
    GET_READY_MS: '200',
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
  host = await openTab(browser, 'desktop', 'en-US');
  phone = await openTab(browser, 'phone', 'ko-KR');
  projector = await openTab(browser, 'projector', 'ko-KR');
  // What is half faded in has half its contrast.
  for (const { page } of [host, phone, projector])
    await page.emulateMedia({ reducedMotion: 'reduce' });
});

afterAll(async () => {
  for (const bot of bots) bot.close();
  await closeAllTabs(browser);
  await server.stop();
  rmSync(dir, { recursive: true });
});

const themed = (page: Page, theme: string) => page.locator(`html[data-theme=${theme}]`).waitFor();
const paperOf = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
/** The colour of the floor in a corner of the arena, where nobody stands. */
const floorOf = (page: Page) =>
  page.evaluate<string>(
    `document.querySelector('canvas[data-testid=arena]').getContext('2d').getImageData(1, 1, 1, 1).data.join()`,
  );

/** Looks at pages as they are now in every theme. */
async function look(state: string, ...tabs: Tab[]): Promise<void> {
  expect(SHEETS).toHaveLength(2);
  const found: string[] = [];
  for (const tab of tabs) {
    const { page } = tab;
    for (const name of SHEETS) await page.addStyleTag({ url: `/assets/${name}` });
    const before = await page.evaluate<string>('document.documentElement.dataset.theme');
    for (const theme of THEMES) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      const place = `${state}-${tab === phone ? 'phone' : 'projector'}-${theme}`;
      await tab.shoot(place);
      found.push(...(await violations(page, 'color-contrast')).map((one) => `${place}: ${one}`));
    }
    await page.evaluate(`document.documentElement.dataset.theme = '${before}'`);
  }
  expect(found).toEqual([]);
}

/** Each test goes on where the one before has ended. */
describe('R21 themes', () => {
  it('R21.2 begins in the theme of the operator, with its logo', async () => {
    await phone.page.goto(server.url);
    await phone.page.getByTestId('pin').waitFor();
    expect(await phone.page.locator('html').getAttribute('data-theme')).toBe('own');
    expect(await paperOf(phone.page)).toBe(OWN_PAPER);
    await phone.page.locator('h1 img[src^="/theme-logo"]').waitFor();
  });

  it('R21.1 follows the room on the projector, and the own choice on a phone', async () => {
    const pin = await openRoom(host.page, server.url, { title: 'Themes', name: 'Dana' });
    await projector.page.goto(`${server.url}/screen/${pin}`);
    await projector.page.getByTestId('screen').waitFor();
    await phone.page.goto(`${server.url}/join/${pin}`);
    await phone.page.getByTestId('join-name').fill('민지');
    await phone.page.getByTestId('join-submit').tap();
    await phone.page.getByTestId('arena').waitFor();
    for (let n = 0; n < 6; n++) {
      const bot = TestClient.withToken(server.url);
      await bot.do('joinRoom', { gameId: pin, playerName: `Bot ${n}` });
      bots.push(bot);
    }
    await host.page.getByTestId('open-host').click();
    const room = host.page.getByTestId('room-theme');
    expect(await room.inputValue()).toBe('own');
    const floors = new Set([await floorOf(projector.page)]);
    for (const theme of ['contrast', 'night']) {
      await room.selectOption(theme);
      for (const { page } of [host, phone, projector]) await themed(page, theme);
      await expect.poll(() => floorOf(projector.page)).not.toBe([...floors].at(-1));
      floors.add(await floorOf(projector.page));
    }
    expect(floors.size).toBe(3);

    await phone.page.getByTestId('menu').tap();
    await phone.page.getByTestId('theme').selectOption('contrast');
    await themed(phone.page, 'contrast');
    await phone.page.reload();
    await themed(phone.page, 'contrast');
    await phone.page.getByTestId('menu').tap();
    await phone.page.getByTestId('theme').selectOption('');
    await themed(phone.page, 'night');
    await phone.page.emulateMedia({ contrast: 'more' });
    await themed(phone.page, 'contrast');
    await phone.page.emulateMedia({ contrast: 'no-preference' });
    await themed(phone.page, 'night');
    await phone.page.keyboard.press('Escape');
    await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await projector.page.locator('html').getAttribute('data-theme')).toBe('night');
  });

  it('R21.3 has enough contrast in every theme, in the lobby and in a game', async () => {
    await look('lobby', phone, projector);
    await host.page.getByTestId('start').click();
    await host.page.locator('[data-testid=skip][data-skips=begin]').click();
    for (const { page } of [phone, projector])
      await page.locator('html[data-phase=question]').waitFor();
    await phone.page.getByTestId('zone-text').first().waitFor({ state: 'attached' });
    await phone.page.keyboard.press('2');
    await phone.page.locator('[data-zone="2"].standing').waitFor({ state: 'attached' });
    await look('question', phone, projector);
    await host.page.locator('[data-testid=skip][data-skips=close]').click();
    for (const { page } of [phone, projector])
      await page.locator('html[data-phase=reveal]').waitFor();
    await look('reveal', phone, projector);
    await host.page.getByTestId('end').click();
    await host.page.getByTestId('confirm-yes').click();
    for (const { page } of [phone, projector]) await page.getByTestId('podium').waitFor();
    await look('podium', phone, projector);
    for (const { errors } of [host, phone, projector]) expect(errors).toEqual([]);
  });

  it('R21.1 stays usable in colours that a person has forced', async () => {
    await phone.page.emulateMedia({ forcedColors: 'active' });
    await phone.page.goto(server.url);
    await phone.page.getByTestId('pin').waitFor();
    await phone.shoot('home-phone-forced');
    // Axe sees the colours of the page, and not those that are forced.
    const faults = await violations(phone.page);
    expect(faults.filter((fault) => !fault.startsWith('color-contrast'))).toEqual([]);
    const frame = await phone.page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-testid=join-submit]')).borderTopWidth`,
    );
    expect(frame).toBe('3px');
    await phone.page.emulateMedia({ forcedColors: 'none' });
    await look('home', phone);
  });
});
