import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePosition } from '../../src/protocol/index.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { TestClient } from '../support/client.js';
import { layoutFaults, PROJECTORS } from '../support/layout.js';
import { KINDS, pictureAt } from './kinds-set.js';

const PHONES = [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
];
const CROWD = 14;
/** Where a list of six pictures is whole, and where some are below its edge. */
const LISTS = [
  { size: { width: 360, height: 640 }, isWhole: true },
  { size: { width: 390, height: 844 }, isWhole: true },
  { size: { width: 320, height: 400 }, isWhole: false },
];

let app: TestApp;
let browser: Browser;
let host: TestClient;
let pin: string;
const crowd: TestClient[] = [];
/** Walks, in Korean; another answers without walking, in English. */
let walker: Tab;
let chooser: Tab;
let projector: Tab;
let laptop: Tab;

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  const lengths = { COUNTDOWN_MS: '500', GET_READY_MS: '500', REVEAL_MS: '600000' };
  app = await startTestApp(lengths, new TestBank([KINDS]), webDir);
  browser = await workerBrowser();
  host = TestClient.withToken(app.url);
  const written = { questionOrder: 'written', choiceOrder: 'written' } as const;
  pin = (await host.do('createRoom', { title: '한마당', playerName: '진행', ...written })).gameId;
  await host.do('updateRoomQuizset', { quizSetId: KINDS.id, quizCount: KINDS.questions.length });
});

afterAll(async () => {
  for (const client of [host, ...crowd]) client.close();
  await closeAllTabs(browser);
  await app.close();
});

async function open(
  size: 'phone' | 'projector' | 'desktop',
  locale: 'ko-KR' | 'en-US',
  path: string,
): Promise<Tab> {
  const tab = await openTab(browser, size, locale);
  const { page } = tab;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/pictures/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: pictureAt(route.request().url()) }),
  );
  await page.goto(`${app.url}${path}`);
  return tab;
}

async function enter(locale: 'ko-KR' | 'en-US', name: string): Promise<Tab> {
  const tab = await open('phone', locale, `/join/${pin}`);
  await tab.page.getByTestId('join-name').fill(name);
  await tab.page.getByTestId('join-submit').tap();
  await tab.page.getByTestId('arena').waitFor();
  return tab;
}

const everybody = (): Tab[] => [walker, chooser, projector, laptop];
const inPhase = (phase: string) =>
  Promise.all(everybody().map(({ page }) => page.locator(`html[data-phase=${phase}]`).waitFor()));

/** Has the crowd, or its first ones, stand here and there, and waits for the server to know. */
async function scatter(place: (n: number) => WirePosition, count = CROWD): Promise<void> {
  await Promise.all(
    crowd
      .slice(0, count)
      .map((client, n) => client.do('updatePosition', { newPosition: place(n) })),
  );
}

const phase = () => host.last('phase')!;

/** Goes on to the next question, once its choices are there. */
async function ask(kind: string): Promise<void> {
  if (phase().kind === 'lobby') await host.do('startGame', {});
  else await host.do('nextPhase', { version: phase().version });
  await host.wait('startQuizTime', (question) => question.kind === kind);
  await inPhase('question');
  await Promise.all(
    [walker, chooser].map(({ page }) =>
      page.locator('[data-testid=stage][data-stage=answering]').waitFor(),
    ),
  );
}

async function close(): Promise<void> {
  await host.do('closeQuestion', { version: phase().version });
  await inPhase('reveal');
}

/** Shows a moment to the eyes of who looks at the pictures, to axe, and at other sizes. */
async function look(name: string): Promise<void> {
  await walker.shoot(`kinds-${name}-walking`);
  await chooser.shoot(`kinds-${name}-choosing`);
  await projector.shoot(`kinds-${name}-projector`);
  await laptop.shoot(`kinds-${name}-laptop`);
  for (const { page } of everybody()) expect(await violations(page)).toEqual([]);
  for (const { page } of [walker, chooser]) expect(await layoutFaults(page, PHONES)).toEqual([]);
  expect(await layoutFaults(projector.page, PROJECTORS)).toEqual([]);
}

const text = ({ page }: Tab, testId: string) => page.getByTestId(testId).textContent();
const said = (tab: Tab, pattern: RegExp) =>
  tab.page.getByTestId('announcer').filter({ hasText: pattern }).waitFor({ state: 'attached' });

describe('R16 the pages of each kind of question', () => {
  it('are answered walking and not walking, and show what came of it', async () => {
    walker = await enter('ko-KR', '민지');
    chooser = await enter('en-US', 'Dana');
    projector = await open('projector', 'ko-KR', `/screen/${pin}`);
    await projector.page.getByTestId('screen').waitFor();
    const { secret } = await host.do('createHostLink', {});
    laptop = await open('desktop', 'en-US', `/host/${pin}#${secret}`);
    await laptop.page.getByTestId('cockpit').waitFor();
    for (let n = 0; n < CROWD; n++) {
      const client = TestClient.withToken(app.url);
      await client.do('joinRoom', { gameId: pin, playerName: `친구${n}` });
      crowd.push(client);
    }
    await chooser.page.getByTestId('menu').tap();
    await chooser.page.getByTestId('no-walk').check();
    await chooser.page.keyboard.press('Escape');
    const spread = (n: number): WirePosition => [0.08 + (n / CROWD) * 0.86, 0.3 + (n % 4) * 0.15];

    await ask('choice');
    expect(await text(walker, 'right-count')).toBe('정답 2개');
    await walker.page.keyboard.press('3');
    await chooser.page.locator('[data-order="2"]').tap();
    await scatter(spread);
    await look('choice-question');
    const picture = chooser.page.getByTestId('picture');
    await picture.tap();
    await chooser.page.locator('[data-testid=picture][aria-expanded=true]').waitFor();
    await picture.getByAltText('숫자 네 개').waitFor();
    await picture.tap();
    await close();
    expect(await text(chooser, 'answer')).toBe('Correct: 2, 11');
    expect(await text(projector, 'explanation')).toContain('자기 자신');
    await look('choice-reveal');

    await ask('pictures');
    await said(chooser, /Choice 1: 섬이 있는 바다.*Choice 4: 항구: 밤의 항구/);
    // A picture is drawn on the floor, and said to whoever hears the page.
    expect(await text(walker, 'pictures')).toContain('항구: 밤의 항구');
    await walker.page.keyboard.press('1');
    const thumbnails = chooser.page.getByTestId('picture-list').locator('img');
    await expect
      .poll(() =>
        thumbnails.evaluateAll((all) =>
          all.map((img) => (img as { naturalWidth?: number }).naturalWidth),
        ),
      )
      .toEqual([1600, 1600, 1600, 1600, 1600, 1600]);
    // All of them are in sight on a small phone, and where they are not, the list says so.
    for (const { size, isWhole } of LISTS) {
      await chooser.page.setViewportSize(size);
      const list = chooser.page
        .getByTestId('picture-list')
        .and(chooser.page.locator(isWhole ? ':not([tabindex])' : '[tabindex]'));
      await list.waitFor();
      await chooser.shoot(`kinds-pictures-list-${size.width}`);
    }
    await chooser.page.setViewportSize({ width: 390, height: 844 });
    await chooser.page.locator('[data-order="4"]').tap();
    await scatter(spread);
    await look('pictures-question');
    await close();
    expect(await text(walker, 'answer')).toBe('정답 섬이 있는 바다');
    expect(await text(chooser, 'answer')).toBe('Correct: 섬이 있는 바다 · You: 항구');
    await look('pictures-reveal');

    await ask('ox');
    await walker.page.keyboard.press('o');
    await chooser.page.getByTestId('ox-buttons').getByText('X').tap();
    await scatter(spread);
    await look('ox-question');
    await close();
    expect(await text(walker, 'answer')).toBe('정답 O');
    expect(await text(chooser, 'answer')).toBe('Correct: O · You: X');
    await look('ox-reveal');

    await ask('number');
    for (let n = 0; n < 5; n++) await walker.page.keyboard.press('ArrowRight');
    await walker.page.keyboard.press('-');
    // Who stands at the ruler's end has no step up, until the number that was typed is taken.
    await chooser.page.getByTestId('number-field').fill('50');
    await chooser.page.getByTestId('number-field').press('Enter');
    await chooser.page.getByTestId('own-value').filter({ hasText: '50 km' }).waitFor();
    await chooser.page.getByTestId('more').tap();
    await scatter(spread);
    await look('number-question');
    expect(await text(chooser, 'own-value')).toBe('51 km');
    expect(await text(walker, 'own-value')).toMatch(/^\d\d km$/);
    await close();
    await said(chooser, /Correct: 42 km \(±2\) · You: 51 km/);
    await projector.page.getByTestId('answer-flag').filter({ hasText: '정답 42 km' }).waitFor();
    expect(await projector.page.getByTestId('bar').count()).toBeGreaterThan(5);
    await look('number-reveal');

    await ask('spot');
    await chooser.page.getByTestId('place-list').getByText('제주').tap();
    await walker.page.getByTestId('arena').tap({ position: { x: 200, y: 200 } });
    await scatter(spread);
    await look('spot-question');
    await close();
    await said(chooser, /Right! .*Correct: 제주/);
    await look('spot-reveal');

    await ask('poll');
    await said(walker, /금요일 저녁.*의견 없음/);
    await walker.page.keyboard.press('2');
    await chooser.page.locator('[data-order="4"]').tap();
    // The others stay where they are, and are counted apart.
    await scatter(spread, 10);
    await look('poll-question');
    await close();
    expect(await walker.page.getByTestId('own-mark').count()).toBe(0);
    await projector.page.getByText('12명이 답했어요 · 5명은 안 움직였어요').waitFor();
    const head = projector.page.getByTestId('screen-told');
    const [told, clock] = [await head.boundingBox(), await head.locator('..').boundingBox()];
    expect(told!.y).toBeGreaterThanOrEqual(clock!.y);
    expect(told!.y + told!.height).toBeLessThanOrEqual(clock!.y + clock!.height);
    await look('poll-reveal');

    await ask('scale');
    expect(await text(chooser, 'own-value')).toBe('?');
    await chooser.page.getByTestId('slider').focus();
    for (let n = 0; n < 3; n++) await chooser.page.keyboard.press('ArrowRight');
    await walker.page.keyboard.press('+');
    await scatter(spread);
    // Where everybody sees the others, the bars are there before the bell.
    await expect.poll(() => projector.page.getByTestId('bar').count()).toBeGreaterThan(5);
    expect(await walker.page.getByTestId('bar').count()).toBe(0);
    await look('scale-question');
    await close();
    await projector.page.getByTestId('middle').filter({ hasText: '평균' }).waitFor();
    await look('scale-reveal');

    for (const { errors } of everybody()) expect(errors).toEqual([]);
  });
});
