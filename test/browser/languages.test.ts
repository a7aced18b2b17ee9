import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/i18n/made/languages.js';
import { RIGHT } from '../support/app.js';
import {
  chooseLanguage,
  closeAllTabs,
  launchBrowser,
  openFold,
  openTab,
  podiumStands,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { closeByKey, HOST_GOES_ON, LAPTOP, stageAt } from '../support/cockpit.js';
import { inEveryLanguage, inLanguage } from '../support/page-languages.js';
import { bringQuestions, closeQuestion, openSocketRoom } from '../support/socket-room.js';

/** CSS pixels; twice the usual size. */
const LARGE_TEXT = 32;
const PHONE = { width: 360, height: 640 };
const PROJECTOR = { width: 1366, height: 768 };
/** A phone in the hand of a host. */
const HAND = { width: 390, height: 844 };
/** The longest that a question may take, in s. */
const LIMIT_S = 60;

const QUESTIONS = [1, 2].map((n) => ({
  quiz: `${n} + ${n} = ?`,
  choices: [String(2 * n), '9', '11', '13'],
  answer: 1,
  limitTime: LIMIT_S,
  explanation: `${2 * n}`,
}));

let server: Child & { url: string; port: number };
let browser: Browser;
/** Text of twice the usual size. */
let large: Browser;
const faults: string[] = [];

beforeAll(async () => {
  server = await runServer({ ...HOST_GOES_ON, PUBLIC_URL: 'http://quiz.local:3000' });
  browser = await workerBrowser();
  large = await launchBrowser([`--blink-settings=defaultFontSize=${LARGE_TEXT}`]);
});

// Also of a test that something else ended.
afterEach(() => {
  const found = [...new Set(faults.splice(0))];
  if (found.length > 0) throw new Error(found.join('\n'));
});

afterAll(async () => {
  await closeAllTabs(browser);
  await large.close();
  await server.stop();
});

/** The way in that the terminal tells, by this machine's own name. */
const keyLink = (path: string): string =>
  server.url + (new RegExp(`/${path}#key=\\S+`).exec(server.output())?.[0] ?? '');

async function open(
  on: Browser,
  size: 'phone' | 'desktop' | 'projector',
  path: string,
): Promise<Tab> {
  const tab = await openTab(on, size, 'en-US');
  await tab.page.emulateMedia({ reducedMotion: 'reduce' });
  if (size === 'phone') await tab.page.setViewportSize(PHONE);
  if (size === 'projector') await tab.page.setViewportSize(PROJECTOR);
  await tab.page.goto(server.url + path);
  return tab;
}

/** Notes what does not fit on pages as they are now, by their names, and keeps pictures of those where they are wanted. */
async function look(tabs: Readonly<Record<string, Tab>>): Promise<void> {
  const looks = Object.entries(tabs).map(async ([name, { page, shoot }]) => {
    const { width } = page.viewportSize()!;
    const found = await inEveryLanguage(page);
    faults.push(...found.map((fault) => `${name}, ${width} px, ${fault}`));
    for (const language of LANGUAGES)
      if (
        process.env['SCREENS'] !== undefined &&
        found.some((one) => one.startsWith(`${language}:`))
      )
        await inLanguage(page, language, () => shoot(`languages-${name}-${width}-${language}`));
  });
  await Promise.all(looks);
}

/** Opens a room from the home page that the cockpit runs, with the questions of above; answers its PIN. */
async function openOwnRoom(page: Page): Promise<string> {
  await page.goto(server.url);
  await page.getByTestId('open-create').click();
  await page.getByTestId('host-only').check();
  await page.locator('input[value=RANKING]').check();
  await page.getByTestId('create-submit').click();
  await page.getByTestId('cockpit').waitFor();
  const pin = new URL(page.url()).pathname.replace(/\D/g, '');
  await page.getByTestId('tab-room').click();
  await page.getByTestId('quiz-file').setInputFiles({
    name: 'sums.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ title: 'Sums', language: 'en', questions: QUESTIONS })),
  });
  await page.locator('.done').waitFor();
  return pin;
}

async function lookAtNarrow(name: string, tab: Tab): Promise<void> {
  const before = tab.page.viewportSize()!;
  await tab.page.setViewportSize(PHONE);
  await look({ [name]: tab });
  await tab.page.setViewportSize(before);
}

async function takeSeat({ page }: Tab, pin: string, name: string): Promise<void> {
  await page.goto(`${server.url}/join/${pin}`);
  await page.getByTestId('join-name').fill(name);
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
}

const closeSheet = (page: Page): Promise<void> => page.keyboard.press('Escape');

describe('R31.1 nothing is cut off in any language', () => {
  it('on the pages before a game, and on the phone of a host', async () => {
    const home = await open(browser, 'phone', '/');
    await home.page.getByTestId('open-create').waitFor();
    await look({ home });
    await home.page.getByTestId('open-create').tap();
    await home.page.getByTestId('create-submit').waitFor();
    await look({ 'the form of a room': home });
    await home.page.getByTestId('create-submit').tap();
    await home.page.getByTestId('arena').waitFor();
    await home.page.getByTestId('open-host').tap();
    for (const part of ['before', 'during', 'devices']) await openFold(home.page, part);
    await look({ 'the host panel': home });
    expect(home.errors).toEqual([]);
  });

  it('on the start page, at the desk and in the editor', async () => {
    const start = await open(browser, 'desktop', '');
    await start.page.goto(keyLink('start'));
    await start.page.getByTestId('start-hall').waitFor();
    await look({ 'the start page': start });
    await lookAtNarrow('the start page', start);
    const desk = await open(browser, 'desktop', '');
    await desk.page.goto(keyLink('desk'));
    await desk.page.getByTestId('desk-new').click();
    await desk.page.getByTestId('add').click();
    await desk.page.getByTestId('quiz').waitFor();
    await look({ 'the editor': desk });
    await lookAtNarrow('the editor', desk);
    await desk.page.goto(`${server.url}/desk`);
    await desk.page.getByTestId('desk-set').waitFor();
    await look({ 'the desk': desk });
    await lookAtNarrow('the desk', desk);
    expect([...start.errors, ...desk.errors]).toEqual([]);
  });

  it('in the cockpit and the editor, in large text', async () => {
    const { page, ...host } = await open(large, 'desktop', '');
    const looks = async (name: string): Promise<void> => {
      for (const size of [LAPTOP, HAND]) {
        await page.setViewportSize(size);
        await look({ [`${name} in large text`]: { page, ...host } });
      }
      await page.setViewportSize(LAPTOP);
    };
    await page.setViewportSize(LAPTOP);
    await page.goto(keyLink('desk'));
    await page.getByTestId('desk-new').click();
    await page.getByTestId('add').click();
    await page.getByTestId('quiz').waitFor();
    await looks('the editor');
    const pin = await openOwnRoom(page);
    for (const part of ['people', 'chat', 'room']) {
      await page.getByTestId(`tab-${part}`).click();
      await looks(part);
    }
    const player = TestClient.withToken(server.url);
    await player.do('joinRoom', { gameId: pin, playerName: 'Ann' });
    // So large a text leaves a laptop room for one column.
    await page.getByTestId('tab-game').click();
    await page.getByTestId('do-start').click();
    await stageAt(page, 'countdown');
    await page.getByTestId('do-next').click();
    await stageAt(page, 'answering');
    await looks('question');
    await page.getByTestId('do-pause').click();
    await page.getByTestId('do-resume').waitFor();
    await looks('pause');
    await page.getByTestId('do-resume').click();
    await stageAt(page, 'answering');
    await closeByKey(page);
    await looks('reveal');
    player.close();
    expect(host.errors).toEqual([]);
  });

  it('in a game: on phones, in the cockpit, before the projector and in its results', async () => {
    const laptop = await open(browser, 'desktop', '');
    const { page } = laptop;
    await page.setViewportSize(LAPTOP);
    await page.goto(keyLink('desk'));
    await page.getByTestId('desk-new').waitFor();
    const pin = await openOwnRoom(page);

    const phone = await open(browser, 'phone', `/join/${pin}`);
    const reader = await open(large, 'phone', `/join/${pin}`);
    const screen = await open(browser, 'projector', `/screen/${pin}`);
    await phone.page.getByTestId('join-submit').waitFor();
    await look({ 'the join form': phone, 'the join form in large text': reader });
    await takeSeat(phone, pin, 'Ann');
    await takeSeat(reader, pin, 'Bo');
    await screen.page.getByTestId('screen-pin').waitFor();
    const pages = { phone, 'phone with large text': reader, screen };
    const at = (where: string) =>
      Object.fromEntries(Object.entries(pages).map(([name, tab]) => [`${where}, ${name}`, tab]));
    const cockpit = async (where: string): Promise<void> => {
      await look({ [`${where}, cockpit`]: laptop });
      await lookAtNarrow(`${where}, cockpit`, laptop);
    };

    await look(at('lobby'));
    for (const part of ['menu', 'open-people']) {
      for (const tab of [phone, reader]) await tab.page.getByTestId(part).tap();
      for (const tab of [phone, reader]) await tab.page.getByRole('dialog').waitFor();
      await look({ [part]: phone, [`${part} in large text`]: reader });
      for (const tab of [phone, reader]) await closeSheet(tab.page);
    }
    for (const part of ['people', 'chat', 'room']) {
      await page.getByTestId(`tab-${part}`).click();
      await cockpit(part);
    }
    await page.getByTestId('tab-people').click();
    await page.getByTestId('do-start').click();
    await stageAt(page, 'countdown');
    await page.getByTestId('do-next').click();
    await stageAt(page, 'answering');
    for (const tab of [phone, reader]) await tab.page.keyboard.press('1');
    // It does not end while all languages are looked at.
    await page.getByTestId('do-pause').click();
    await page.getByTestId('do-resume').waitFor();
    await look(at('pause'));
    await cockpit('pause');
    await page.getByTestId('do-resume').click();
    await stageAt(page, 'answering');
    await Promise.all([look(at('question')), look({ 'question, cockpit': laptop })]);
    await closeByKey(page);
    for (const tab of [phone, reader]) await tab.page.getByTestId('own-mark').waitFor();
    await look(at('reveal'));
    await cockpit('reveal');
    await page.getByTestId('do-end').click();
    await page.getByTestId('confirm-yes').click();
    for (const tab of [phone, reader, screen, laptop]) {
      await tab.page.getByTestId('podium').waitFor();
      await podiumStands(tab.page);
    }
    await look(at('final'));
    await cockpit('final');

    await page.goto(`${server.url}/desk/results`);
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByTestId('games').waitFor();
        return page.getByTestId('games').getByRole('link').count();
      })
      .toBeGreaterThan(0);
    await look({ 'list of results': laptop });
    await lookAtNarrow('list of results', laptop);
    await page.getByTestId('games').getByRole('link').first().click();
    await page.getByTestId('report').waitFor();
    await look({ results: laptop });
    await lookAtNarrow('results', laptop);
    for (const { errors } of [laptop, phone, reader, screen]) expect(errors).toEqual([]);
  });
});

describe('the language of a page', () => {
  it.each([
    ['sw', 'en'],
    ['de-AT', 'de'],
    ['pt', 'pt-BR'],
    ['zh-TW', 'en'],
    ['sw, ja;q=0.5', 'ja'],
  ])('R31.2 of a browser that asks for "%s" is %s', async (header, language) => {
    const answer = await fetch(server.url, { headers: { 'accept-language': header } });
    expect(/<html[^>]* lang="([\w-]+)"/.exec(await answer.text())?.[1]).toBe(language);
  });

  it('R31.3 changes in the middle of a question in one step, and nothing else does', async () => {
    const room = await openSocketRoom(server.url, ['Host'], { scoring: 'flat' });
    const [host] = room.players as [TestClient];
    await bringQuestions(server.url, room, 2, LIMIT_S);
    const phone = await openTab(browser, 'phone', 'en-US');
    const { page } = phone;
    await takeSeat(phone, room.pin, 'Ann');
    await host.do('startGame', {});
    for (const index of [0, 1]) {
      await host.do('skipPhase', {});
      await host.until(() => host.all('startQuizTime').length > index);
      const { choiceList } = host.all('startQuizTime')[index]!;
      const { order } = choiceList.find(({ content }) => content === RIGHT)!;
      // Not those of the question before, which a key would still mean.
      const zones = page.locator('html[data-phase=question] [data-testid=zone-text]');
      await zones.nth(1).waitFor({ state: 'attached' });
      await page.keyboard.press(String(order));
      await page.locator(`[data-zone="${order}"].standing`).waitFor({ state: 'attached' });
      if (index === 1) break;
      await closeQuestion(host);
      await page.getByTestId('own-mark').waitFor();
    }
    await page.getByTestId('menu').tap();
    await page.getByTestId('leave').waitFor();

    const state = () =>
      page.evaluate(`[
        document.querySelector('[data-testid=own-rank] .number:last-child').textContent.replace(/\\D/g, ''),
        document.querySelector('.standing').dataset.zone,
        document.querySelector('[data-testid=room-pin] .digits').textContent,
        document.querySelector('[data-testid=player-count]').textContent.replace(/\\D/g, ''),
      ]`);
    const before = (await state()) as string[];
    expect(Number(before[0])).toBeGreaterThan(0);
    // Words of either part, whenever something changes on the page.
    await page.evaluate(`{
      const textOf = (id) => document.querySelector('[data-testid=' + id + ']').closest('label, button').innerText;
      window.steps = [];
      const note = () => steps.push([document.documentElement.lang, textOf('leave'), textOf('no-walk')].join('|'));
      note();
      new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    }`);
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    // Words of one part come long after those of the other.
    const isPlayerThere = page.waitForResponse(/-de-player\.js$/);
    await page.route(/-de-game\.js$/, async (route) => {
      await (await isPlayerThere).finished();
      await route.continue();
    });
    await chooseLanguage(page, 'de');
    const steps = new Set(await page.evaluate<string[]>('steps'));
    expect([...steps].map((step) => step.split('|')[0])).toEqual(['en', 'de']);
    expect(await page.getByTestId('leave').innerText()).toBe('Verlassen');
    expect(await state()).toEqual(before);
    expect(sockets).toEqual([]);
    expect(phone.errors).toEqual([]);
    room.close();
  });
});
