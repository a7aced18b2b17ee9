import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { standIn } from '../support/arena.js';
import { violations } from '../support/axe.js';
import { bringQuiz, launchBrowser, openRoom, openTab, type Tab } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';

const RIGHT = 'right';
const QUIZ_FILE = [
  'question,answer,choice1,choice2,choice3,choice4,choice5,choice6,choice7,choice8,choice9,choice10,seconds',
  `"Which of these ten${', maybe'.repeat(35)}?",right,right,2,3,4,5,6,7,8,9,10,120`,
  'Which of these four?,right,right,left,up,down,,,,,,,120',
  'Which of these two?,right,right,wrong,,,,,,,,,120',
].join('\n');
/** Enough to fill every list to below its end. */
const BOTS = 24;
const MESSAGES = 10;

let server: Child & { url: string };
let browser: Browser;
/** Korean on a phone and a projector, English on a wide screen. */
let player: Tab;
let host: Tab;
let projector: Tab;
let pin: string;
const bots: TestClient[] = [];

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '3600000',
    GET_READY_MS: '4000',
    REVEAL_MS: '3600000',
  });
  browser = await launchBrowser();
  host = await openTab(browser, 'desktop', 'en-US');
  player = await openTab(browser, 'phone', 'ko-KR');
  await player.page.setViewportSize({ width: 360, height: 640 });
  projector = await openTab(browser, 'projector', 'ko-KR');
  // What is half faded in has half its contrast.
  for (const { page } of [host, player, projector])
    await page.emulateMedia({ reducedMotion: 'reduce' });
});

afterAll(async () => {
  for (const bot of bots) bot.close();
  await browser.close();
  await server.stop();
});

const click = (page: Page, testId: string) => page.getByTestId(testId).first().click();
const phaseIs = (page: Page, phase: string) => page.locator(`html[data-phase=${phase}]`).waitFor();

/** Ends the phase, for everybody. */
async function skip(to: string): Promise<void> {
  await click(host.page, 'skip');
  for (const { page } of [host, player, projector]) await phaseIs(page, to);
}

/** A player who is always right. */
async function addBot(name: string): Promise<void> {
  const bot = TestClient.withToken(server.url);
  bot.socket.on('startQuizTime', ({ choiceList }) => {
    const { order } = choiceList.find(({ content }) => content === RIGHT)!;
    bot.tell('updatePosition', { newPosition: standIn(order, choiceList.length) });
  });
  await bot.do('joinRoom', { gameId: pin, playerName: name });
  bots.push(bot);
}

/** Waits for the choices and goes to the right one, or to another. */
async function choose(page: Page, right: boolean): Promise<void> {
  await page.getByTestId('zone-text').first().waitFor({ state: 'attached' });
  const texts = await page.getByTestId('zone-text').allTextContents();
  const zone = texts.findIndex((text) => (text === RIGHT) === right) + 1;
  await page.keyboard.press(String(zone % 10));
  await page
    .locator(`[data-testid=zone][data-zone="${zone}"].standing`)
    .waitFor({ state: 'attached' });
}

async function inPanel(page: Page, testId: string, inside: () => Promise<void>): Promise<void> {
  await click(page, testId);
  await page.getByRole('dialog').waitFor();
  await inside();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

let found: string[] = [];
beforeEach(() => (found = []));

/** Notes what axe finds wrong with a page as it is now. */
async function look({ page }: Tab): Promise<void> {
  const wrong = await violations(page);
  found.push(...wrong.map((one) => `${new URL(page.url()).pathname} ${one}`));
}

describe('axe finds nothing wrong', () => {
  it('with the home page and its forms', async () => {
    const { page } = player;
    await page.goto(server.url);
    await look(player);
    await page.goto(`${server.url}/no/such/page`);
    await page.getByTestId('lost').waitFor();
    await look(player);
    await page.getByTestId('pin').fill('000000');
    await click(page, 'join-submit');
    await page.getByTestId('join-problem').waitFor();
    await look(player);
    await click(page, 'open-create');
    await page.getByTestId('create-title').fill('x'.repeat(60));
    await click(page, 'create-submit');
    await page.getByTestId('create-problem').waitFor();
    await look(player);
    expect(found).toEqual([]);
  });

  it('with the list of public rooms, and the form at an invitation', async () => {
    pin = await openRoom(host.page, server.url, { title: 'Public', name: 'Dana' });
    await click(host.page, 'open-host');
    await host.page.getByTestId('room-public').check();
    await host.page.getByTestId('toasts').locator('.good').waitFor();
    await look(host);
    const { page } = player;
    await page.goto(server.url);
    await page.getByTestId('public-room').waitFor();
    await look(player);
    await page.goto(`${server.url}/join/${pin}`);
    await page.getByTestId('join-name').fill('민지');
    await look(player);
    await click(page, 'join-submit');
    await page.getByTestId('arena').waitFor();
    expect(found).toEqual([]);
  });

  it('with the lobby and every panel of it', async () => {
    for (const name of Array.from({ length: BOTS }, (_, n) => `Bot ${n}`)) await addBot(name);
    for (const bot of bots.slice(0, 4))
      for (let n = 0; n < MESSAGES; n++) await bot.do('chatMessage', { message: `Hello ${n}` });
    await look(player);
    for (const panel of ['open-chat', 'open-people', 'room-pin', 'menu'])
      await inPanel(player.page, panel, () => look(player));
    for (const panel of ['open-chat', 'open-people', 'open-host']) {
      await click(host.page, panel);
      await look(host);
    }
    await click(host.page, 'open-people');
    await host.page.getByTestId('person-actions').nth(1).click();
    await look(host);
    await click(host.page, 'kick');
    await host.page.getByTestId('confirm').waitFor();
    await look(host);
    await host.page.keyboard.press('Escape');
    await click(host.page, 'open-host');
    await host.page.getByTestId('quiz-file').setInputFiles({
      name: 'bad.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`question,answer,choice1,choice2${'\ncolour?,,red,blue'.repeat(20)}\n`),
    });
    await host.page.getByTestId('quiz-file-problem').waitFor();
    await look(host);
    await bringQuiz(host.page, QUIZ_FILE);
    await projector.page.goto(`${server.url}/screen/${pin}`);
    await projector.page.getByTestId('screen').waitFor();
    await look(projector);
    await host.page.getByTestId('screen-chat').check();
    await projector.page.getByTestId('screen-chat').waitFor();
    await look(projector);
    expect(found).toEqual([]);
  });

  it('with a game of points, walking and not', async () => {
    await click(host.page, 'start');
    for (const tab of [player, host, projector]) {
      await phaseIs(tab.page, 'countdown');
      await look(tab);
    }
    await skip('question');
    await click(host.page, 'pause');
    await host.page.getByTestId('resume').waitFor();
    for (const tab of [player, projector]) await look(tab);
    await click(host.page, 'resume');
    await choose(player.page, true);
    for (const tab of [player, host, projector]) await look(tab);
    await skip('reveal');
    await player.page.locator('[data-testid=own-mark].right').waitFor();
    for (const tab of [player, host, projector]) await look(tab);

    await inPanel(player.page, 'open-people', () => look(player));
    await click(player.page, 'menu');
    await player.page.getByTestId('no-walk').check();
    await player.page.keyboard.press('Escape');
    await look(player);
    await skip('question');
    await choose(player.page, false);
    await look(player);
    await skip('reveal');
    await player.page.locator('[data-testid=own-mark].wrong').waitFor();
    await look(player);

    await click(host.page, 'end');
    await host.page.getByTestId('confirm').waitFor();
    await look(host);
    await click(host.page, 'confirm-yes');
    for (const tab of [player, host, projector]) {
      await tab.page.getByTestId('podium').waitFor();
      await look(tab);
      if (tab !== projector) await click(tab.page, 'back-to-lobby');
    }
    await look(player);
    expect(found).toEqual([]);
  });

  it('with a game of survival and a ghost in it', async () => {
    await host.page.getByTestId('host-panel').locator('input[value=SURVIVAL]').check();
    await host.page.getByTestId('toasts').locator('.good').waitFor();
    await click(host.page, 'start');
    await phaseIs(player.page, 'countdown');
    await skip('question');
    await choose(host.page, true);
    await choose(player.page, false);
    await skip('reveal');
    await player.page.locator('[data-testid=own-mark].eliminated').waitFor();
    for (const tab of [player, host, projector]) await look(tab);
    await skip('question');
    await choose(player.page, false);
    await look(player);
    await inPanel(player.page, 'open-chat', () => look(player));
    await skip('reveal');
    await player.page.locator('[data-testid=own-mark].ghost').waitFor();
    for (const tab of [player, projector]) await look(tab);
    expect(found).toEqual([]);
  });

  it('with every end of a visit', async () => {
    const { page } = player;
    const again = await page.context().newPage();
    const twin: Tab = { ...player, page: again };
    await again.goto(`${server.url}/join/${pin}`);
    await again.getByTestId('arena').waitFor();
    await page.locator('[data-testid=ended][data-reason=replaced]').waitFor();
    await look(player);
    await click(host.page, 'open-people');
    await host.page.getByTestId('person').filter({ hasText: '민지' }).getByRole('button').click();
    await click(host.page, 'kick');
    await click(host.page, 'confirm-yes');
    await again.locator('[data-testid=ended][data-reason=kicked]').waitFor();
    await look(twin);
    await again.goto(`${server.url}/screen/999999`);
    await again.locator('[data-testid=ended][data-reason=refused]').waitFor();
    await look(twin);
    expect(found).toEqual([]);
  });
});
