import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floorOf, positionFor, valuesOf } from '../../src/game/kinds/floor.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { STEPS, type QuestionPayload } from '../../src/protocol/index.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { TestClient } from '../support/client.js';
import { endReveal, ring } from '../support/host-phases.js';
import { layoutFaults, PROJECTORS } from '../support/layout.js';

const PHONES = [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
];
const SMALL = { width: 360, height: 640 };
const CROWD = 8;
const TIME = { limitTime: 120 };

const SET: QuizSet = {
  id: 'parts',
  title: '이어지는 문제',
  language: 'ko',
  questions: [
    {
      kind: 'statements',
      quiz: '맞는 말일까요, 틀린 말일까요?',
      parts: [
        { text: '문어의 심장은 세 개다.', answer: 'O' },
        { text: '고래는 물고기라서 물속에서 아가미로 숨을 쉬고 알을 낳는다.', answer: 'X' },
        { text: '벌새는 뒤로도 날 수 있다.', answer: 'O' },
      ],
      explanation: '고래는 젖먹이동물이에요.',
      ...TIME,
    },
    {
      kind: 'order',
      quiz: '먼저 일어난 일부터 차례로 세우면?',
      parts: [
        { text: '훈민정음 반포' },
        { text: '거북선이 처음 바다에 나간 날' },
        { text: '서울에 지하철이 생긴 해' },
      ],
      ...TIME,
    },
    {
      kind: 'match',
      quiz: '어느 나라의 수도일까요?',
      choices: ['프랑스', '몽골', '케냐'],
      parts: [
        { text: '울란바토르', answer: 1 },
        { text: '나이로비', answer: 2 },
      ],
      ...TIME,
    },
    {
      kind: 'guess',
      quiz: '아침에 무엇을 마시나요?',
      choices: ['차', '커피', '물'],
      choice: 1,
      guessTime: 120,
      ...TIME,
    },
  ],
};

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
  const lengths = { COUNTDOWN_MS: '500', GET_READY_MS: '500', REVEAL_MS: '600000', SHOW: 'on' };
  app = await startTestApp(lengths, new TestBank([SET]), webDir);
  browser = await workerBrowser();
  host = TestClient.withToken(app.url);
  const order = { questionOrder: 'written', choiceOrder: 'written' } as const;
  const created = await host.do('createRoom', {
    title: '한마당',
    hostPlays: false,
    scoring: 'flat',
    ...order,
  });
  pin = created.gameId;
  await host.do('updateRoomQuizset', { quizSetId: SET.id, quizCount: SET.questions.length });
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
  await tab.page.emulateMedia({ reducedMotion: 'reduce' });
  await tab.page.goto(`${app.url}${path}`);
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
const phase = () => host.last('phase')!;
const question = (): QuestionPayload => host.last('startQuizTime')!;

/** Waits until a part is open on all pages. */
async function isOpen(part: number): Promise<void> {
  await host.wait('phase', (now) => now.kind === 'question' && now.part === part);
  const stage = `[data-testid=stage][data-stage=answering]`;
  await Promise.all(
    [walker, chooser].map(({ page }) => page.locator(stage).waitFor({ state: 'attached' })),
  );
}

async function ask(kind: string): Promise<void> {
  if (phase().kind === 'lobby') await host.do('startGame', {});
  else await endReveal(host);
  await host.wait('startQuizTime', (asked) => asked.kind === kind);
  await isOpen(0);
}

/** Sends the crowd to these values in turn, and waits until the server counts the two pages on theirs as well. */
async function stand(own: number, values: readonly number[]): Promise<void> {
  const floor = floorOf(question());
  const all = crowd.map((_, n) => values[n % values.length] ?? 0);
  await Promise.all(
    crowd.map((client, n) => {
      const [x, y] = positionFor(all[n]!, floor);
      // They keep apart.
      const at = Math.min(STEPS, y + (n - CROWD / 2) * 900);
      return client.do('updatePosition', { newPosition: [x / STEPS, at / STEPS] });
    }),
  );
  const stood = [...all, own, own];
  const counts = valuesOf(floor).map((value) => stood.filter((one) => one === value).length);
  await expect.poll(() => host.last('zoneCounts')?.counts).toEqual(counts);
}

async function look(name: string): Promise<void> {
  await walker.shoot(`parts-${name}-walking`);
  await chooser.shoot(`parts-${name}-choosing`);
  await projector.shoot(`parts-${name}-projector`);
  await laptop.shoot(`parts-${name}-laptop`);
  for (const { page } of everybody()) expect(await violations(page)).toEqual([]);
  for (const { page } of [walker, chooser]) {
    const { width, height } = page.viewportSize()!;
    expect(await layoutFaults(page, PHONES)).toEqual([]);
    await page.setViewportSize({ width, height });
  }
  if (process.env['SCREENS'] !== undefined)
    for (const [who, tab] of Object.entries({ walking: walker, choosing: chooser })) {
      const { width, height } = tab.page.viewportSize()!;
      await tab.page.setViewportSize(SMALL);
      await tab.shoot(`parts-${name}-${who}-small`);
      await tab.page.setViewportSize({ width, height });
    }
  expect(await layoutFaults(projector.page, PROJECTORS)).toEqual([]);
}

/** A pause stops the gap before a part, which is soon over, for who looks at the pictures. */
async function shootGap(): Promise<void> {
  if (process.env['SCREENS'] === undefined) return;
  await host.do('pauseGame', { version: phase().version });
  await host.wait('phase', ({ pausedLeftMs }) => pausedLeftMs !== undefined);
  await walker.shoot('parts-gap-walking');
  await chooser.shoot('parts-gap-choosing');
  await projector.shoot('parts-gap-projector');
  await host.do('resumeGame', { version: phase().version });
}

/** Stops the reveal in the beat of its part, looks, and shows the rest. */
async function lookAtReveal(name: string): Promise<void> {
  await host.wait('phase', ({ kind }) => kind === 'reveal');
  await projector.page.locator('html[data-scene=part]').waitFor();
  await host.do('pauseGame', { version: phase().version });
  // Where people stand is their answer to the last part, which a guess may have come to by now.
  if (name !== 'guess')
    for (const { page } of [projector, walker])
      await page.locator('canvas[data-avatars="0"]').waitFor({ state: 'attached' });
  await look(`${name}-part`);
  await host.do('resumeGame', { version: phase().version });
  const { version } = phase();
  await host.do('nextPhase', { version });
  await Promise.all(everybody().map(({ page }) => page.locator('html[data-scene=rest]').waitFor()));
  await look(`${name}-whole`);
}

const text = ({ page }: Tab, testId: string) => page.getByTestId(testId).textContent();
const texts = ({ page }: Tab, testId: string) => page.getByTestId(testId).allTextContents();
const said = (tab: Tab, pattern: RegExp) =>
  tab.page.getByTestId('announcer').filter({ hasText: pattern }).waitFor({ state: 'attached' });

/** The points of both pages, who answered alike. */
function gains(): number[] {
  const { players } = host.last('endQuizTime')!;
  const ids = new Set(crowd.map(({ playerId }) => playerId));
  return players.flatMap(({ playerId, gain }) => (ids.has(playerId) ? [] : [gain]));
}

describe('R16.19 the pages of questions of several parts', () => {
  it('are answered walking and not walking, part by part, and tell of each', async () => {
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

    await ask('statements');
    await said(chooser, /Statement 1 of 3: 문어의 심장은 세 개다\. · 120 seconds · O, X/);
    await said(walker, /3개 중 1번째 문장: 문어의/);
    await walker.page.keyboard.press('o');
    await chooser.page.getByTestId('ox-buttons').getByText('O').tap();
    await stand(1, [1, 2, 1]);
    expect([await text(walker, 'part'), await text(projector, 'part')]).toEqual([
      '문어의 심장은 세 개다.',
      '문어의 심장은 세 개다.',
    ]);
    await look('statements-open');
    await ring(host);
    await shootGap();
    await isOpen(1);
    await said(chooser, /^\s*Statement 2 of 3: 고래는/);
    // To stand still is an answer.
    await stand(1, [2, 2, 1]);
    expect(await texts(walker, 'own-mark-of')).toEqual(['O']);
    await look('statements-second');
    await ring(host);
    await isOpen(2);
    await walker.page.keyboard.press('o');
    await chooser.page.keyboard.press('o');
    await stand(1, [1]);
    await ring(host);
    await lookAtReveal('statements');
    expect(await texts(walker, 'part-row')).toHaveLength(3);
    expect(await text(walker, 'own-mark')).toContain('3개 중 2개 맞았어요');
    expect(await text(chooser, 'own-mark')).toContain('2 of 3 right');
    await said(chooser, /Statement 2 of 3: 고래는[^·]* · Correct: X · You: O \(wrong\)/);
    expect(gains()).toEqual([66, 66]);

    await ask('order');
    const { choiceList, ...series } = question();
    expect(choiceList).toHaveLength(3);
    if (!('parts' in series)) throw new Error('no parts');
    const wanted = SET.questions[1]!;
    if (!('parts' in wanted)) throw new Error('no parts');
    const placeOf = (part: number): number =>
      wanted.parts.findIndex((one) => one.text === series.parts[part]) + 1;
    for (const part of series.parts.keys()) {
      await isOpen(part);
      const place = placeOf(part);
      await walker.page.keyboard.press(String(place));
      await chooser.page.locator(`[data-order="${place}"]`).tap();
      await stand(place, [1, 2, 3]);
      expect(await text(projector, 'part')).toBe(series.parts[part]);
      if (part === 1) await look('order-open');
      await ring(host);
    }
    await lookAtReveal('order');
    expect(await text(chooser, 'own-mark')).toContain('3 of 3 right');
    expect(gains()).toEqual([100, 100]);

    await ask('match');
    await walker.page.keyboard.press('2');
    await chooser.page.keyboard.press('2');
    await stand(2, [1, 2, 2]);
    await look('match-open');
    await ring(host);
    await isOpen(1);
    await stand(2, [3]);
    await ring(host);
    await lookAtReveal('match');
    expect(await text(walker, 'own-mark')).toContain('2개 중 1개 맞았어요');
    expect(gains()).toEqual([50, 50]);

    await ask('poll');
    await walker.page.keyboard.press('2');
    await chooser.page.locator('[data-order="2"]').tap();
    await stand(2, [1, 2, 3, 2]);
    await ring(host);
    await isOpen(1);
    expect(await text(projector, 'part')).toBe('“커피”, 우리 중 몇 %가 골랐을까요?');
    expect(await text(chooser, 'part')).toBe('How many of us chose “커피”?');
    await walker.page.keyboard.press('ArrowRight');
    let guessed = NaN;
    // The page tells the same twice once its player stands.
    const stopped = async () =>
      guessed === (guessed = Number.parseInt((await text(walker, 'own-value')) ?? '', 10));
    await expect.poll(stopped, { interval: 500 }).toBe(true);
    await chooser.page.getByTestId('number-field').fill(String(guessed));
    await chooser.page.getByTestId('number-field').press('Enter');
    await stand(guessed, [40, 55, 60, 61, 80]);
    await look('guess-open');
    await ring(host);
    await lookAtReveal('guess');
    expect(await texts(walker, 'poll-share')).toEqual(['20% · 2명', '60% · 6명', '20% · 2명']);
    const [one, other] = gains();
    expect(one).toBe(other);
    for (const { errors } of everybody()) expect(errors).toEqual([]);
  }, 600_000);
});
