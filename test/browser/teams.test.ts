import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import {
  bringQuiz,
  closeAllTabs,
  openTab,
  podiumStands,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { answerQuestion, bringQuestions, openSocketRoom } from '../support/socket-room.js';
import { layoutFaults, PHONES, PROJECTORS } from '../support/layout.js';

const QUIZ_FILE = [
  'question,answer,choice1,choice2,seconds',
  'First?,right,right,left,120',
  'Second?,right,right,left,120',
].join('\n');

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

/** A room in which people choose their team, opened on a wide screen. */
async function openRoom({ page }: Tab): Promise<string> {
  await page.goto(server.url);
  await page.getByTestId('open-create').click();
  await page.getByTestId('create-name').fill('Host');
  await page.getByTestId('team-mode').selectOption('choice');
  await page.getByTestId('create-submit').click();
  await page.getByTestId('arena').waitFor();
  return /\d{6}/.exec((await page.getByTestId('room-pin').textContent()) ?? '')?.[0] ?? '';
}

async function join(pin: string, name: string, locale: 'ko-KR' | 'en-US'): Promise<Tab> {
  const tab = await openTab(browser, 'phone', locale);
  await tab.page.emulateMedia({ reducedMotion: 'reduce' });
  await tab.page.goto(`${server.url}/join/${pin}`);
  await tab.page.getByTestId('join-name').fill(name);
  await tab.page.getByTestId('join-submit').tap();
  await tab.page.getByTestId('team-door').waitFor();
  return tab;
}

/** Stands in the zone of the choice with this text. */
async function stand({ page }: Tab, text: string): Promise<void> {
  const texts = page.getByTestId('zone-text');
  await texts.first().waitFor();
  const zone = (await texts.allTextContents()).findIndex((one) => one.includes(text)) + 1;
  await page.keyboard.press(String(zone));
}

const violationsOf = ({ page }: Tab) => violations(page);
const phoneFaults = ({ page }: Tab) => layoutFaults(page, PHONES);
const screenFaults = ({ page }: Tab) => layoutFaults(page, PROJECTORS);
/** What is found on all of these pages. */
const all = async (tabs: Tab[], find: (tab: Tab) => Promise<string[]>): Promise<string[]> =>
  (await Promise.all(tabs.map(find))).flat();

const inPhase = ({ page }: Tab, phase: string) =>
  page.locator(`html[data-phase=${phase}]`).waitFor();
const doorOf = ({ page }: Tab) => page.getByTestId('choose-team');

describe('R13 teams in the page', () => {
  it('R13.1, R13.2, R13.4 are chosen at the door, shown to everybody, and ranked on the podium', async () => {
    const host = await openTab(browser, 'desktop', 'en-US');
    // What is half faded in has half its contrast.
    await host.page.emulateMedia({ reducedMotion: 'reduce' });
    const pin = await openRoom(host);
    await bringQuiz(host.page, QUIZ_FILE);
    await host.page.getByTestId('team-name').first().fill('청팀');
    await host.page.getByTestId('team-name').last().fill('백팀');
    await host.page.getByTestId('save-teams').click();
    await host.page.getByTestId('own-team').filter({ hasText: '청팀' }).waitFor();
    expect(await violations(host.page)).toEqual([]);
    await host.shoot('teams-host-desktop-en');

    const one = await join(pin, '하나', 'ko-KR');
    const two = await join(pin, 'Two', 'en-US');
    const screens = [
      await openTab(browser, 'projector', 'ko-KR'),
      await openTab(browser, 'projector', 'en-US'),
    ];
    for (const { page } of screens) {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${server.url}/screen/${pin}`);
      await page.getByTestId('screen-teams').waitFor();
    }
    // Both were put into a team already, and both go to the second one: one by finger, one by key.
    await doorOf(one).last().tap();
    await doorOf(one).last().and(one.page.locator('[aria-pressed=true]')).waitFor();
    await doorOf(two).last().focus();
    await two.page.keyboard.press('Enter');
    for (const tab of [one, two]) await doorOf(tab).last().filter({ hasText: '2' }).waitFor();
    expect(await all([one, two], violationsOf)).toEqual([]);
    expect(await all([one, two], phoneFaults)).toEqual([]);
    await one.shoot('teams-door-phone-ko');
    await two.shoot('teams-door-phone-en');
    for (const tab of [one, two]) {
      await tab.page.getByTestId('team-done').tap();
      await tab.page.getByTestId('own-team').filter({ hasText: '백팀' }).waitFor();
    }
    await two.page.getByTestId('own-team').tap();
    await doorOf(two).first().tap();
    await doorOf(two).first().and(two.page.locator('[aria-pressed=true]')).waitFor();
    await doorOf(two).last().tap();
    await two.page.getByTestId('team-done').tap();
    await one.page.getByTestId('open-people').tap();
    await one.page.getByTestId('person').filter({ hasText: '백팀' }).nth(1).waitFor();
    await one.shoot('teams-people-phone-ko');
    expect(await violations(one.page)).toEqual([]);
    await one.page.keyboard.press('Escape');
    await screens[0]!.page.getByTestId('screen-teams').getByText('2').waitFor();
    expect(await all(screens, screenFaults)).toEqual([]);
    for (const [n, screen] of screens.entries()) {
      await screen.shoot(`teams-lobby-projector-${['ko', 'en'][n]}`);
    }

    await host.page.getByTestId('start').click();
    for (const tab of [one, two, host]) await inPhase(tab, 'question');
    await stand(one, 'right');
    await stand(two, 'left');
    await stand(host, 'left');
    await host.page.locator('[data-testid=skip][data-skips=close]').click();
    const ranking = ({ page }: Tab) => page.getByTestId('team-ranking').locator('li');
    for (const tab of [one, two, host, ...screens]) {
      await inPhase(tab, 'reveal');
      await ranking(tab).first().filter({ hasText: '백팀' }).waitFor();
      expect(await ranking(tab).count()).toBe(2);
    }
    await one.shoot('teams-reveal-phone-ko');
    await two.shoot('teams-reveal-phone-en');
    expect(await all(screens, screenFaults)).toEqual([]);
    for (const [n, screen] of screens.entries())
      await screen.shoot(`teams-reveal-projector-${['ko', 'en'][n]}`);
    expect(await all([one, two, screens[0]!], violationsOf)).toEqual([]);

    await host.page.getByTestId('end').click();
    await host.page.getByTestId('confirm-yes').click();
    for (const tab of [one, two, host, ...screens]) {
      await tab.page.getByTestId('podium').waitFor();
      await ranking(tab).first().filter({ hasText: '백팀' }).waitFor();
    }
    expect(await all([one, two, host, ...screens], violationsOf)).toEqual([]);
    // Teams come first, and people behind them.
    const order = await one.page
      .locator('[data-testid=podium] > *')
      .evaluateAll((parts) => parts.map(({ tagName, className }) => `${tagName} ${className}`));
    expect(order[0]).toMatch(/^OL (?!.*steps)/);
    for (const [tab, name] of [
      [one, 'podium-phone-ko'],
      [two, 'podium-phone-en'],
      [screens[0]!, 'podium-projector-ko'],
      [screens[1]!, 'podium-projector-en'],
    ] as const) {
      await podiumStands(tab.page);
      await tab.shoot(`teams-${name}`);
    }
    expect(await all([one, two], phoneFaults)).toEqual([]);
    for (const tab of [host, one, two, ...screens]) {
      expect(tab.errors).toEqual([]);
      await tab.page.context().close();
    }
  });

  it('R13.4 leave room for eight teams with long names on phones and projector', async () => {
    const people = Array.from({ length: 12 }, (_, n) => `Player ${n}`);
    const room = await openSocketRoom(server.url, people, { title: 'Eight', teams: 'dealt' });
    const [host] = room.players;
    const names = Array.from({ length: 8 }, (_, n) => `${n + 1}학년 어깨동무 모둠과 친구들`);
    await host!.do('updateTeams', { names });
    await bringQuestions(server.url, room, 1, 6);
    const phone = await openTab(browser, 'phone', 'ko-KR');
    await phone.page.emulateMedia({ reducedMotion: 'reduce' });
    await phone.page.goto(`${server.url}/join/${room.pin}`);
    await phone.page.getByTestId('join-submit').tap();
    const screen = await openTab(browser, 'projector', 'ko-KR');
    await screen.page.emulateMedia({ reducedMotion: 'reduce' });
    await screen.page.goto(`${server.url}/screen/${room.pin}`);
    await screen.page.getByTestId('screen-teams').waitFor();
    expect(await layoutFaults(screen.page, PROJECTORS)).toEqual([]);
    await screen.shoot('teams-eight-lobby-projector-ko');
    await host!.do('startGame', {});
    await answerQuestion(room.players, 0, room.players.slice(3));
    for (const tab of [phone, screen]) {
      await inPhase(tab, 'reveal');
      await tab.page.getByTestId('team-ranking').waitFor();
    }
    await phone.shoot('teams-eight-reveal-phone-ko');
    await screen.shoot('teams-eight-reveal-projector-ko');
    const faults = await Promise.all([phoneFaults(phone), screenFaults(screen)]);
    expect(faults.flat()).toEqual([]);
    await host!.do('endGame', {});
    for (const tab of [phone, screen])
      await tab.page.getByTestId('podium').getByTestId('team-ranking').waitFor();
    await phone.shoot('teams-eight-podium-phone-ko');
    await screen.shoot('teams-eight-podium-projector-ko');
    expect(await layoutFaults(screen.page, PROJECTORS)).toEqual([]);
    for (const tab of [phone, screen]) {
      expect(tab.errors).toEqual([]);
      await tab.page.context().close();
    }
    room.close();
  });
});
