import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import {
  answerQuestion,
  bringQuestions,
  closeQuestion,
  openSocketRoom,
  type SocketRoom,
} from '../support/socket-room.js';

const PLAYERS = 30;
const RIGHT_ONES = 24;
/** On both axes of a floor that is full of players. */
const ROW = 6;

let server: Child & { url: string };
let browser: Browser;
let room: SocketRoom;
let phone: Tab;
let projector: Tab;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    MAX_ROOM_PLAYERS: '10000',
    COUNTDOWN_MS: '300',
    GET_READY_MS: '300',
    // The host goes on.
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
  const names = Array.from({ length: PLAYERS }, (_, n) => `Player ${n}`);
  room = await openSocketRoom(server.url, names, { maxPlayerCount: 600, scoring: 'shared' });
  await bringQuestions(server.url, room, 1, 120);
  projector = await openTab(browser, 'projector', 'en-US');
  await projector.page.goto(`${server.url}/screen/${room.pin}`);
  await projector.page.getByTestId('screen-pin').waitFor();
  phone = await openTab(browser, 'phone', 'en-US');
  await phone.page.goto(`${server.url}/join/${room.pin}`);
  await phone.page.getByTestId('join-name').fill('Mina');
  await phone.page.getByTestId('join-submit').tap();
  await phone.page.getByTestId('arena').waitFor();
});

afterAll(async () => {
  room.close();
  await closeAllTabs(browser);
  await server.stop();
});

const avatars = async (page: Page): Promise<number> =>
  Number(await page.getByTestId('arena').getAttribute('data-avatars'));
const textOf = (page: Page, testId: string) => page.getByTestId(testId).first().textContent();

describe('R23 a big room', () => {
  it('counts everybody in the lobby, and lists those near by name', async () => {
    await Promise.all(
      room.players.map((player, n) => {
        const at = (place: number) => (place + 0.5) / ROW;
        const newPosition: [number, number] = [at(n % ROW), at(Math.floor(n / ROW))];
        return player.do('updatePosition', { newPosition });
      }),
    );
    for (const { page } of [phone, projector])
      await expect.poll(() => textOf(page, 'player-count')).toContain(`${PLAYERS + 1} / 600`);
    // From the middle of the floor, as few are near a corner.
    await phone.page.getByTestId('arena').tap();
    await expect.poll(() => avatars(phone.page)).toBeGreaterThan(3);
    await phone.page.getByTestId('open-people').tap();
    await phone.page.getByTestId('near-only').waitFor();
    const listed = phone.page.getByTestId('person');
    await expect.poll(() => listed.count()).toBeGreaterThan(2);
    expect(await listed.count()).toBeLessThan(PLAYERS);
    expect((await listed.allTextContents()).join()).toContain('Mina');
    await phone.shoot('big-room-people-phone');
    await phone.page.keyboard.press('Escape');
    // The host, whom a projector shows wherever they are, and those in its light.
    await expect.poll(() => avatars(projector.page)).toBeGreaterThan(2);
    expect(await avatars(projector.page)).toBeLessThan(PLAYERS);
    await projector.shoot('big-room-lobby-projector');
  });

  it('shows where all stand, tells each their own result, and everybody of the first', async () => {
    const host = room.players[0]!;
    await host.do('startGame', {});
    await answerQuestion(room.players, 0, room.players.slice(0, RIGHT_ONES));
    const texts = phone.page.getByTestId('zone-text');
    await texts.first().waitFor();
    const right = (await texts.allTextContents()).findIndex((text) => text.includes('right'));
    await phone.page.keyboard.press(String(right + 1));
    for (const { page } of [phone, projector]) {
      const count = page.getByTestId('head-count').nth(right);
      await expect.poll(() => count.textContent()).toContain(String(RIGHT_ONES + 1));
    }
    await phone.shoot('big-room-question-phone');
    await projector.shoot('big-room-question-projector');
    await closeQuestion(host);
    await phone.page.locator('[data-testid=own-mark].right').waitFor();
    const told = `${RIGHT_ONES + 1} of ${PLAYERS + 1} were right`;
    await projector.page.getByText(told).first().waitFor();
    await expect.poll(() => textOf(phone.page, 'own-rank')).toContain('#1');
    const ranking = projector.page.getByTestId('screen-ranking').locator('li');
    await expect.poll(() => ranking.filter({ hasText: /1.*Player \d+.*40/s }).count()).toBe(10);
    await projector.shoot('big-room-reveal-projector');
  });

  it('ends with the first, the own place and how many were in the game', async () => {
    await room.players[0]!.do('skipPhase', {});
    await phone.page.getByTestId('final-rank').waitFor();
    expect(await textOf(phone.page, 'final-rank')).toMatch(/#1.*of 31/s);
    await projector.page.getByTestId('podium').waitFor();
    await phone.shoot('big-room-results-phone');
    await projector.shoot('big-room-results-projector');
    for (const { errors } of [phone, projector]) expect(errors).toEqual([]);
  });
});
