import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { STEPS, type WirePosition } from '../../src/protocol/index.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { violations } from '../support/axe.js';
import { boxOf, closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { layoutFaults, PROJECTORS } from '../support/layout.js';

const PHONES = [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
];
const LENGTHS = { COUNTDOWN_MS: '200', GET_READY_MS: '200', REVEAL_MS: '600000' };
const steps = (part: number): number => Math.round(part * STEPS);
const SEOUL = { name: '서울', x: steps(0.436), y: steps(0.546) };
const BUSAN = { name: '부산', x: steps(0.584), y: steps(0.756) };
const JEJU = { name: '제주', x: steps(0.4), y: steps(0.913) };

const MAPS: QuizSet = {
  id: 'maps',
  title: '지도',
  language: 'ko',
  questions: [
    {
      kind: 'map',
      quiz: '고향이 어디예요?',
      image: { id: 'a'.repeat(64), alt: '이름이 없는 한국 지도' },
      whole: true,
      places: [SEOUL, BUSAN, JEJU],
      limitTime: 120,
    },
    {
      kind: 'map',
      quiz: 'Where is Paris?',
      image: { id: 'b'.repeat(64), alt: 'A map of Europe without names' },
      whole: true,
      target: { x: steps(0.345), y: steps(0.576), near: steps(0.04), far: steps(0.2) },
      limitTime: 120,
      explanation: 'Paris lies on the Seine.',
    },
    {
      kind: 'map',
      quiz: '어디로 여행 가고 싶어요?',
      image: { id: 'c'.repeat(64), alt: '이름이 없는 세계 지도' },
      whole: true,
      limitTime: 120,
    },
  ],
};

let app: TestApp;
let server: Child & { url: string };
let browser: Browser;
const clients: TestClient[] = [];

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  app = await startTestApp(LENGTHS, new TestBank([MAPS]), webDir);
  server = await runServer({ LOG_LEVEL: 'warn', HOSTS: 'anyone', ...LENGTHS });
  browser = await workerBrowser();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await closeAllTabs(browser);
  await app.close();
  await server.stop();
});

const mapFile = (name: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, `../../src/web/desk/maps/${name}.webp`));

it('R16.26 an author takes one of our maps, names places on it, and says whether one is right', async () => {
  const desk = await openTab(browser, 'desktop', 'en-US');
  const { page } = desk;
  const saved = () => page.locator('[data-testid=save-state][data-state=saved]').waitFor();
  await page.goto(`${server.url}/desk`);
  await page.getByTestId('desk-new').click();
  await page.getByTestId('add-map').click();
  await page.getByTestId('quiz').fill('Where are you from?');
  await page.getByTestId('drawn-map').filter({ hasText: 'Korea' }).click();
  const square = page.getByTestId('spot-picture');
  await square.waitFor();
  expect(await page.getByTestId('alt').inputValue()).toBe('A map of Korea without names');
  const { width } = await boxOf(square);
  for (const { x, y } of [SEOUL, BUSAN])
    await square.click({ position: { x: (x / STEPS) * width, y: (y / STEPS) * width } });
  for (const [n, name] of ['Seoul', 'Busan'].entries())
    await page.getByTestId('place-name').nth(n).fill(name);
  await page.getByTestId('faults').waitFor({ state: 'detached' });
  // Nothing is right, so that there are no points to choose.
  expect(await page.getByTestId('points').count()).toBe(0);
  await saved();
  await desk.shoot('editor-map');
  expect(await violations(page)).toEqual([]);

  await page.getByTestId('drawn-map').filter({ hasText: 'Europe' }).click();
  await expect
    .poll(() => page.getByTestId('alt').inputValue())
    .toBe('A map of Europe without names');
  await page.getByTestId('map-scored').check();
  await page.getByTestId('points').waitFor();
  const circles = async (): Promise<string[]> => [
    await page.getByTestId('near').inputValue(),
    await page.getByTestId('far').inputValue(),
  ];
  expect(await circles()).toEqual(['5', '20']);
  // The outer circle never is within the inner one.
  await page.getByTestId('near').fill('30');
  await expect.poll(circles).toEqual(['30', '30']);
  await page.getByTestId('far').fill('10');
  await expect.poll(circles).toEqual(['10', '10']);
  await page.getByTestId('near').fill('4');
  const handle = page.getByTestId('spot-target');
  await handle.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => page.getByTestId('target-x').inputValue()).toBe('45');
  await saved();
  await desk.shoot('editor-map-target');
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await page.getByTestId('row').first().click();
  await page.getByTestId('map-target').waitFor();
  expect(await circles()).toEqual(['4', '10']);
  expect(desk.errors).toEqual([]);
});

it('R16.23 everybody stands anywhere on a map, and sees where all stand', async () => {
  const host = TestClient.withToken(app.url);
  clients.push(host);
  const written = { questionOrder: 'written', choiceOrder: 'written' } as const;
  const settings = { title: '지도', playerName: '진행', ...written, scoring: 'flat' } as const;
  const { gameId: pin } = await host.do('createRoom', settings);
  await host.do('updateRoomQuizset', { quizSetId: MAPS.id, quizCount: MAPS.questions.length });
  let drawnMap = 'korea';
  const open = async (
    size: 'phone' | 'projector' | 'desktop',
    locale: 'ko-KR' | 'en-US',
    path: string,
  ): Promise<Tab> => {
    const tab = await openTab(browser, size, locale);
    await tab.page.emulateMedia({ reducedMotion: 'reduce' });
    await tab.page.route('**/pictures/**', async (route) =>
      route.fulfill({ contentType: 'image/webp', body: await mapFile(drawnMap) }),
    );
    await tab.page.goto(`${app.url}${path}`);
    return tab;
  };
  const enter = async (locale: 'ko-KR' | 'en-US', name: string): Promise<Tab> => {
    const tab = await open('phone', locale, `/join/${pin}`);
    await tab.page.getByTestId('join-name').fill(name);
    await tab.page.getByTestId('join-submit').tap();
    await tab.page.getByTestId('arena').waitFor();
    return tab;
  };
  const walker = await enter('ko-KR', '민지');
  const chooser = await enter('en-US', 'Dana');
  const projector = await open('projector', 'ko-KR', `/screen/${pin}`);
  await projector.page.getByTestId('screen').waitFor();
  const { secret } = await host.do('createHostLink', {});
  const laptop = await open('desktop', 'en-US', `/host/${pin}#${secret}`);
  await laptop.page.getByTestId('cockpit').waitFor();
  const tabs = [walker, chooser, projector, laptop];
  await chooser.page.getByTestId('menu').tap();
  await chooser.page.getByTestId('no-walk').check();
  await chooser.page.keyboard.press('Escape');
  const crowd = await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      const client = TestClient.withToken(app.url);
      clients.push(client);
      await client.do('joinRoom', { gameId: pin, playerName: `친구${n}` });
      return client;
    }),
  );
  const scatter = (place: (n: number) => WirePosition | undefined) =>
    Promise.all(
      crowd.map(async (client, n) => {
        const newPosition = place(n);
        if (newPosition) await client.do('updatePosition', { newPosition });
      }),
    );
  /** Some stand around each of these, as many as it says. */
  const around = (groups: readonly (readonly [x: number, y: number, count: number])[]) => {
    const people = groups.flatMap(([x, y, count]) =>
      Array.from({ length: count }, (_, n): WirePosition => {
        const turn = n * 2.4;
        const away = 0.012 * Math.sqrt(n);
        return [x + away * Math.cos(turn), y + away * Math.sin(turn)];
      }),
    );
    return (n: number) => people[n];
  };
  const phase = () => host.last('phase')!;
  const inPhase = (name: string) =>
    Promise.all(tabs.map(({ page }) => page.locator(`html[data-phase=${name}]`).waitFor()));
  const ask = async (quiz: string): Promise<void> => {
    if (phase().kind === 'lobby') await host.do('startGame', {});
    else await host.do('nextPhase', { version: phase().version });
    await host.wait('startQuizTime', (question) => question.quiz === quiz);
    await inPhase('question');
    for (const { page } of [walker, chooser])
      await page.locator('[data-testid=stage][data-stage=answering]').waitFor();
  };
  const close = async (): Promise<void> => {
    await host.do('closeQuestion', { version: phase().version });
    await inPhase('reveal');
  };
  const look = async (name: string, isReveal = true): Promise<void> => {
    await walker.shoot(`map-${name}-walking`);
    await chooser.shoot(`map-${name}-choosing`);
    await projector.shoot(`map-${name}-projector`);
    await laptop.shoot(`map-${name}-laptop`);
    if (!isReveal) return;
    for (const { page } of tabs) expect(await violations(page)).toEqual([]);
    for (const { page } of [walker, chooser]) expect(await layoutFaults(page, PHONES)).toEqual([]);
    expect(await layoutFaults(projector.page, PROJECTORS)).toEqual([]);
  };
  const said = (tab: Tab, pattern: RegExp) =>
    tab.page.getByTestId('announcer').filter({ hasText: pattern }).waitFor({ state: 'attached' });
  const text = ({ page }: Tab, testId: string) => page.getByTestId(testId).textContent();

  await ask('고향이 어디예요?');
  await said(walker, /이름이 없는 한국 지도.*서울.*제주/);
  await walker.page.keyboard.press('1');
  await chooser.page.getByTestId('place-list').getByText('제주').tap();
  await chooser.page
    .getByTestId('announcer-asides')
    .getByText('Nearest place: 제주')
    .waitFor({ state: 'attached' });
  await scatter(
    around([
      [0.436, 0.546, 9],
      [0.584, 0.756, 6],
      [0.4, 0.913, 3],
      [0.2, 0.3, 1],
    ]),
  );
  await look('opinion-question', false);
  await close();
  // The walker and the chooser are among them; some have not moved.
  await projector.page.getByTestId('cluster').first().filter({ hasText: '서울 10명' }).waitFor();
  expect(await projector.page.getByTestId('cluster').allTextContents()).toEqual([
    '서울 10명',
    '부산 6명',
    '제주 4명',
  ]);
  expect(await text(chooser, 'answer')).toContain('You: 제주');
  expect(await walker.page.getByTestId('own-mark').count()).toBe(0);
  await said(walker, /서울 10명.*제주 4명.*\d명은 안 움직였어요/);
  await look('opinion-reveal');

  drawnMap = 'europe';
  await ask('Where is Paris?');
  const arena = chooser.page.getByTestId('arena');
  const { width, height } = await boxOf(arena);
  const side = Math.min(width, height);
  const point = (x: number, y: number) => ({
    x: (width - side) / 2 + x * side,
    y: (height - side) / 2 + y * side,
  });
  // Without names taps and arrow keys are all, and a screen reader tells where one has come to.
  expect(await chooser.page.getByTestId('place-list').getByRole('button').count()).toBe(0);
  await arena.tap({ position: point(0.1, 0.1) });
  await chooser.page
    .getByTestId('announcer-asides')
    .getByText('You are at top left of the map')
    .waitFor({ state: 'attached' });
  await arena.tap({ position: point(0.345, 0.576) });
  await chooser.page
    .getByTestId('announcer-asides')
    .getByText('You are at the middle part of the map')
    .waitFor({ state: 'attached' });
  // The other one walks there.
  const ground = await boxOf(walker.page.getByTestId('arena'));
  const square = Math.min(ground.width, ground.height);
  await walker.page.getByTestId('arena').tap({
    position: {
      x: (ground.width - square) / 2 + 0.345 * square,
      y: (ground.height - square) / 2 + 0.576 * square,
    },
  });
  await scatter(
    around([
      [0.35, 0.58, 8],
      [0.3, 0.6, 4],
      [0.45, 0.7, 4],
      [0.8, 0.2, 4],
    ]),
  );
  await look('target-question', false);
  await close();
  await said(chooser, /Right! \+100 points.*Correct: the middle part · In the inner circle/);
  await said(walker, /\+100점/);
  await projector.page.getByTestId('targets').waitFor();
  await look('target-reveal');

  // The host says that another place was right, and takes it back.
  const mark = () => chooser.page.getByTestId('own-mark').textContent();
  const before = await mark();
  await laptop.page.getByTestId('tab-room').click();
  const rightPoint = laptop.page.getByTestId('right-point');
  await rightPoint.click({ position: { x: 4, y: 4 } });
  await expect.poll(mark).not.toBe(before);
  await rightPoint.scrollIntoViewIfNeeded();
  await laptop.shoot('map-corrected-laptop');
  expect(await violations(laptop.page)).toEqual([]);
  await host.do('correctQuestion', {
    version: phase().version,
    question: 1,
    isVoid: false,
    rights: null,
  });
  await expect.poll(mark).toBe(before);

  drawnMap = 'world';
  await ask('어디로 여행 가고 싶어요?');
  await arena.tap({ position: point(0.83, 0.47) });
  await chooser.page.keyboard.press('ArrowRight');
  await walker.page.keyboard.press('3');
  await scatter((n) => [0.1 + ((n * 7) % 20) * 0.042, 0.2 + ((n * 11) % 17) * 0.03]);
  await look('world-question', false);
  await close();
  await projector.page.getByTestId('cluster').first().waitFor();
  await look('world-reveal');
  for (const { errors } of tabs) expect(errors).toEqual([]);
});
