import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { answerQuestion, bringQuestions, openSocketRoom } from '../support/socket-room.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', COUNTDOWN_MS: '3600000', GET_READY_MS: '500' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

it('R6.8, R6.10 a co-host starts a round with the scores kept, and gives a player extra time', async () => {
  const room = await openSocketRoom(server.url, ['Owner', 'Ann'], { scoring: 'flat' });
  await bringQuestions(server.url, room, 1, 3);
  const { players, pin } = room;
  const [owner] = players;
  const { page, errors, shoot } = await openTab(browser, 'phone', 'en-US');
  await page.goto(`${server.url}/join/${pin}`);
  await page.getByTestId('join-name').fill('Kim');
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
  expect(await page.getByTestId('next-round').count()).toBe(0);
  await owner!.until(() => owner!.all('joinRoom').length > 1);
  const { playerId } = owner!
    .all('joinRoom')
    .flatMap((joined) => joined.players)
    .find(({ playerName }) => playerName === 'Kim')!;
  await owner!.do('setCoHost', { playerId, isCoHost: true });

  await page.getByTestId('start').tap();
  await page.locator('html[data-phase=countdown]').waitFor();
  await owner!.do('skipPhase', {});
  await answerQuestion(players, 0, [players[1]!]);
  await page.locator('html[data-phase=reveal]').waitFor();
  await owner!.do('skipPhase', {});
  await page.getByTestId('back-to-lobby').tap();
  await shoot('rounds-lobby');
  await page.getByTestId('next-round').tap();
  await page.locator('html[data-phase=countdown]').waitFor();

  await page.getByTestId('open-people').tap();
  const ann = page.getByTestId('person').filter({ hasText: 'Ann' });
  await ann.getByText('100', { exact: true }).waitFor();
  await ann.getByTestId('person-actions').tap();
  await ann.getByTestId('extra-time').tap();
  await ann.getByTestId('extra-timed').waitFor();
  await shoot('rounds-extra-time');
  const told = await players[1]!.wait('extraTime');
  expect(told.playerIds).toEqual([players[1]!.playerId]);
  await ann.getByTestId('extra-time').tap();
  await ann.getByTestId('extra-timed').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await page.context().close();
  room.close();
});
