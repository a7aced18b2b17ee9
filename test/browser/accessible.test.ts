import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { standIn } from '../support/arena.js';
import { violations } from '../support/axe.js';
import {
  bringQuiz,
  closeAllTabs,
  launchBrowser,
  openFold,
  openRoom,
  openTab,
  pasteQuestions,
  SIZES,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { layoutFaults, PHONES, PROJECTORS } from '../support/layout.js';
import { PASTED, QUIZ_FILE } from './quiz-texts.js';

const PASSWORD = 'open sesame';
const RIGHT = 'right';
/** Enough to fill every list to below its end. */
const BOTS = 24;
const MESSAGES = 10;
/** CSS pixels; twice what browsers have. */
const LARGE_TEXT = 32;

let server: Child & { url: string; port: number };
const browsers: Browser[] = [];
/** Korean on a phone and on the projector, English on a wide screen and on a phone with large text. */
let player: Tab;
let reader: Tab;
let host: Tab;
let projector: Tab;
let pin: string;
const bots: TestClient[] = [];

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    HOST_PASSWORD: PASSWORD,
    // One end of a visit is that of the rooms with their server.
    ROOMS: 'memory',
    COUNTDOWN_MS: '3600000',
    GET_READY_MS: '1000',
    REVEAL_MS: '3600000',
  });
  const browser = await workerBrowser();
  const large = await launchBrowser([`--blink-settings=defaultFontSize=${LARGE_TEXT}`]);
  browsers.push(browser, large);
  host = await openTab(browser, 'desktop', 'en-US');
  player = await openTab(browser, 'phone', 'ko-KR');
  reader = await openTab(large, 'phone', 'en-US');
  projector = await openTab(browser, 'projector', 'ko-KR');
  // What is half faded in has half its contrast.
  for (const { page } of [host, player, reader, projector])
    await page.emulateMedia({ reducedMotion: 'reduce' });
});

afterAll(async () => {
  for (const bot of bots) bot.close();
  await closeAllTabs(browsers[0]!);
  await browsers[1]!.close();
  await server.stop();
});

const click = (page: Page, testId: string) => page.getByTestId(testId).first().click();
const ended = ({ page }: Tab, reason: string) =>
  page.locator(`[data-testid=ended][data-reason=${reason}]`).waitFor();

/** Waits until everybody is in a phase. */
async function allIn(phase: string): Promise<void> {
  for (const { page } of [host, player, reader, projector])
    await page.locator(`html[data-phase=${phase}]`).waitFor();
}

/** Presses the host's button for skipping once it does this (R4.7). */
async function skip(effect: string): Promise<void> {
  await host.page.locator(`[data-testid=skip][data-skips=${effect}]`).click();
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

/** Waits for the choices and sends these pages to the right one, or to another. */
async function choose(right: boolean, ...tabs: Tab[]): Promise<void> {
  const walks = tabs.map(async ({ page }) => {
    await page.getByTestId('zone-text').first().waitFor({ state: 'attached' });
    const texts = await page.getByTestId('zone-text').allTextContents();
    const zone = texts.findIndex((text) => (text === RIGHT) === right) + 1;
    await page.keyboard.press(String(zone % 10));
    await page
      .locator(`[data-testid=zone][data-zone="${zone}"].standing`)
      .waitFor({ state: 'attached' });
  });
  await Promise.all(walks);
}

const nameOf = (tab: Tab) => (tab === player ? '민지' : 'Reader');

/** Opens a panel on the phones, looks at it or does something else in it, and closes it. */
async function inPanel(testId: string, inside: (tab: Tab) => Promise<void> = look): Promise<void> {
  const visits = [player, reader].map(async (tab) => {
    await click(tab.page, testId);
    await tab.page.getByRole('dialog').waitFor();
    await inside(tab);
    await tab.page.keyboard.press('Escape');
    await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  await Promise.all(visits);
}

const setNoWalk = (on: boolean) =>
  inPanel('menu', ({ page }) => page.getByTestId('no-walk').setChecked(on));

let found: string[] = [];
beforeEach(() => (found = []));

const sizesOf = (tab: Tab) => {
  if (tab === projector) return PROJECTORS;
  return tab === host ? [SIZES.desktop.viewport] : PHONES;
};

/** Notes what axe finds wrong with pages as they are now, and what does not fit on a phone. */
async function look(...tabs: Tab[]): Promise<void> {
  const noted = tabs.map(async (tab) => {
    // Axe would find the same in both phones, which differ in language and in how large text is.
    const wrong = tab === reader ? [] : await violations(tab.page);
    const faults = [...wrong, ...(await layoutFaults(tab.page, sizesOf(tab)))];
    const place = `${new URL(tab.page.url()).pathname}${tab === reader ? ' in large text' : ''}`;
    found.push(...faults.map((fault) => `${place}: ${fault}`));
  });
  await Promise.all(noted);
}

/** Axe and the fit of everything, state by state; each test goes on where the one before has ended. */
describe('nothing is wrong', () => {
  it('with the home page and its forms', async () => {
    for (const { page } of [player, reader]) {
      await page.goto(`${server.url}/no/such/page`);
      await page.getByTestId('lost').waitFor();
      await page.getByTestId('pin').fill('000000');
      await click(page, 'join-submit');
      await page.getByTestId('join-problem').waitFor();
    }
    await look(player, reader);
    for (const { page } of [player, reader]) {
      await click(page, 'try-now');
      await page.frameLocator('[data-testid=try-frame]').getByTestId('screen').waitFor();
    }
    await look(player, reader);
    for (const { page } of [player, reader]) {
      await click(page, 'try-stop');
      await click(page, 'open-create');
      await page.getByTestId('create-password').fill('wrong');
      await click(page, 'create-submit');
      await page.getByTestId('create-problem').waitFor();
    }
    await look(player, reader);
    expect(found).toEqual([]);
  });

  it('with the start page of the person at the machine, and what it says to others', async () => {
    const link = /http:\S+\/start#key=\S+/.exec(server.output())?.[0] ?? '';
    for (const { page } of [player, reader]) {
      await page.goto(`${server.url}/start`);
      await page.getByTestId('start-trouble').waitFor();
    }
    await look(player, reader);
    for (const { page } of [player, reader, host]) {
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByTestId('start-help').locator('summary').click();
    }
    await look(player, reader, host);
    expect(found).toEqual([]);
  });

  it('with the list of public rooms, and the form at an invitation', async () => {
    pin = await openRoom(host.page, server.url, {
      title: 'Public',
      name: 'Dana',
      password: PASSWORD,
    });
    await click(host.page, 'open-host');
    await host.page.getByTestId('room-public').check();
    await host.page.getByTestId('toasts').locator('.good').waitFor();
    for (const { page } of [player, reader]) {
      await page.goto(server.url);
      await page.getByTestId('public-room').waitFor();
    }
    await look(player, reader);
    for (const tab of [player, reader]) {
      await tab.page.goto(`${server.url}/join/${pin}`);
      await tab.page.getByTestId('join-name').fill(nameOf(tab));
    }
    await look(player, reader);
    for (const { page } of [player, reader]) {
      await click(page, 'join-submit');
      await page.getByTestId('arena').waitFor();
    }
    expect(found).toEqual([]);
  });

  it('with the lobby and every panel of it', async () => {
    for (const name of Array.from({ length: BOTS }, (_, n) => `Bot ${n}`)) await addBot(name);
    for (const bot of bots.slice(0, 4))
      for (let n = 0; n < MESSAGES; n++) await bot.do('chatMessage', { message: `Hello ${n}` });
    await look(player, reader);
    for (const panel of ['open-chat', 'open-people', 'room-pin']) await inPanel(panel);
    await inPanel('menu', async (tab) => {
      await tab.page.getByTestId('theme').waitFor();
      await look(tab);
    });
    for (const panel of ['open-chat', 'open-people', 'open-host']) {
      await click(host.page, panel);
      await look(host);
    }
    for (const part of ['during', 'devices']) await openFold(host.page, part);
    await look(host);
    for (const [told, text] of Object.entries(PASTED)) {
      await pasteQuestions(host.page, text);
      await host.page.getByTestId(`quiz-file-${told}`).waitFor();
      await look(host);
    }
    await bringQuiz(host.page, QUIZ_FILE);
    await projector.page.goto(`${server.url}/screen/${pin}`);
    await projector.page.getByTestId('screen').waitFor();
    await look(projector);
    await openFold(host.page, 'devices');
    await host.page.getByTestId('screen-chat').check();
    await projector.page.getByTestId('screen-chat').waitFor();
    await look(projector);
    expect(found).toEqual([]);
  });

  it('when a phone has the role of the host, and its owner may take it back', async () => {
    for (const tab of [player, reader]) {
      await click(host.page, 'open-people');
      const person = host.page.getByTestId('person').filter({ hasText: nameOf(tab) });
      await person.getByTestId('person-actions').click();
      await look(host);
      await person.getByTestId('hand-over').click();
      await host.page.getByTestId('confirm').waitFor();
      await look(host);
      await click(host.page, 'confirm-yes');
      await tab.page.getByTestId('host-bar').waitFor();
      await host.page.getByTestId('take-back-bar').waitFor();
      await look(host, tab);
      await click(tab.page, 'open-host');
      await tab.page.getByRole('dialog').waitFor();
      await look(tab);
      await tab.page.keyboard.press('Escape');
      await click(host.page, 'take-back-host');
      await host.page.getByTestId('host-bar').waitFor();
      await tab.page.getByTestId('host-bar').waitFor({ state: 'detached' });
    }
    expect(found).toEqual([]);
  });

  it('with a full room, who is turned away from it, and the questions before many are removed', async () => {
    const seats = bots.length + 3;
    await click(host.page, 'open-host');
    await openFold(host.page, 'before');
    const capacity = host.page.getByTestId('room-settings').locator('input[type=number]').last();
    await capacity.fill(String(seats));
    await capacity.press('Enter');
    await openFold(host.page, 'during');
    await host.page.getByTestId('door-line').waitFor();
    const [late, large] = [
      await openTab(browsers[0]!, 'phone', 'ko-KR'),
      await openTab(browsers[1]!, 'phone', 'en-US'),
    ];
    for (const tab of [late, large]) {
      await tab.page.emulateMedia({ reducedMotion: 'reduce' });
      await tab.page.goto(`${server.url}/join/${pin}`);
      await click(tab.page, 'join-submit');
      await tab.page.getByTestId('join-problem').waitFor();
      const faults = [...(await violations(tab.page)), ...(await layoutFaults(tab.page, PHONES))];
      expect(faults).toEqual([]);
    }
    await host.page.getByTestId('door-why').filter({ hasText: '2' }).waitFor();
    await host.page.getByTestId('remove-many').locator('summary').click();
    await look(host);
    await click(host.page, 'remove-unmoved');
    await host.page.getByTestId('confirm').waitFor();
    await look(host);
    await host.page.keyboard.press('Escape');
    await host.page.getByTestId('confirm').waitFor({ state: 'detached' });
    await click(host.page, 'make-room');
    for (const { page } of [late, large]) {
      await page.getByTestId('arena').waitFor();
      await page.context().close();
    }
    await host.page.getByTestId('door-line').waitFor({ state: 'detached' });
    expect(found).toEqual([]);
  });

  it('with a game of points, walking and not', async () => {
    await click(host.page, 'start');
    await allIn('countdown');
    await look(player, reader, host, projector);
    await skip('begin');
    await allIn('question');
    await click(host.page, 'pause');
    await host.page.getByTestId('resume').waitFor();
    await look(player, reader, projector);
    await click(host.page, 'resume');
    for (const isFirst of [true, false]) {
      await choose(isFirst, player, reader);
      await (isFirst ? look(player, reader, host, projector) : look(player, reader));
      await setNoWalk(true);
      await look(player, reader);
      await skip('close');
      await allIn('reveal');
      const mark = `[data-testid=own-mark].${isFirst ? 'right' : 'wrong'}`;
      await player.page.locator(mark).waitFor();
      if (isFirst) await look(player, reader);
      await setNoWalk(false);
      await look(player, reader);
      if (isFirst) {
        await look(host, projector);
        await inPanel('open-people');
        await skip('next');
        await allIn('question');
      }
    }
    await click(host.page, 'end');
    await host.page.getByTestId('confirm').waitFor();
    await look(host);
    await click(host.page, 'confirm-yes');
    const all = [player, reader, host, projector];
    for (const { page } of all) await page.getByTestId('podium').waitFor();
    await look(...all);
    for (const { page } of [player, reader, host]) await click(page, 'back-to-lobby');
    await look(player, reader);
    expect(found).toEqual([]);
  });

  it('with a game of survival and a ghost in it', async () => {
    await click(host.page, 'open-host');
    await host.page.getByTestId('host-panel').locator('input[value=SURVIVAL]').check();
    await host.page.getByTestId('toasts').locator('.good').waitFor();
    await click(host.page, 'start');
    await allIn('countdown');
    await skip('begin');
    await Promise.all([choose(true, host), choose(false, player, reader)]);
    await skip('close');
    await allIn('reveal');
    await player.page.locator('[data-testid=own-mark].eliminated').waitFor();
    await look(player, reader, host, projector);
    await skip('next');
    await allIn('question');
    await choose(false, player, reader);
    await look(player, reader);
    await inPanel('open-chat');
    await skip('close');
    await allIn('reveal');
    await player.page.locator('[data-testid=own-mark].ghost').waitFor();
    await look(player, reader, projector);
    expect(found).toEqual([]);
  });

  it('with every end of a visit', async () => {
    const { page } = player;
    const again = await page.context().newPage();
    await again.goto(`${server.url}/join/${pin}`);
    await again.getByTestId('arena').waitFor();
    await ended(player, 'replaced');
    await page.bringToFront();
    await look(player);
    await again.close();
    await page.goto(`${server.url}/join/${pin}`);
    await page.getByTestId('arena').waitFor();
    await click(host.page, 'open-people');
    await host.page
      .getByTestId('person')
      .filter({ hasText: '민지' })
      .getByTestId('person-actions')
      .click();
    await click(host.page, 'kick');
    await host.page.getByTestId('confirm').waitFor();
    await look(host);
    await click(host.page, 'confirm-yes');
    await ended(player, 'kicked');
    await look(player);
    await page.goto(`${server.url}/screen/999999`);
    await ended(player, 'refused');
    await look(player);
    await click(host.page, 'open-host');
    await openFold(host.page, 'devices');
    await click(host.page, 'close-screens');
    await ended(projector, 'dismissed');
    await look(projector);
    await click(reader.page, 'menu');
    await click(reader.page, 'leave');
    await reader.page.getByTestId('confirm').waitFor();
    await look(reader);
    for (const key of ['Escape', 'Escape']) await reader.page.keyboard.press(key);
    // A server that is lost has told nothing; one that is ended says so (SERVER_ENDED).
    const lost = server;
    lost.process.kill('SIGKILL');
    await reader.page.getByTestId('banner').filter({ hasText: /\S/ }).waitFor();
    await look(reader);
    server = await runServer({
      LOG_LEVEL: 'warn',
      ROOMS: 'memory',
      PORT: String(lost.port),
    });
    await lost.stop();
    await ended(reader, 'gone');
    await look(reader);
    await openRoom(reader.page, server.url, { name: 'Reader' });
    await server.stop();
    await ended(reader, 'gone');
    expect(await reader.page.getByTestId('ended').textContent()).toContain('has ended the game');
    await look(reader);
    expect(found).toEqual([]);
  });
});
