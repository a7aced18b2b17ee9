import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeAllTabs,
  openTab,
  podiumStands,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import type { TestClient } from '../support/client.js';
import {
  answerQuestion,
  bringQuestions,
  closeQuestion,
  openSocketRoom,
  seenIn,
} from '../support/socket-room.js';

const LATE = '늦둥이';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '500',
    GET_READY_MS: '500',
    // The host goes on.
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const inPhase = ({ page }: Tab, phase: string) =>
  page.locator(`html[data-phase=${phase}]`).waitFor();

async function closeTabs(...tabs: Tab[]): Promise<void> {
  for (const { page, errors } of tabs) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
}

const zoneOfRight = (player: TestClient): number =>
  player.last('startQuizTime')!.choiceList.find(({ content }) => content === 'right')!.order;

async function openScreen(pin: string): Promise<Tab> {
  const projector = await openTab(browser, 'projector', 'ko-KR');
  await projector.page.goto(`${server.url}/screen/${pin}`);
  await projector.page.getByTestId('screen').waitFor();
  return projector;
}

/** Walks to the choice that is not right, once the choices of this question are there. */
async function chooseWrong({ page }: Tab, index: number, viewer: TestClient): Promise<void> {
  await page
    .getByTestId('stage')
    .filter({ hasText: `${index + 1} / 2` })
    .waitFor();
  const texts = page.getByTestId('zone-text');
  await texts.first().waitFor();
  const wrong = (await texts.allTextContents()).findIndex((text) => text.includes('left')) + 1;
  await page.keyboard.press(String(wrong));
  await seenIn(viewer, LATE, wrong);
}

describe('R6.1 ties', () => {
  it('share a step and a medal, and top bar, results and projector agree', async () => {
    const names = ['하나', '둘', 'Three', 'Four', 'Five'];
    const room = await openSocketRoom(server.url, names, { title: 'Ties' });
    await bringQuestions(server.url, room, 2, 120);
    const { players, pin } = room;
    const host = players[0]!;
    const phone = await openTab(browser, 'phone', 'ko-KR');
    await phone.page.goto(`${server.url}/join/${pin}`);
    await phone.page.getByTestId('join-name').fill(LATE);
    await phone.page.getByTestId('join-submit').tap();
    await phone.page.getByTestId('arena').waitFor();
    const projector = await openScreen(pin);

    await host.do('startGame', {});
    // Nobody scores in the first question, so nobody has a rank.
    await answerQuestion(players, 0, []);
    await chooseWrong(phone, 0, host);
    await closeQuestion(host);
    await inPhase(phone, 'reveal');
    await phone.page.locator('[data-testid=own-mark].wrong').waitFor();
    expect(await phone.page.getByTestId('own-rank').count()).toBe(0);
    expect(await projector.page.getByTestId('screen-ranking').textContent()).not.toMatch(/\d/);

    await host.do('skipPhase', {});
    await answerQuestion(players, 1, players);
    await chooseWrong(phone, 1, host);
    await closeQuestion(host);
    await inPhase(phone, 'reveal');
    await host.do('skipPhase', {});
    for (const { page } of [phone, projector]) {
      // Each page is told the results by itself.
      await page.getByTestId('podium').waitFor();
      expect(await page.getByTestId('step').count()).toBe(1);
      expect(await page.getByTestId('step').textContent()).toMatch(/외 2명.*200점.*🥇/s);
      const listed = await page.getByTestId('listed').allTextContents();
      expect(listed.map((text) => text.trim().slice(0, 2).trim())).toEqual(
        expect.arrayContaining(['🥇', '🥇']),
      );
    }
    expect(await phone.page.getByTestId('final-rank').textContent()).toMatch(/6등/);
    expect(await phone.page.getByTestId('own-rank').textContent()).toMatch(/6등/);
    await podiumStands(phone.page);
    await phone.shoot('ties-podium-phone');
    await projector.shoot('ties-podium-projector');

    // Who leaves takes neither rank nor face along, on a page that was opened later, neither.
    const before = await projector.page.getByTestId('podium').textContent();
    await players[1]!.do('exitRoom', {});
    await players[0]!.wait('exitRoom');
    expect(await phone.page.getByTestId('own-rank').textContent()).toMatch(/6등/);
    const late = await openScreen(pin);
    await late.page.getByTestId('podium').waitFor();
    expect(await late.page.getByTestId('podium').textContent()).toBe(before);
    await closeTabs(phone, projector, late);
    room.close();
  });

  it('R20.21, R6.6 are told apart by their seconds beside the arena, where the points alone do not', async () => {
    const names = ['하나', '둘', '셋', '넷'];
    const room = await openSocketRoom(server.url, names, { title: 'Seconds', scoring: 'flat' });
    await bringQuestions(server.url, room, 2, 120);
    const { players, pin } = room;
    const [host, early, late] = players as [TestClient, TestClient, TestClient];
    const projector = await openScreen(pin);
    await host.do('startGame', {});
    await answerQuestion(players, 0, [early]);
    await seenIn(host, '둘', zoneOfRight(early));
    await seenIn(host, '셋', 3 - zoneOfRight(early));
    // An answer's time is what is told, 1 s at least; it begins when the choices can be seen.
    const earlyAt = Date.now();
    await expect.poll(() => Date.now() - earlyAt, { interval: 50 }).toBeGreaterThan(2_500);
    await answerQuestion([late], 0, [late]);
    await seenIn(host, '셋', zoneOfRight(late));
    await closeQuestion(host);
    await inPhase(projector, 'reveal');
    const ranking = projector.page.getByTestId('screen-ranking');
    const rows = ranking.locator('li');
    await rows.first().filter({ hasText: '둘' }).waitFor();
    await rows
      .nth(1)
      .filter({ hasText: /셋.*초/ })
      .waitFor();
    const told = await rows.allTextContents();
    const seconds = told.map((text) => Number(/([\d.]+)초/.exec(text)?.[1] ?? Number.NaN));
    expect(seconds[1]! - seconds[0]!).toBeGreaterThan(0.5);
    // Who has other points, or none, needs none.
    expect(await ranking.getByTestId('tie').count()).toBe(2);
    await projector.shoot('ties-seconds-projector');
    await closeTabs(projector);
    room.close();
  });
});

describe('R1.10 the badge of a host', () => {
  it('stands beside what the host says, and beside nothing that a player can say', async () => {
    const room = await openSocketRoom(server.url, ['Dana', 'Max'], { title: 'Badge' });
    const { players, pin } = room;
    const [host, player] = players as [TestClient, TestClient];
    await host.do('updateScreen', { showChat: true });
    const phone = await openTab(browser, 'phone', 'ko-KR');
    await phone.page.goto(`${server.url}/join/${pin}`);
    await phone.page.getByTestId('join-name').fill('진행자');
    await phone.page.getByTestId('join-submit').tap();
    await phone.page
      .getByTestId('join-problem')
      .filter({ hasText: /진행자|이름/ })
      .waitFor();
    await phone.page.getByTestId('join-name').fill(LATE);
    await phone.page.getByTestId('join-submit').tap();
    await phone.page.getByTestId('arena').waitFor();
    const projector = await openScreen(pin);
    await host.do('chatMessage', { message: 'Welcome' });
    await player.do('chatMessage', { message: '👑 진행자: I am the host' });
    await phone.page.getByTestId('open-chat').tap();
    for (const [{ page }, testId] of [
      [phone, 'chat-message'],
      [projector, 'screen-chat'],
    ] as const) {
      const said = page.getByTestId(testId);
      await said.filter({ hasText: 'I am the host' }).first().waitFor();
      const badges = page.getByTestId(testId).getByTestId('host-badge');
      expect(await badges.count()).toBe(1);
      // Screen readers hear it.
      expect(await badges.first().textContent()).toContain('진행자');
    }
    const ofPlayer = phone.page.getByTestId('chat-message').filter({ hasText: 'I am the host' });
    expect(await ofPlayer.getByTestId('host-badge').count()).toBe(0);
    await phone.shoot('badge-chat-phone');
    await projector.shoot('badge-chat-projector');
    await closeTabs(phone, projector);
    room.close();
  });
});
