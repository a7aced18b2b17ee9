import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standIn } from '../support/arena.js';
import { violations } from '../support/axe.js';
import {
  boxOf,
  closeAllTabs,
  openTab,
  podiumStands,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import type { TestClient } from '../support/client.js';
import { layoutFaults } from '../support/layout.js';
import {
  answerQuestion,
  bringQuestions,
  bringWritten,
  closeQuestion,
  openSocketRoom,
  type SocketRoom,
} from '../support/socket-room.js';

/** A projector of a classroom. */
const SMALL = { width: 1280, height: 720 };
const LONG_S = 120;
const TWO_LINES = 'Which of these many planets that go around our sun is by far the largest?';
const LONG_CHOICES = [
  'The planet that has the great red spot on its southern half',
  'The one with the rings that are seen from far away',
  'The cold one at the edge, which nobody has visited yet',
  'The one on which all of us are playing this game now',
];

const WRITTEN = { questionOrder: 'written', choiceOrder: 'written' } as const;

let server: Child & { url: string };
let browser: Browser;
const rooms: SocketRoom[] = [];

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '300',
    GET_READY_MS: '300',
    // Then the host goes on.
    REVEAL_MS: '600',
  });
  browser = await workerBrowser();
});

afterAll(async () => {
  for (const room of rooms) room.close();
  await closeAllTabs(browser);
  await server.stop();
});

async function open(
  ...args: Parameters<typeof openSocketRoom> extends [string, ...infer Rest] ? Rest : never
) {
  const room = await openSocketRoom(server.url, ...args);
  rooms.push(room);
  return room;
}

async function openPages(pin: string, locale: 'ko-KR' | 'en-US' = 'en-US') {
  const screen = await openTab(browser, 'projector', locale);
  await screen.page.setViewportSize(SMALL);
  const phone = await openTab(browser, 'phone', locale);
  for (const { page } of [screen, phone]) await page.emulateMedia({ reducedMotion: 'reduce' });
  await screen.page.goto(`${server.url}/screen/${pin}`);
  await screen.page.getByTestId('screen-pin').waitFor();
  await phone.page.goto(`${server.url}/join/${pin}`);
  await phone.page.getByTestId('join-name').fill('Mina');
  await phone.page.getByTestId('join-submit').tap();
  await phone.page.getByTestId('arena').waitFor();
  return { screen, phone };
}

const inPhase = ({ page }: Tab, phase: string) =>
  page.locator(`html[data-phase=${phase}]`).waitFor();

async function close(tabs: readonly Tab[]): Promise<void> {
  for (const { page, errors } of tabs) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
}

/** Begins a game, and waits for the choices of its first question. */
async function begin(host: TestClient, tabs: readonly Tab[]): Promise<void> {
  await host.do('startGame', {});
  for (const { page } of tabs) await page.getByTestId('zone-text').first().waitFor();
}

/** How far the ink of the question goes below the edge of the box that cuts it, in px. */
const cutBelow = (page: Page) =>
  page.evaluate<number>(`new Promise((done) => requestAnimationFrame(() => done((() => {
    const words = document.querySelector('[data-testid=question]');
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(words);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = fontWeight + ' ' + fontSize + ' ' + fontFamily;
    const { actualBoundingBoxDescent, fontBoundingBoxDescent } = pen.measureText('gjpqy');
    const range = document.createRange();
    range.selectNodeContents(words);
    const line = [...range.getClientRects()].at(-1);
    const edge = words.closest('.space').getBoundingClientRect().bottom;
    return line.bottom - fontBoundingBoxDescent + actualBoundingBoxDescent - edge;
  })())))`);

/** Counts how often the label of a choice is given a size from now on. */
const FITS_COUNTED = `{
  globalThis.fits = 0;
  new MutationObserver((changes) => (fits += changes.length)).observe(
    document.querySelector('[data-testid=zones]'),
    { subtree: true, attributes: true, attributeFilter: ['style'] },
  );
}`;

const fontSize = (page: Page, selector: string) =>
  page.evaluate<number>(
    `parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`,
  );

/** As in a browser that lets no page be heard before a click; what these tests evaluate would count as one. */
const SILENT = `{
  let isTouched = false;
  let isResumed = false;
  addEventListener('pointerdown', () => (isTouched = true), true);
  const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state');
  Object.defineProperty(BaseAudioContext.prototype, 'state', {
    get() { return isResumed ? get.call(this) : 'suspended'; },
  });
  const { resume } = AudioContext.prototype;
  AudioContext.prototype.resume = async function () {
    if (!isTouched) return new Promise(() => undefined);
    isResumed = true;
    await resume.call(this);
    this.dispatchEvent(new Event('statechange'));
  };
}`;

const bottomOf = async (shown: Locator) => {
  const { y, height } = await boxOf(shown);
  return y + height;
};

describe('the pages of a hall while a question and its reveal are shown', () => {
  it('leave the tabs of a phone and the whole of a question to be read, with teams and a host who goes on', async () => {
    const names = ['Host', ...Array.from({ length: 7 }, (_, n) => `Player ${n}`)];
    const room = await open(names, { teams: 'dealt', pacing: 'host', ...WRITTEN });
    const [host] = room.players;
    await bringWritten(server.url, room, [
      { quiz: TWO_LINES, choices: LONG_CHOICES, answer: LONG_CHOICES[0]!, limitTime: LONG_S },
      { quiz: 'Next?', choices: ['right', 'left'], answer: 'right', limitTime: LONG_S },
    ]);
    const { screen, phone } = await openPages(room.pin);
    await begin(host!, [screen, phone]);
    for (const [n, player] of room.players.entries())
      await player.do('updatePosition', { newPosition: standIn(1 + (n % 4), 4) });
    await screen.page.getByTestId('head-count').first().filter({ hasText: /[1-9]/ }).waitFor();
    await screen.shoot('hall-question-projector');

    // A count beside a label is no reason to fit the label anew, which lays out the page a dozen times.
    await screen.page.evaluate(FITS_COUNTED);
    const counts = await screen.page.getByTestId('head-count').allTextContents();
    await room.players[1]!.do('updatePosition', { newPosition: standIn(1, 4) });
    await expect
      .poll(() => screen.page.getByTestId('head-count').allTextContents())
      .not.toEqual(counts);
    expect(await screen.page.evaluate('fits')).toBe(0);

    // The last line of a question has its whole letters, however many words it has.
    const words = TWO_LINES.split(' ');
    for (let count = 4; count <= words.length; count++) {
      const text = words.slice(0, count).join(' ');
      await screen.page.evaluate(
        `document.querySelector('[data-testid=question]').firstChild.data = ${JSON.stringify(text)}`,
      );
      expect.soft(await cutBelow(screen.page), text).toBeLessThanOrEqual(0);
    }
    // A label may use the whole of its zone; the head count has only a corner.
    const zone = screen.page.getByTestId('zone').first();
    const space = await boxOf(zone.locator('.plate-space'));
    expect.soft(space.width).toBeGreaterThan((await boxOf(zone)).width - 20);
    expect.soft(await layoutFaults(screen.page, [SMALL])).toEqual([]);

    await closeQuestion(host!);
    for (const tab of [screen, phone]) await inPhase(tab, 'reveal');
    const strip = phone.page.getByTestId('team-ranking');
    await strip.waitFor();
    await phone.shoot('hall-teams-phone');
    await screen.shoot('hall-reveal-projector');
    const tabs = await boxOf(phone.page.getByTestId('open-people'));
    expect.soft(await bottomOf(strip)).toBeLessThanOrEqual(tabs.y);
    expect
      .soft(await bottomOf(phone.page.getByTestId('arena')))
      .toBeLessThanOrEqual((await boxOf(strip)).y);
    // The host talks about the answer: nobody is told that they wait.
    for (const { page } of [screen, phone]) {
      await page.getByTestId('timer').waitFor({ state: 'detached' });
      expect.soft(await page.locator('body').innerText()).not.toContain('Waiting for the host');
    }
    await close([screen, phone]);
  });

  it('R23 writes the choices of a big room as large as in a hall', async () => {
    const sizes: number[] = [];
    for (const maxPlayerCount of [200, 600]) {
      const room = await open(['Host', 'One'], { maxPlayerCount, scoring: 'shared' });
      await bringWritten(server.url, room, [
        {
          quiz: 'Which planet has the shortest day?',
          choices: ['Mercury', 'Venus', 'Jupiter', 'Mars'],
          answer: 'Jupiter',
          limitTime: LONG_S,
        },
      ]);
      const { screen, phone } = await openPages(room.pin);
      await phone.page.setViewportSize({ width: 360, height: 640 });
      await begin(room.players[0]!, [phone]);
      // They are counted in a big room.
      if (maxPlayerCount > 500) await phone.page.getByTestId('head-count').first().waitFor();
      await phone.shoot(`hall-choices-${maxPlayerCount}-phone`);
      sizes.push(await fontSize(phone.page, '.plate'));
      await close([screen, phone]);
    }
    expect(sizes[1]).toBe(sizes[0]);
  });

  it('R6.6 shows the results of teams and of who tie on a small projector, names first', async () => {
    const names = ['Host', ...Array.from({ length: 15 }, (_, n) => `김수한무거북이 ${n}`)];
    const room = await open(names, { teams: 'dealt', pacing: 'host', ...WRITTEN });
    const [host] = room.players;
    await host!.do('updateTeams', { names: ['빨강', '파랑', '초록', '노랑'] });
    await host!.do('updateScreen', { showChat: true });
    await bringQuestions(server.url, room, 1, LONG_S);
    const { screen, phone } = await openPages(room.pin, 'ko-KR');
    await begin(host!, [screen, phone]);
    await answerQuestion(room.players, 0, room.players);
    await closeQuestion(host!);
    await inPhase(screen, 'reveal');
    await host!.do('endGame', { version: host!.last('phase')!.version });
    await screen.page.getByTestId('podium').getByTestId('team-ranking').waitFor();
    await podiumStands(screen.page);
    await screen.shoot('hall-results-projector');
    for (const size of [SMALL, { width: 1366, height: 768 }, { width: 1920, height: 1080 }]) {
      expect.soft(await layoutFaults(screen.page, [size])).toEqual([]);
      await screen.page.setViewportSize(size);
      await screen.page.evaluate('new Promise(requestAnimationFrame)');
      for (const block of await screen.page.locator('.block').all())
        expect.soft(await bottomOf(block), size.width.toString()).toBeLessThanOrEqual(size.height);
      // A name has its place before the reason why it stands there.
      const shortened = await screen.page.evaluate<string[]>(`
        [...document.querySelectorAll('[data-testid=listed] .name')]
          .filter((name) => name.clientWidth < Math.min(name.scrollWidth, 100))
          .map((name) => name.innerText + ' in ' + name.clientWidth)`);
      expect.soft(shortened).toEqual([]);
    }
    expect.soft(await screen.page.getByTestId('listed').count()).toBeGreaterThan(0);
    // What is said is for the pages of players, and a file for the host's.
    expect.soft(await screen.page.getByTestId('screen-chat').count()).toBe(0);
    expect.soft(await screen.page.getByRole('button', { name: '시상대' }).count()).toBe(0);
    await close([screen, phone]);
  });

  it('R20.1 ask for sound with a large button before the game alone, and take no place from it', async () => {
    const room = await open(['Host', 'One', 'Two'], { pacing: 'host' });
    const [host] = room.players;
    await bringQuestions(server.url, room, 2, LONG_S);
    const screen = await openTab(browser, 'projector', 'en-US');
    await screen.page.addInitScript(SILENT);
    await screen.page.setViewportSize(SMALL);
    await screen.page.goto(`${server.url}/screen/${room.pin}`);
    const button = screen.page.getByTestId('sound-on');
    await button.waitFor();
    const large = await boxOf(button);
    expect(large.width).toBeGreaterThan(SMALL.width / 8);
    await host!.do('startGame', {});
    await screen.page.getByTestId('zone-text').first().waitFor();
    const isClear = async () => {
      const { x, y, width, height } = await boxOf(button);
      expect.soft(width).toBeLessThan(SMALL.width / 20);
      // In the corner of the PIN, beside its digits.
      const pin = await boxOf(screen.page.getByTestId('screen-pin'));
      expect.soft(x).toBeGreaterThanOrEqual(pin.x + pin.width);
      expect.soft(y + height).toBeLessThanOrEqual(SMALL.height);
      expect.soft(y).toBeGreaterThan(SMALL.height / 2);
    };
    await isClear();
    await screen.shoot('hall-silent-question');
    await closeQuestion(host!);
    await inPhase(screen, 'reveal');
    await isClear();

    // The panel goes by itself when something else comes, and by a click beside it.
    await button.click();
    const panel = screen.page.getByTestId('screen-sound').locator('.panel');
    const openPanel = async () => {
      await screen.page.getByTestId('sound-panel').click();
      await panel.waitFor();
    };
    await openPanel();
    await screen.shoot('hall-sound-panel');
    await screen.page.getByTestId('arena').click();
    await panel.waitFor({ state: 'detached' });
    await openPanel();
    await host!.do('nextPhase', { version: host!.last('phase')!.version });
    await inPhase(screen, 'question');
    await panel.waitFor({ state: 'detached' });
    await openPanel();
    // Or after ten seconds in which nobody touches it.
    await panel.waitFor({ state: 'detached' });
    await close([screen]);
  });

  it.each([
    ['ko-KR', '큰 화면에서 소리가 안 나요. 큰 화면을 한 번 눌러 주세요'],
    ['en-US', 'The big screen is silent: click on it once'],
  ] as const)(
    'R11.1, R20.1 tells the host in the cockpit of a silent projector until somebody clicks on it, in %s',
    async (locale, told) => {
      const room = await open(['Host', 'One']);
      const { secret } = await room.players[0]!.do('createHostLink', {});
      const laptop = await openTab(browser, 'desktop', locale);
      await laptop.page.goto(`${server.url}/host/${room.pin}#${secret}`);
      await laptop.page.getByTestId('hall-here').waitFor();
      const silent = laptop.page.getByTestId('hall-silent');
      const screens: Tab[] = [];
      for (let n = 0; n < 2; n++) {
        const screen = await openTab(browser, 'projector', locale);
        await screen.page.addInitScript(SILENT);
        await screen.page.goto(`${server.url}/screen/${room.pin}`);
        await screen.page.getByTestId('sound-on').waitFor();
        screens.push(screen);
      }
      await silent.filter({ hasText: told }).waitFor();
      await laptop.shoot(`cockpit-silent-screen-${locale}`);
      expect(await violations(laptop.page)).toEqual([]);
      for (const { width, height } of [
        { width: 1366, height: 768 },
        { width: 360, height: 740 },
      ])
        expect(await layoutFaults(laptop.page, [{ width, height }])).toEqual([]);
      // One that is closed counts no more, and one that was clicked is heard.
      const [first, second] = screens;
      await first!.page.context().close();
      await second!.page.getByTestId('sound-on').click();
      await silent.waitFor({ state: 'detached' });
      await close([laptop, second!]);
    },
  );

  it('R7 counts the living of a game of survival in the largest figure of the column', async () => {
    const names = ['Host', ...Array.from({ length: 7 }, (_, n) => `Player ${n}`)];
    const room = await open(names, { gameMode: 'SURVIVAL', lives: 1, pacing: 'host' });
    const [host] = room.players;
    await bringQuestions(server.url, room, 3, LONG_S);
    const { screen, phone } = await openPages(room.pin);
    await begin(host!, [screen, phone]);
    const living = screen.page.getByTestId('screen-living');
    await living.filter({ hasText: /9\s*of 9 alive/ }).waitFor();
    expect(await screen.page.getByTestId('screen-ranking').count()).toBe(0);
    await answerQuestion(room.players, 0, room.players.slice(0, 3));
    await closeQuestion(host!);
    await living.filter({ hasText: /3|4/ }).waitFor();
    await living.filter({ hasText: /[56] fallen/ }).waitFor();
    const size = await fontSize(screen.page, '[data-testid=screen-living] b');
    expect(size).toBeGreaterThan(SMALL.height / 8);
    await screen.shoot('hall-living-projector');
    expect(await layoutFaults(screen.page, [SMALL])).toEqual([]);
    expect(await violations(screen.page)).toEqual([]);
    await close([screen, phone]);
  });
});
