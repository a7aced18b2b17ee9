/** The walk of `accessible.test.ts` through an evening: axe and the fit of every item, and of what hosts do with them. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { standIn } from '../support/arena.js';
import { violations } from '../support/axe.js';
import {
  closeAllTabs,
  launchBrowser,
  openTab,
  SIZES,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { bringEvening, openAsHostOnly, pressKey, stageAt } from '../support/cockpit.js';
import { layoutFaults, PHONES, PROJECTORS } from '../support/layout.js';

const GUESTS = 12;
/** CSS pixels; twice what browsers have. */
const LARGE_TEXT = 32;
const RIGHT = 'right';
const LONG = '우리 동네 송년 퀴즈 잔치에 오신 여러분을 진심으로 환영해요, 편히 앉으세요';
const LINES = [
  'The doors close when the first question begins.',
  'Walk to the answer that you believe in, and stay there until the bell.',
  'Whoever answers early gets more points.',
  '',
  'Have fun!',
].join('\n');

const EVENING = [
  { kind: 'slide', title: LONG, text: LINES, startsAt: '19:30', seconds: 600 },
  { kind: 'slide', title: 'Welcome' },
  { kind: 'slide', text: '가나다라마 바사아자 차카타파하, '.repeat(16).trim() },
  { kind: 'break', message: `${LONG}. ${LONG}`, minutes: 20 },
  { kind: 'draw', title: LONG, among: 'everybody', winners: 10 },
  { kind: 'draw', title: 'A book', among: 'everybody', winners: 1 },
  { kind: 'standings' },
  { kind: 'round', name: 'Round 1' },
  { quiz: 'Is it?', choices: [RIGHT, 'wrong'], answer: 1, limitTime: 3 },
  { kind: 'standings' },
  { kind: 'round', name: 'Round 2' },
  { quiz: 'Was it?', choices: [RIGHT, 'wrong'], answer: 1, limitTime: 3 },
];

let server: Child & { url: string };
const browsers: Browser[] = [];
/** Korean on a phone and on the projector, English in the cockpit and on a phone with large text. */
let player: Tab;
let reader: Tab;
let cockpit: Tab;
let projector: Tab;
const guests: TestClient[] = [];

/** The name of whoever holds the Korean phone. */
const PLAYER = '민지';

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '3600000',
    GET_READY_MS: '300',
    SHOW: 'on',
    REVEAL_MS: '3600000',
  });
  const browser = await workerBrowser();
  const large = await launchBrowser([`--blink-settings=defaultFontSize=${LARGE_TEXT}`]);
  browsers.push(browser, large);
  cockpit = await openTab(browser, 'desktop', 'en-US');
  player = await openTab(browser, 'phone', 'ko-KR');
  reader = await openTab(large, 'phone', 'en-US');
  projector = await openTab(browser, 'projector', 'ko-KR');
  // A page that is half faded in has half its contrast.
  for (const { page } of everybody()) await page.emulateMedia({ reducedMotion: 'reduce' });
});

afterAll(async () => {
  for (const guest of guests) guest.close();
  await closeAllTabs(browsers[0]!);
  await browsers[1]!.close();
  await server.stop();
});

const everybody = (): Tab[] => [cockpit, player, reader, projector];
const press = (): Promise<void> => pressKey(cockpit.page, 'Space');
const allAt = (kind: string): Promise<unknown> =>
  Promise.all(
    everybody().map(({ page }) =>
      page.locator(`[data-testid=item][data-kind=${kind}]`).first().waitFor(),
    ),
  );
const allRead = (testId: string, text: string): Promise<unknown> =>
  Promise.all(
    everybody().map(({ page }) =>
      page.getByTestId(testId).filter({ hasText: text }).first().waitFor(),
    ),
  );

let found: string[] = [];
beforeEach(() => (found = []));

const sizesOf = (tab: Tab) => {
  if (tab === projector) return PROJECTORS;
  return tab === cockpit ? [SIZES.desktop.viewport] : PHONES;
};

/** Pictures of what everybody sees, with `SCREENS=1`. */
const shoot = (name: string): Promise<unknown> =>
  Promise.all(
    Object.entries({ cockpit, player, reader, projector }).map(([who, tab]) =>
      tab.shoot(`item-${name}-${who}`),
    ),
  );

/** Notes what axe finds wrong with pages as they are now, and what does not fit. */
async function look(...tabs: Tab[]): Promise<void> {
  const noted = tabs.map(async (tab) => {
    const { page } = tab;
    // Axe would find the same in both phones.
    const wrong = tab === reader ? [] : await violations(page);
    const faults = [...wrong, ...(await layoutFaults(page, sizesOf(tab)))];
    const place = `${new URL(page.url()).pathname}${tab === reader ? ' in large text' : ''}`;
    found.push(...faults.map((fault) => `${place}: ${fault}`));
  });
  await Promise.all(noted);
}

/** Each test goes on where the one before has ended. */
describe('nothing is wrong', () => {
  it('with slides and breaks', async () => {
    const { page } = cockpit;
    const pin = await openAsHostOnly(page, server.url, { teams: 'dealt' });
    await projector.page.goto(`${server.url}/screen/${pin}`);
    await projector.page.getByTestId('screen').waitFor();
    for (const tab of [player, reader]) {
      await tab.page.goto(`${server.url}/join/${pin}`);
      await tab.page.getByTestId('join-name').fill(tab === player ? PLAYER : 'Reader');
      await tab.page.getByTestId('join-submit').tap();
      await tab.page.getByTestId('arena').waitFor();
    }
    for (let n = 0; n < GUESTS; n++) {
      const guest = TestClient.withToken(server.url);
      guest.socket.on('startQuizTime', ({ choiceList }) => {
        const { order } = choiceList.find(({ content }) => content === RIGHT)!;
        guest.tell('updatePosition', { newPosition: standIn(order, choiceList.length) });
      });
      await guest.do('joinRoom', { gameId: pin, playerName: `Somebody Longname ${n}` });
      guests.push(guest);
    }
    await bringEvening(page, EVENING);
    await look(cockpit);
    await press();
    await allAt('slide');
    await look(...everybody());
    await shoot('slide-long');
    await press();
    await allRead('item-title', 'Welcome');
    await look(...everybody());
    await shoot('slide-title');
    await press();
    await allRead('item-text', '가나다라');
    await look(...everybody());
    await shoot('slide-text');
    await press();
    await allAt('break');
    await look(...everybody());
    await shoot('break');
    expect(found).toEqual([]);
  });

  it('with draws and their winners', async () => {
    // A break ends at the second press.
    await press();
    await press();
    await allAt('draw');
    await look(...everybody());
    await shoot('draw');
    await press();
    await Promise.all(
      everybody().map(({ page }) => page.getByTestId('draw-course').first().waitFor()),
    );
    // It stands while everybody looks.
    await pressKey(cockpit.page, 'p');
    await Promise.all(
      everybody().map(({ page }) => page.getByTestId('draw-course').first().waitFor()),
    );
    await look(...everybody());
    await shoot('draw-falls');
    await pressKey(cockpit.page, 'p');
    await Promise.all(
      everybody().map(({ page }) => page.getByTestId('draw-over').first().waitFor()),
    );
    await look(...everybody());
    await shoot('draw-ten');
    await player.page.locator('details summary').first().click();
    // Its numbers have no words.
    expect(await violations(player.page)).toEqual([]);
    await player.page.locator('details summary').first().click();
    await press();
    await allRead('item-title', 'A book');
    await press();
    await press();
    await Promise.all(
      everybody().map(({ page }) => page.getByTestId('draw-over').first().waitFor()),
    );
    await look(...everybody());
    await shoot('draw-one');
    expect(found).toEqual([]);
  });

  it('with standings, before and after a round', async () => {
    await press();
    await allAt('standings');
    await look(...everybody());
    await shoot('standings-none');
    // Into the round takes two presses within 2 s.
    await pressKey(cockpit.page, 's');
    await stageAt(cockpit.page, 'countdown');
    await press();
    await stageAt(cockpit.page, 'reveal');
    // Before that, Next only cuts what is shown.
    await projector.page.locator('html[data-scene=rest]').waitFor();
    await press();
    await allAt('standings');
    await projector.page.getByTestId('item-standings').waitFor();
    await look(...everybody());
    await shoot('standings');
    expect(found).toEqual([]);
  });

  it('with what a host adds, and gives', async () => {
    const { page } = cockpit;
    await page.getByTestId('tab-room').click();
    await page.getByTestId('programme-add').click();
    for (const kind of ['slide', 'round', 'break', 'draw', 'standings']) {
      await page.getByTestId('add-kind').selectOption(kind);
      await look(cockpit);
    }
    await page.getByTestId('give-team').click();
    await page.getByTestId('give-points').waitFor();
    await look(cockpit);
    await page.keyboard.press('Escape');
    await page.getByTestId('give-points').waitFor({ state: 'detached' });
    await page.getByTestId('tab-people').click();
    // The ranking may have them anywhere.
    const row = page.getByTestId('person').filter({ hasText: PLAYER });
    await row.getByTestId('person-actions').click();
    await page.getByTestId('give-player').click();
    await page.getByTestId('give-points').waitFor();
    await look(cockpit);
    await page.getByTestId('give-reason').fill('The best song of the evening, by far');
    // Other phones are not told in words. These are told for some seconds only.
    const told = [player, projector].map(({ page: one }) =>
      one.getByTestId('toasts').filter({ hasText: '+100' }).waitFor(),
    );
    await page.getByTestId('give-yes').click();
    await Promise.all(told);
    await page.getByTestId('give-points').waitFor({ state: 'detached' });
    await look(player, projector);
    expect(found).toEqual([]);
    for (const { errors } of everybody()) expect(errors).toEqual([]);
  });
});
