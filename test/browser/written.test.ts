import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
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
/** As long as an answer may be. */
const LONG = '아주 긴 답을 적는 사람도 있어요 마흔 글자까지 적을 수 있으니까요 네요';

const SET: QuizSet = {
  id: 'written',
  title: '적는 문제',
  language: 'ko',
  questions: [
    {
      kind: 'typed',
      quiz: '대한민국의 수도는 어디일까요?',
      accepted: ['서울', 'Seoul'],
      limitTime: 60,
      walkTime: 20,
      explanation: '1394년부터 수도였어요.',
    },
    { kind: 'words', quiz: '여름 하면 떠오르는 것은?', limitTime: 60, walkTime: 20 },
    {
      kind: 'typed',
      quiz: '물의 화학식은?',
      accepted: ['H2O'],
      limitTime: 60,
      walkTime: 0,
    },
  ],
};

let app: TestApp;
let browser: Browser;
let host: TestClient;
let pin: string;
const crowd: TestClient[] = [];
/** Writes by touch, in Korean; another by keyboard and without walking, in English. */
let writer: Tab;
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

const everybody = (): Tab[] => [writer, chooser, projector, laptop];
const phase = () => host.last('phase')!;
const answering = ({ page }: Tab) =>
  page.locator('[data-testid=stage][data-stage=answering]').waitFor();

/** Goes on to the next question, once people may write. */
async function ask(): Promise<void> {
  if (phase().kind === 'lobby') await host.do('startGame', {});
  else await endReveal(host);
  await host.wait('phase', ({ kind, act }) => kind === 'question' && act === 1);
  await Promise.all([writer, chooser].map(answering));
}

/** Rows move when the host has left the list, and not under a pointer that aims at one. */
async function rowsStandStill(row: Locator): Promise<void> {
  const groups = laptop.page.getByTestId('written-group');
  const place = async () =>
    (await groups.allTextContents()).findIndex((shown) => shown.includes('인천'));
  const before = await place();
  expect(before).toBeGreaterThan(0);
  await row.getByTestId('strike').hover();
  const [one, other] = crowd.slice(5, 7) as [TestClient, TestClient];
  for (const client of [one, other]) await client.do('writeAnswer', { texts: ['인천'] });
  await row.filter({ hasText: '4' }).waitFor();
  expect(await place()).toBe(before);
  // Nobody has written it any more, and it stays so long.
  await groups.filter({ hasText: LONG }).filter({ hasText: '0' }).waitFor();
  await laptop.page.mouse.move(0, 0);
  await expect.poll(place).toBe(0);
  await groups.filter({ hasText: LONG }).waitFor({ state: 'detached' });
  for (const client of [one, other])
    await expect
      .poll(() => client.ask('writeAnswer', { texts: [LONG] }))
      .toMatchObject({ ok: true });
  await groups.filter({ hasText: LONG }).waitFor();
}

async function look(name: string): Promise<void> {
  await writer.shoot(`written-${name}-writing`);
  await chooser.shoot(`written-${name}-choosing`);
  await projector.shoot(`written-${name}-projector`);
  await laptop.shoot(`written-${name}-laptop`);
  for (const { page } of everybody()) expect(await violations(page)).toEqual([]);
  for (const { page } of [writer, chooser]) {
    const { width, height } = page.viewportSize()!;
    expect(await layoutFaults(page, PHONES)).toEqual([]);
    await page.setViewportSize({ width, height });
  }
  if (process.env['SCREENS'] !== undefined) {
    await writer.page.setViewportSize(SMALL);
    await writer.shoot(`written-${name}-small`);
    await writer.page.setViewportSize({ width: 390, height: 844 });
  }
  expect(await layoutFaults(projector.page, PROJECTORS)).toEqual([]);
}

/** Tells the page that a keyboard covers so many pixels of a small phone, as phones do. */
async function coverWithKeyboard({ page }: Tab, pixels: number): Promise<void> {
  await page.setViewportSize(SMALL);
  await page.getByTestId('write-field').focus();
  await page.evaluate(`{
    const seen = window.visualViewport;
    Object.defineProperty(seen, 'height', { configurable: true, get: () => innerHeight - ${pixels} });
    seen.dispatchEvent(new Event('resize'));
  }`);
  await page.locator(pixels > 0 ? 'html[data-keyboard]' : 'html:not([data-keyboard])').waitFor();
}

const text = ({ page }: Tab, testId: string) => page.getByTestId(testId).first().textContent();
const has = ({ page }: Tab, testId: string, pattern: RegExp | string) =>
  page.getByTestId(testId).filter({ hasText: pattern }).first().waitFor({ state: 'attached' });
const fields = ({ page }: Tab) => page.getByTestId('write-field');

describe('R16.14 the pages of questions for which people write', () => {
  it('take what is written, let people walk to it, and tell what came of it', async () => {
    writer = await enter('ko-KR', '민지');
    chooser = await enter('en-US', 'Dana');
    projector = await open('projector', 'ko-KR', `/screen/${pin}`);
    await projector.page.getByTestId('screen').waitFor();
    const { secret } = await host.do('createHostLink', {});
    laptop = await open('desktop', 'en-US', `/host/${pin}#${secret}`);
    await laptop.page.getByTestId('cockpit').waitFor();
    for (let n = 0; n < 9; n++) {
      const client = TestClient.withToken(app.url);
      await client.do('joinRoom', { gameId: pin, playerName: `친구${n}` });
      crowd.push(client);
    }
    await chooser.page.getByTestId('menu').tap();
    await chooser.page.getByTestId('no-walk').check();
    await chooser.page.keyboard.press('Escape');

    await ask();
    await has(writer, 'announcer', '답을 적으세요. 40자까지');
    await has(projector, 'writing-board', '휴대폰에 답을 적고 있어요');
    expect(await projector.page.getByTestId('zone').count()).toBe(0);
    await fields(writer).tap();
    await fields(writer).pressSequentially('서울');
    await has(writer, 'write-state', '저장했어요');
    await fields(chooser).fill('Pusan');
    await fields(chooser).press('Enter');
    await has(chooser, 'write-state', 'Saved');
    const texts = ['부산', '부산', '부산', '인천', '인천', LONG, LONG, 'seoul', 'pusan'];
    await Promise.all(crowd.map((one, n) => one.do('writeAnswer', { texts: [texts[n]!] })));
    await has(laptop, 'written-count', '11 of 11 have written');
    await has(laptop, 'written-group', '부산');
    expect(await text(projector, 'writing-board')).not.toMatch(/부산|11/);
    const struck = laptop.page.getByTestId('written-group').filter({ hasText: '인천' });
    await rowsStandStill(struck);
    await struck.getByTestId('strike').click();
    await struck.filter({ hasText: 'left out' }).waitFor();
    await look('act1');

    // Something that is said now would be an answer.
    const chat = chooser.page.getByTestId('chat-input');
    await chooser.page.getByTestId('open-chat').tap();
    await chat.and(chooser.page.locator(':disabled')).waitFor();
    expect(await chat.getAttribute('placeholder')).toBe('Closed while people answer');
    await chooser.shoot('written-chat-closed');
    expect(await violations(chooser.page)).toEqual([]);

    // Above a keyboard that covers the lower half, the question, the clock and the field stay in sight.
    await coverWithKeyboard(writer, 300);
    await writer.shoot('written-keyboard-small');
    for (const testId of ['question', 'timer', 'write-field', 'write-state']) {
      const box = await writer.page.getByTestId(testId).first().boundingBox();
      const { y = -1, height = 0 } = box ?? {};
      const isSeen = y >= 0 && y + height <= SMALL.height - 300;
      expect({ testId, isSeen }).toEqual({ testId, isSeen: true });
    }
    await coverWithKeyboard(writer, 0);

    // The text stands, also for somebody who comes back.
    await writer.page.reload();
    await fields(writer).waitFor();
    await expect.poll(() => fields(writer).inputValue()).toBe('서울');
    await has(writer, 'write-state', '저장했어요');

    await ring(host);
    // The zones are to be seen, and no sheet over them.
    await chooser.page.getByRole('dialog').waitFor({ state: 'detached' });
    await chooser.page.getByTestId('open-chat').tap();
    await chat.and(chooser.page.locator(':enabled')).waitFor();
    await chooser.page.keyboard.press('Escape');
    const zones = projector.page.getByTestId('zone-text');
    await zones.first().waitFor();
    const shown = await zones.allTextContents();
    expect([...shown].sort()).toEqual(['서울', '부산', 'Pusan', LONG].sort());
    await has(writer, 'stage', '내가 적은 것: 서울');
    await has(chooser, 'stage', 'You wrote: Pusan');
    await has(writer, 'announcer', '맞는 답을 고르세요');
    const right = shown.indexOf('서울') + 1;
    const late = await enter('ko-KR', '지각');
    await late.page.getByTestId('not-scored').waitFor();
    await late.page.getByTestId('zone').first().waitFor();
    await late.page.context().close();
    await chooser.page.keyboard.press(String(right));
    await writer.page.keyboard.press(String((right % shown.length) + 1));
    const zone = await projector.page
      .locator(`[data-testid=zone][data-zone="${right}"]`)
      .boundingBox();
    const floor = (await projector.page.getByTestId('zones').boundingBox())!;
    const at = {
      x: (zone!.x - floor.x + zone!.width / 2) / floor.width,
      y: (zone!.y - floor.y + zone!.height / 2) / floor.height,
    };
    await crowd[8]!.do('updatePosition', { newPosition: [at.x, at.y] });
    await chooser.page.locator(`[role=radio][data-order="${right}"][aria-checked=true]`).waitFor();
    await look('act2');

    await ring(host);
    await has(projector, 'show-line', /서울\s*적어서 맞힌 사람 2명 · 두 번째에서 맞힌 사람 \d명/);
    await projector.shoot('written-answer-projector');
    // Somebody who wants less motion reads the same letters.
    const ranked = projector.page.getByTestId('show-ranking').getByRole('listitem').first();
    await ranked.waitFor();
    const { height } = (await ranked.locator('.name').boundingBox())!;
    expect(height).toBeGreaterThan(40);
    await projector.page.getByTestId('show-line').waitFor({ state: 'detached' });
    await projector.page.getByTestId('wrote').first().waitFor();
    await writer.page.getByTestId('own-mark').waitFor();
    await has(writer, 'answer', '정답 서울 · 적어서 맞혔어요');
    await has(
      chooser,
      'answer',
      'Correct: 서울 · You wrote: Pusan · Right in the second part (half)',
    );
    await has(projector, 'wrote', '2');
    await look('reveal');
    const marks = host.last('endQuizTime')!.players;
    const ownMark = (name: string) => {
      const { playerId } = host
        .all('joinRoom')
        .flatMap(({ players }) => players)
        .find(({ playerName }) => playerName === name)!;
      return marks.find((mark) => mark.playerId === playerId)!;
    };
    expect(ownMark('Dana')).toMatchObject({ isAnswer: true, gain: ownMark('친구8').gain });

    await laptop.page.getByTestId('accept').filter({ hasText: 'Accept' }).first().waitFor();
    await laptop.page.getByRole('button', { name: 'Accept this too: Pusan' }).click();
    await has(chooser, 'answer', 'Right by writing');
    expect(await violations(laptop.page)).toEqual([]);
  });

  it('show the words of all as a cloud', async () => {
    await ask();
    await fields(writer).first().waitFor();
    expect(await fields(writer).count()).toBe(3);
    // Half a syllable is not sent, but what is put together is.
    await fields(writer).nth(0).focus();
    const keyboard = await writer.page.context().newCDPSession(writer.page);
    for (const syllable of ['ㅂ', '바', '받'])
      await keyboard.send('Input.imeSetComposition', {
        text: syllable,
        selectionStart: syllable.length,
        selectionEnd: syllable.length,
      });
    await has(writer, 'write-state', '저장하는 중');
    await keyboard.send('Input.insertText', { text: '바' });
    await keyboard.send('Input.insertText', { text: '다' });
    await has(laptop, 'written-group', '바다');
    expect(await laptop.page.getByTestId('written-group').count()).toBe(1);
    await fields(writer).nth(1).fill('수박');
    await fields(writer).nth(1).press('Enter');
    await has(writer, 'write-state', '저장했어요');
    const all = ['바다', '수박', '모기', '아이스크림', '휴가', '장마', '바다', '바다', '수박'];
    await Promise.all(
      crowd.map((one, n) => one.do('writeAnswer', { texts: [all[n]!, n < 4 ? '더위' : '매미'] })),
    );
    await has(laptop, 'written-group', '바다');
    await look('words1');
    await ring(host);
    await projector.page.getByTestId('zone').first().waitFor();
    await writer.page.keyboard.press('1');
    await chooser.page.keyboard.press('2');
    await has(chooser, 'stage', 'You wrote nothing. You can still choose.');
    await look('words2');
    await ring(host);
    await has(projector, 'wrote', '4');
    await has(writer, 'answer', '내가 적은 것: 바다, 수박');
    await look('words3');
  });

  it('tell what is right where nobody walks', async () => {
    // Somebody who walks as the question comes writes once the key is let go.
    const isFocused = () => writer.page.locator('[data-testid=write-field]:focus').count();
    await writer.page.keyboard.down('KeyD');
    await ask();
    await fields(writer).waitFor();
    expect(await isFocused()).toBe(0);
    await writer.page.keyboard.up('KeyD');
    await expect.poll(isFocused).toBe(1);
    expect(await fields(writer).getAttribute('autocorrect')).toBe('off');
    await fields(writer).fill('h₂o');
    await has(writer, 'write-state', '저장했어요');
    // A field can be cleared, and what is saved counts.
    await fields(writer).fill('');
    await has(writer, 'write-state', '저장된 답: h₂o');
    expect(await fields(writer).inputValue()).toBe('');
    await ring(host);
    await has(projector, 'show-line', /H2O\s*1명이 적었어요/);
    await projector.shoot('written-alone-answer-projector');
    await has(writer, 'answer', '적어서 맞혔어요');
    await projector.page.getByTestId('right-text').waitFor();
    await look('alone');
    for (const { errors } of everybody()) expect(errors).toEqual([]);
  });
});
