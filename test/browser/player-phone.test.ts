import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import type { TestClient } from '../support/client.js';
import { answerQuestion, openSocketRoom, type SocketRoom } from '../support/socket-room.js';
import { RIGHT } from '../support/app.js';

const KOREAN = '이 전시회는 해마다 가을에 열려 왔으며 올해는 온 가족이 함께 걷는 마당 놀이를 '
  .repeat(6)
  .slice(0, 200);
const LONG_WORD = '국립중앙박물관어린이박물관교육프로그램실';
const SIZES = [
  { width: 360, height: 640 },
  { width: 375, height: 667 },
  { width: 390, height: 844 },
  { width: 640, height: 360 },
];
const LEAST_PX = 16;

/** Counts how often the page asks for a frame, and keeps what a screen reader is told. */
const RECORD = `{
  const next = requestAnimationFrame;
  window.asked = 0;
  window.requestAnimationFrame = (draw) => (window.asked++, next(draw));
  window.said = [];
  const heard = new Map();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll('[aria-live]')) {
      const text = region.textContent.replace(/\\s+/g, ' ').trim();
      if (text !== '' && heard.get(region) !== text) window.said.push(text);
      heard.set(region, text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}`;

let server: Child & { url: string };
let browser: Browser;
let room: SocketRoom | undefined;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    SHOW: 'on',
    COUNTDOWN_MS: '300',
    GET_READY_MS: '300',
  });
  browser = await workerBrowser();
});

afterEach(async () => {
  room?.close();
  for (const context of browser.contexts()) await context.close();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

async function bring({ players: [host], pin }: SocketRoom, questions: readonly object[]) {
  const { token } = await host!.wait('session');
  const response = await fetch(`${server.url}/api/rooms/${pin}/quiz-set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ title: 'Own', language: 'en', questions }),
  });
  expect(response.ok).toBe(true);
}

async function enter(pin: string): Promise<{ page: Page; errors: string[] }> {
  const { page, errors } = await openTab(browser, 'phone', 'en-US');
  await page.addInitScript(RECORD);
  await page.goto(`${server.url}/join/${pin}`);
  await page.getByTestId('join-name').fill('Dana');
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
  return { page, errors };
}

async function close(host: TestClient): Promise<void> {
  const { version } = host.last('phase')!;
  await expect.poll(() => host.fail('closeQuestion', { version }), { interval: 200 }).toBe('ok');
}

const said = (page: Page) => page.evaluate<string[]>('window.said');
/** How many frames the page asks for within a second. */
const askedFor = (page: Page) =>
  page.evaluate<number>(
    'new Promise((tell) => { const before = asked; setTimeout(() => tell(asked - before), 1000); })',
  );
const inScene = (page: Page, scene: string) =>
  page.locator(`html[data-scene="${scene}"]`).waitFor({ state: 'attached' });

describe('a phone in the hand', () => {
  it('has questions of 16 px and more, in large text larger ones, and breaks a word that makes all small', async () => {
    room = await openSocketRoom(server.url, ['Host'], { choiceOrder: 'written' });
    await bring(room, [{ quiz: KOREAN, choices: [LONG_WORD, 'no'], answer: 'no', limitTime: 120 }]);
    const { page, errors } = await enter(room.pin);
    await room.players[0]!.do('startGame', {});
    await page.getByTestId('zones').waitFor();
    const look = () =>
      page.evaluate<{ question: number; clipped: boolean; label: number; head: number }>(`(() => {
        const px = (of) => parseFloat(getComputedStyle(of).fontSize);
        const question = document.querySelector('h2.question');
        const { parentElement: space } = question;
        const label = document.querySelector('[data-testid=zone] .plate');
        return {
          question: px(question),
          clipped: space.scrollHeight > space.clientHeight + 1,
          label: px(label),
          head: document.querySelector('[data-testid=stage]').offsetHeight / innerHeight,
        };
      })()`);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const isUpright = size.height > size.width;
      // The page fits its texts anew after each turn of the phone.
      await expect
        .poll(async () => {
          const { question, label, clipped, head } = await look();
          const isWhole = !isUpright || (!clipped && head <= 0.42);
          return question >= LEAST_PX && label >= 12 && isWhole;
        })
        .toBe(true);
    }
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect.poll(async () => (await look()).question).toBeGreaterThanOrEqual(2 * LEAST_PX);
    }
    expect(errors).toEqual([]);
  });

  it('R19.2 is told how to walk until the first step, and that time is up, without a clock', async () => {
    room = await openSocketRoom(server.url, ['Host', 'Ann', 'Bob'], {
      choiceOrder: 'written',
      questionOrder: 'written',
      pacing: 'host',
    });
    await bring(
      room,
      [1, 2].map((n) => ({
        quiz: `Which ${n}?`,
        choices: [RIGHT, 'left'],
        answer: RIGHT,
        limitTime: 60,
      })),
    );
    const { page, errors } = await enter(room.pin);
    const [host] = room.players;
    await page.getByTestId('walk-hint').waitFor();
    await host!.do('startGame', {});
    await answerQuestion(room.players, 0, room.players);
    await page.getByTestId('zones').waitFor();
    // In the question it hides no answer.
    await page.getByTestId('stage').getByTestId('walk-hint').waitFor();
    await page.getByTestId('arena').tap({ position: { x: 40, y: 60 } });
    await page.getByTestId('walk-hint').waitFor({ state: 'detached' });
    await expect.poll(() => said(page)).toContain('You stand in zone 1: right');
    await page.locator('[data-zone="1"].standing').waitFor();
    // All have come to rest.
    await expect.poll(() => askedFor(page)).toBeLessThanOrEqual(2);
    await close(host!);
    await page.getByTestId('time-up').waitFor();
    expect(await page.getByTestId('timer').count()).toBe(0);
    expect(await page.locator('.zones.dusk .standing').count()).toBe(1);
    await page.getByTestId('own-mark').waitFor();
    expect(await page.getByTestId('time-up').count()).toBe(0);
    expect(await page.getByTestId('timer').count()).toBe(0);
    expect(await said(page)).toContain('Time is up');
    await inScene(page, 'rest');
    // The host is waited for.
    await expect.poll(() => askedFor(page)).toBe(0);

    // A sheet over the floor does not hide the next question, and loses nothing.
    await page.getByTestId('open-chat').tap();
    await page.getByTestId('chat-input').fill('Half a sentence');
    const spoken = (await said(page)).length;
    await host!.do('skipPhase', {});
    await page.getByTestId('question').filter({ hasText: 'Which 2?' }).waitFor();
    const later = (await said(page)).slice(spoken);
    // Where one stood in the question before is nothing of this one before its choices are there.
    const asked = later.findIndex((text) => text.includes('Which 2?'));
    expect(later.slice(0, asked + 1).filter((text) => text.includes('zone'))).toEqual([]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => said(page)).toContain('60 seconds left');
    await page.getByTestId('open-chat').tap();
    expect(await page.getByTestId('chat-input').inputValue()).toBe('Half a sentence');
    expect(errors).toEqual([]);
  });

  it('R19.5 hears who won, tells the own rank and has six reactions while the end is shown', async () => {
    const names = ['Host', 'Ann', 'Bob', 'Cid'];
    room = await openSocketRoom(server.url, names, { choiceOrder: 'written', scoring: 'flat' });
    await bring(room, [{ quiz: 'Which?', choices: [RIGHT, 'left'], answer: RIGHT, limitTime: 60 }]);
    const { page, errors } = await enter(room.pin);
    const [host, ann] = room.players;
    await host!.do('startGame', {});
    await answerQuestion(room.players, 0, [ann!]);
    await page.getByTestId('zones').waitFor();
    const { height, width } = (await page.getByTestId('arena').boundingBox())!;
    await page.getByTestId('arena').tap({ position: { x: width - 20, y: height / 2 } });
    await page.locator('[data-zone="2"].standing').waitFor();
    await close(host!);
    await inScene(page, 'rest');
    await host!.do('skipPhase', {});
    await page.getByTestId('final-phone').waitFor();
    for (const emote of [0, 1, 2, 3, 4, 5])
      expect((await page.getByTestId(`emote-${emote}`).boundingBox())!.height).toBeGreaterThan(60);
    await inScene(page, 'step');
    // Below the podium, and in no row: nothing is held back.
    await page.getByTestId('final-own').filter({ hasText: '#2 of 5' }).waitFor();
    // Each fact stands in one piece, and the reactions are whole where the page is low.
    await page.setViewportSize({ width: 360, height: 640 });
    const facts = page.getByTestId('final-own').locator('.facts > *');
    expect(await facts.allInnerTexts()).toEqual(['Your rank #2 of 5', '0 points']);
    const [rank, points] = [await boxOf(facts.nth(0)), await boxOf(facts.nth(1))];
    expect(points.y).toBeGreaterThanOrEqual(rank.y + rank.height - 1);
    const end = await boxOf(page.getByTestId('final-phone'));
    for (const emote of [0, 1, 2, 3, 4, 5]) {
      const { y, height: high } = await boxOf(page.getByTestId(`emote-${emote}`));
      expect(y + high).toBeLessThanOrEqual(end.y + end.height);
    }
    // No more than the others who have no points.
    expect(await page.getByTestId('stand-up').count()).toBe(0);
    await expect.poll(() => said(page)).toContain('Winner. Ann');
    await page.getByTestId('podium').waitFor();
    // The prize code is seen without scrolling to the end of the ranking.
    await page.locator('[data-testid=final-rank] + [data-testid=claim-code]').waitFor();
    const steps = await page.getByTestId('step').allTextContents();
    expect(steps[0]).toContain('Ann');
    expect(errors).toEqual([]);
  });
});

describe('a PIN in an address', () => {
  it('leads into the room without anything before it, and is asked for again where it is wrong', async () => {
    room = await openSocketRoom(server.url, ['Host']);
    const { page } = await openTab(browser, 'phone', 'en-US');
    await page.goto(`${server.url}/${room.pin}`);
    expect(new URL(page.url()).pathname).toBe(`/join/${room.pin}`);
    const wrong = room.pin === '000001' ? '000002' : '000001';
    await page.goto(`${server.url}/join/${wrong}`);
    // Before anybody has tried.
    await page.getByTestId('join-problem').waitFor();
    expect(await page.getByTestId('pin').inputValue()).toBe(wrong);
    await page.getByTestId('pin').fill(room.pin);
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('arena').waitFor();
  });
});
