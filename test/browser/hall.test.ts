import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevealPayload } from '../../src/protocol/index.js';
import {
  boxOf,
  closeAllTabs,
  drawSeldom,
  openTab,
  podiumStands,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runBuilt, runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';

const SWARM = 197;
const RIGHT = 'right';
/**
 * What a host brings: three questions, each with one recognisable right choice. The host stops the clock
 * of each; in survival the time of the last one runs out.
 */
const QUIZ_FILE = [
  'question,answer,choice1,choice2,choice3,choice4,seconds',
  'Which of these four is right?,right,right,left,up,down,15',
  'And which one now?,right,left,right,up,,15',
  'One last time?,right,right,wrong,,,8',
].join('\n');
/** Others than the keyboard's player who are right, at least: survival with a single one left ends. */
const OTHERS_RIGHT = { SURVIVAL: [20, 2, 0], RANKING: [0, 0, 0] };
/** A machine that does something else besides takes minutes; on a quiet one a game is half of one. */
const GAME_MS = 800_000;

let server: Child & { url: string };
let browser: Browser;
let hall: Hall;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '500',
    GET_READY_MS: '500',
    // It ends when the host skips it, which is when everybody has seen it.
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
  hall = await fillHall();
}, GAME_MS);

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
  hall.watcher.close();
  await hall.swarm.stop();
});

interface Hall {
  host: Tab;
  phone: Tab;
  keyboard: Tab;
  projector: Tab;
  /** Hears where the server puts everybody. */
  watcher: TestClient;
  swarm: Child;
  tabs: Tab[];
}

/** From the home page to a lobby of 200: a host, two players in real pages, a projector, a swarm. */
async function fillHall(): Promise<Hall> {
  const host = await openTab(browser, 'desktop', 'en-US');
  const phone = await openTab(browser, 'phone', 'ko-KR');
  const keyboard = await openTab(browser, 'desktop', 'en-US');
  const projector = await openTab(browser, 'projector', 'ko-KR');
  const tabs = [host, phone, keyboard, projector];
  await Promise.all(tabs.map(({ page }) => drawSeldom(page)));
  await host.page.goto(server.url);
  await host.page.getByTestId('open-create').click();
  await host.page.getByTestId('create-title').fill('Friday night in the yard');
  await host.page.getByTestId('create-name').fill('Dana');
  await host.page.locator('input[value=SURVIVAL]').check();
  await host.shoot('home');
  await host.page.getByTestId('create-submit').click();
  await host.page.getByTestId('arena').waitFor();
  const pin =
    /\d{6}/.exec((await host.page.getByTestId('room-pin').textContent()) ?? '')?.[0] ?? '';
  await host.page.getByTestId('open-host').click();
  await host.page.getByTestId('quiz-file').setInputFiles({
    name: `Yard quiz ${'x'.repeat(60)}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(QUIZ_FILE),
  });
  await host.page.getByText('Yard quiz').first().waitFor();

  await phone.page.goto(`${server.url}/join/${pin}`);
  await phone.page.getByTestId('join-name').fill('민지');
  await phone.page.getByTestId('join-submit').tap();
  await phone.page.getByTestId('arena').waitFor();

  // Phone and projector glide; a machine of two cores draws two pages less smoothly at less cost.
  for (const { page } of [host, keyboard]) await page.emulateMedia({ reducedMotion: 'reduce' });
  await keyboard.page.goto(server.url);
  await keyboard.page.getByTestId('pin').fill(pin);
  await keyboard.page.getByTestId('join-name').fill('Keys');
  await keyboard.page.keyboard.press('Enter');
  await keyboard.page.getByTestId('arena').waitFor();

  await projector.page.goto(`${server.url}/screen/${pin}`);
  await projector.page.getByTestId('screen').waitFor();

  const watcher = TestClient.withToken(server.url, { role: 'screen' });
  await watcher.do('joinRoom', { gameId: pin });

  const swarm = runBuilt('load-test/swarm/main.js', [
    `--target=${server.url}`,
    `--pin=${pin}`,
    `--players=${SWARM}`,
    '--answer',
    '--names',
    '--join-seconds=2',
    '--rate=0.05',
    '--seconds=1300',
  ]);
  await projector.page
    .getByTestId('player-count')
    .filter({ hasText: new RegExp(`^\\D*${SWARM + 3} /`) })
    .waitFor();
  return { host, phone, keyboard, projector, watcher, swarm, tabs };
}

async function phaseIs({ page }: Tab, phase: string): Promise<void> {
  await page.locator(`html[data-phase=${phase}]`).waitFor();
}

/** The number of the zone whose text says so, once the choices are there. */
async function zoneOf({ page }: Tab, isWanted: (text: string) => boolean): Promise<number> {
  await page.getByTestId('zone-text').first().waitFor();
  const texts = await page.getByTestId('zone-text').allTextContents();
  return texts.findIndex((text) => isWanted(text)) + 1;
}

/** Taps into the zone, low enough not to hit its label. */
async function tapZone({ page }: Tab, zone: number): Promise<void> {
  const box = await boxOf(page.getByTestId('zone').nth(zone - 1));
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * 0.85);
}

/** The living whom the server has put into the zone, as far as it has told of them. */
async function standers({ page }: Tab, zone: number, watcher: TestClient): Promise<Set<string>> {
  const box = await boxOf(page.getByTestId('zone').nth(zone - 1));
  const arena = await boxOf(page.getByTestId('arena'));
  const updates = watcher.all('updatePosition').flatMap((told) => told.updates);
  const places = new Map(updates.map((update) => [update.playerId, update.playerPosition]));
  const begun = watcher.heard.findLastIndex(({ event }) => event === 'startGame');
  for (const { event, payload } of watcher.heard.slice(begun))
    if (event === 'endQuizTime')
      for (const { playerId, isAlive } of (payload as RevealPayload).players)
        if (!isAlive) places.delete(playerId);
  const isIn = ([x, y]: [number, number]): boolean => {
    const left = arena.x + x * arena.width - box.x;
    const top = arena.y + y * arena.height - box.y;
    return left >= 0 && left < box.width && top >= 0 && top < box.height;
  };
  return new Set([...places].filter(([, place]) => isIn(place)).map(([id]) => id));
}

/** Waits until a player stands in the zone, on the own page and for the server. */
async function standsIn(tab: Tab, zone: number, name: string, watcher: TestClient) {
  await tab.page.locator(`[data-testid=zone][data-zone="${zone}"].standing`).waitFor();
  const players = watcher.all('joinRoom').flatMap((roster) => roster.players);
  const { playerId } = players.find(({ playerName }) => playerName === name)!;
  await expect.poll(async () => (await standers(tab, zone, watcher)).has(playerId)).toBe(true);
}

/**
 * Stops the clock of a question once its choices are there, or where a skip would judge it (R4.7): the
 * phase waits for whoever is slow.
 */
async function pause({ page }: Tab, runsOut: boolean): Promise<void> {
  if (runsOut) await page.getByTestId('zone-text').first().waitFor();
  else await page.locator('[data-testid=skip][data-skips=close]').waitFor();
  await page.getByTestId('pause').click();
  await page.getByTestId('resume').waitFor();
}

const isRight = (text: string): boolean => text.includes(RIGHT);
const isWrong = (text: string): boolean => !text.includes(RIGHT);

describe('a hall of 200 in real pages', () => {
  /** Plays the three questions; answers the errors that any page met. */
  async function play(mode: 'SURVIVAL' | 'RANKING'): Promise<string[]> {
    const { host, phone, keyboard, projector, watcher, tabs } = hall;
    await projector.shoot(`${mode}-lobby-projector`);
    await phone.shoot(`${mode}-lobby-phone`);
    await host.shoot(`${mode}-lobby-host`);
    await host.page.getByTestId('start').click();

    for (let question = 0; question < 3; question++) {
      await Promise.all(tabs.map((tab) => phaseIs(tab, 'question')));
      const runsOut = mode === 'SURVIVAL' && question === 2;
      await pause(host, runsOut);
      // The phone is wrong once, in the second question; the keyboard player is always right.
      const tapped = await zoneOf(phone, question === 1 ? isWrong : isRight);
      const pressed = await zoneOf(keyboard, isRight);
      await tapZone(phone, tapped);
      await keyboard.page.keyboard.press(String(pressed));
      // A ghost is not among those whom a projector sees walk (R7.4).
      if (mode === 'RANKING' || question < 2) await standsIn(phone, tapped, '민지', watcher);
      await standsIn(keyboard, pressed, 'Keys', watcher);
      const others = async () => (await standers(keyboard, pressed, watcher)).size - 1;
      await expect.poll(others).toBeGreaterThanOrEqual(OTHERS_RIGHT[mode][question]!);
      if (question === 0) {
        await projector.shoot(`${mode}-question-projector`);
        await phone.shoot(`${mode}-question-phone`);
      }
      await host.page.getByTestId(runsOut ? 'resume' : 'skip').click();
      await Promise.all(tabs.map((tab) => phaseIs(tab, 'reveal')));
      const marks =
        mode === 'RANKING' ? ['right', 'wrong', 'right'] : ['right', 'eliminated', 'ghost'];
      await phone.page.locator(`[data-testid=own-mark].${marks[question]}`).waitFor();
      await keyboard.page.locator('[data-testid=own-mark].right').waitFor();
      if (question === 0) {
        await phone.shoot(`${mode}-reveal-phone`);
        await projector.shoot(`${mode}-reveal-projector`);
      }
      if (question === 1) await phone.shoot(`${mode}-wrong-phone`);
      await host.page.getByTestId('skip').click();
    }

    await Promise.all(tabs.map(({ page }) => page.getByTestId('podium').waitFor()));
    // The winners step up one after the other; the picture is of all three.
    for (const { page } of [phone, projector]) await podiumStands(page);
    await phone.shoot(`${mode}-podium-phone`);
    await projector.shoot(`${mode}-podium-projector`);
    // Who was right in every question leads, in survival with those who were as well, whom time tells apart (R6.6).
    const own = mode === 'SURVIVAL' ? /\b3 points/ : /\b1\b/;
    await expect.poll(() => keyboard.page.getByTestId('final-rank').textContent()).toMatch(own);
    // Who was wrong once does not.
    expect(await phone.page.getByTestId('final-rank').textContent()).not.toMatch(/^\D*1\D*등/);
    return tabs.flatMap(({ errors }) => errors);
  }

  it(
    'plays a game of survival from the home page to the podium',
    async () => {
      expect(await play('SURVIVAL')).toEqual([]);
    },
    GAME_MS,
  );

  it(
    'plays a game of points after it, with everybody in it again',
    async () => {
      const { host, phone, keyboard } = hall;
      for (const { page } of [host, phone, keyboard])
        await page.getByTestId('back-to-lobby').click();
      await host.page.getByTestId('host-panel').locator('input[value=RANKING]').check();
      await host.page.getByTestId('toasts').locator('.good').waitFor();
      expect(await play('RANKING')).toEqual([]);
    },
    GAME_MS,
  );
});
