import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openTab, podiumStands, type Tab } from '../support/browser.js';
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
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const inPhase = ({ page }: Tab, phase: string) =>
  page.locator(`html[data-phase=${phase}]`).waitFor();

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
    for (const tab of [phone, projector, late]) {
      expect(tab.errors).toEqual([]);
      await tab.page.context().close();
    }
    room.close();
  });
});
