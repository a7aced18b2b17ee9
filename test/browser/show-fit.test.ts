import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, TestBank, testSet, type TestApp } from '../support/app.js';
import { standIn } from '../support/arena.js';
import { violations } from '../support/axe.js';
import {
  closeAllTabs,
  launchBrowser,
  openTab,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { TestClient } from '../support/client.js';
import { layoutFaults, PHONES, PROJECTORS } from '../support/layout.js';

const NAMES = ['나래', '다솜', '라온', '마루', '바다', '사랑', '아라', 'Bartholomew Featherstone'];
/** Nobody waits for the end of a question: it is closed. In a longer one a second is worth no points. */
const LONG_S = 100;
const LARGE_TEXT = 32;

let app: TestApp;
const browsers: Browser[] = [];
let host: TestClient;
let pin: string;
const crowd: TestClient[] = [];
let projector: Tab;
let phone: Tab;
/** Has text of twice the usual size. */
let reader: Tab;

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  const lengths = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '', SHOW: 'on' };
  app = await startTestApp(lengths, new TestBank([testSet(3, 4, LONG_S)]), webDir);
  const browser = await workerBrowser();
  const large = await launchBrowser([`--blink-settings=defaultFontSize=${LARGE_TEXT}`]);
  browsers.push(browser, large);
  host = TestClient.withToken(app.url);
  const written = { questionOrder: 'written', choiceOrder: 'written' } as const;
  const room = {
    title: '가을 한마당',
    playerName: '진행',
    scoring: 'early',
    pacing: 'host',
  } as const;
  pin = (await host.do('createRoom', { ...room, ...written })).gameId;
  await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 3 });
  for (const playerName of NAMES) {
    const client = TestClient.withToken(app.url);
    await client.do('joinRoom', { gameId: pin, playerName });
    crowd.push(client);
  }
  projector = await openTab(browser, 'projector', 'ko-KR');
  phone = await openTab(browser, 'phone', 'ko-KR');
  reader = await openTab(large, 'phone', 'en-US');
  // What is half faded in has half its contrast.
  for (const { page } of tabs()) await page.emulateMedia({ reducedMotion: 'reduce' });
  await projector.page.goto(`${app.url}/screen/${pin}`);
  await projector.page.getByTestId('screen').waitFor();
  // In this order: the longest name is just ahead of the one with large text.
  await sit(reader, 'Reader');
  await sit(phone, '민지');
});

beforeEach(async () => {
  found.length = 0;
  await host.do('startGame', {});
});

/** What a test left is no matter for the next one, nor for its second try. */
afterEach(async () => {
  if (newest()?.kind === 'lobby') return;
  await host.do('endGame', { version: version() });
  await host.until(() => newest()?.kind === 'lobby');
});

afterAll(async () => {
  for (const client of [host, ...crowd]) client.close();
  await closeAllTabs(browsers[0]!);
  await browsers[1]!.close();
  await app.close();
});

async function sit({ page }: Tab, name: string): Promise<void> {
  await page.goto(`${app.url}/join/${pin}`);
  await page.getByTestId('join-name').fill(name);
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
}

const tabs = (): Tab[] => [projector, phone, reader];
const found: string[] = [];

/** Waits until the page shows a scene that is so. */
const scene = (page: Page, isSo: string): Promise<void> =>
  page.locator(`html[data-scene]${isSo}`).waitFor({ state: 'attached' });

/** Notes what axe finds wrong with all pages as they are now, and with `fits` what does not fit. */
async function look(what: string, fits: boolean): Promise<void> {
  const noted = tabs().map(async (tab) => {
    const sizes = tab === projector ? PROJECTORS : PHONES;
    const faults = await violations(tab.page);
    if (fits) faults.push(...(await layoutFaults(tab.page, sizes)));
    if (await tab.page.evaluate<boolean>(IS_COVERED))
      faults.push('the own card covers what is told');
    await tab.shoot(
      `show-${what}-${tab === projector ? 'projector' : tab === phone ? 'phone' : 'large'}`,
    );
    const place = ['projector', 'phone', 'phone in large text'][tabs().indexOf(tab)];
    found.push(...faults.map((fault) => `${what} on the ${place}: ${fault}`));
  });
  await Promise.all(noted);
}

/** In the page, as text. */
const IS_COVERED = `(() => {
  const boxOf = (ids) => document.querySelector(ids)?.getBoundingClientRect();
  const told = boxOf('[data-testid=final-award],[data-testid=final-credits],[data-testid=final-now]');
  const own = boxOf('[data-testid=final-own]');
  return told !== undefined && own !== undefined && own.top < told.bottom;
})()`;

const newest = () => host.last('phase');
const version = (): number => newest()?.version ?? 0;
const isAt = (kind: string, index: number): boolean =>
  newest()?.kind === kind && newest()?.index === index;

/** Cuts the show, and then ends the reveal. */
async function next(): Promise<void> {
  while (newest()?.kind === 'reveal') {
    const before = version();
    await host.do('nextPhase', { version: before });
    await host.until(() => version() > before);
  }
}

/** Asks the question at `index`, and closes it when `rights` of the crowd and both phones are in the right zone. */
async function ask(index: number, rights: number): Promise<void> {
  await host.until(() => isAt('question', index));
  const zone = index === 0 ? '2' : '1';
  for (const { page } of [phone, reader]) {
    await page
      .getByTestId('stage')
      .filter({ hasText: `Question ${index}?` })
      .waitFor();
    await page.getByTestId('zone-text').first().waitFor({ state: 'attached' });
    await page.keyboard.press(zone);
    await page
      .locator(`[data-testid=zone][data-zone="${zone}"].standing`)
      .waitFor({ state: 'attached' });
  }
  await host.do('updatePosition', { newPosition: standIn(3, 4) });
  for (const [n, client] of crowd.entries())
    await client.do('updatePosition', { newPosition: standIn(n < rights ? 1 : 2 + (n % 3), 4) });
  await host.do('closeQuestion', { version: version() });
  await host.until(() => isAt('reveal', index));
}

/** Of these it is looked at, too, whether everything fits. */
const FIT: readonly string[] = ['answer', 'moment', 'ranking', 'step', 'credits'];
/** A slow machine misses the shorter ones. */
const LOOKED_AT = 3;

/** Looks at each scene that it finds the projector in, until this one; `during` does something around a look. */
async function lookUntil(last: string, during: (look: () => Promise<void>) => Promise<void>) {
  const seen: string[] = [];
  const { page } = projector;
  while (seen.at(-1) !== last) {
    await scene(page, `:not([data-scene="${seen.at(-1)}"])`);
    await during(async () => {
      const now = await page.evaluate<string>('document.documentElement.dataset.scene');
      seen.push(now);
      await look(now, FIT.includes(now));
    });
  }
  expect(new Set(seen).size).toBeGreaterThan(LOOKED_AT);
}

it('R19 nothing is wrong with what a reveal shows, and a pause in it', async () => {
  await ask(0, 1);
  await lookUntil('rest', async (inPause) => {
    await host.do('pauseGame', { version: version() });
    for (const { page } of tabs()) await page.getByText('❚❚').first().waitFor();
    await inPause();
    await host.do('resumeGame', { version: version() });
    for (const { page } of tabs())
      await page.getByText('❚❚').filter({ visible: true }).waitFor({ state: 'detached' });
  });
  expect(found).toEqual([]);
});

it('R19.5 nothing is wrong with what the end of a game shows', async () => {
  await ask(0, 1);
  await next();
  await ask(1, 5);
  await host.do('endGame', { version: version() });
  await lookUntil('podium', (inScene) => inScene());
  expect(found).toEqual([]);
  for (const { errors } of tabs()) expect(errors).toEqual([]);
});
