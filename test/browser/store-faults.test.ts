import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { zoneOf } from '../../src/game/shared/zones.js';
import { STEPS } from '../../src/protocol/index.js';
import { closeFleets, Fleet, type Room } from '../faults/fleet.js';
import { standAll, untilJudged, zones } from '../faults/watching.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';

/** Questions and reveals that only the host ends. */
const ENV = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '60000' };
const QUESTION_S = 60;
const NAME = 'Page';
const PATIENCE = { timeout: 90_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await workerBrowser();
});
afterEach(closeFleets);
afterAll(() => closeAllTabs(browser));

/** A survival game to be, with two programs in it and a real page. */
async function openHall(): Promise<{ fleet: Fleet; room: Room; tab: Tab; page: Page }> {
  const fleet = await Fleet.start(1, ENV, { redisArgs: ['--appendonly', 'yes'] });
  const room = await fleet.openRoom(0, { gameMode: 'SURVIVAL' }, 1);
  await fleet.bringSet(room, 2, 2, QUESTION_S);
  const tab = await openTab(browser, 'desktop', 'en-US');
  const { page } = tab;
  await page.goto(`${fleet.server(0).url}/join/${room.pin}`);
  await page.getByTestId('join-name').fill(NAME);
  await page.getByTestId('join-submit').click();
  await page.getByTestId('arena').waitFor();
  return { fleet, room, tab, page };
}

const phaseIs = (page: Page, phase: string): Promise<void> =>
  page.locator(`html[data-phase=${phase}]`).waitFor();

/** Walks with the page into a zone, as far as the others see it. */
async function walk({ host }: Room, page: Page, zone: number): Promise<void> {
  const { count } = zones(host);
  const { players } = await host.wait('joinRoom', (told) =>
    told.players.some(({ playerName }) => playerName === NAME),
  );
  const id = players.find(({ playerName }) => playerName === NAME)?.playerId;
  await page.getByTestId('zone-text').first().waitFor();
  await page.keyboard.press(String(zone));
  await host.until(() => {
    const moves = host.all('updatePosition').flatMap(({ updates }) => updates);
    const last = moves.findLast(({ playerId }) => playerId === id)?.playerPosition ?? [0, 0];
    return zoneOf([last[0] * STEPS, last[1] * STEPS], count) === zone;
  }, `the page in zone ${zone}`);
}

const ownMark = (page: Page, mark: string): Promise<void> =>
  page.locator(`[data-testid=own-mark].${mark}`).waitFor();

describe('R4.5 a page whose store has lost its last second', () => {
  it('goes back to the question, its clock and its life, and on from there', async () => {
    const { fleet, room, tab, page } = await openHall();
    const { host, players } = room;
    await host.do('startGame', {});
    await phaseIs(page, 'question');
    await standAll(players, () => true);
    const { right, wrong } = zones(host);
    await walk(room, page, wrong);
    const forgetSince = fleet.redis.keepData();

    // The second that will be lost: a reveal, by which the page falls.
    await untilJudged(host);
    await host.do('skipPhase', {});
    await ownMark(page, 'eliminated');
    await fleet.redis.kill();
    forgetSince();
    await fleet.redis.run();

    await phaseIs(page, 'question');
    const { endTime } = host.last('phase')!;
    const aheadS = async (): Promise<number> =>
      Math.abs(
        Number(await page.getByTestId('timer').textContent()) - (endTime - Date.now()) / 1_000,
      );
    await expect.poll(aheadS).toBeLessThan(2);
    // It is alive, and speaks to everybody.
    expect(await page.getByTestId('chat-input').getAttribute('placeholder')).not.toContain('ghost');
    await walk(room, page, right);
    await host.do('skipPhase', {});
    await ownMark(page, 'right');
    expect(tab.errors).toEqual([]);
    await page.context().close();
  });
});

describe('R8.1 what a page says while the store is away', () => {
  it('stays in the field until it is stored, and is said once', async () => {
    const { fleet, tab, page } = await openHall();
    const field = page.getByTestId('chat-input');
    const said = (text: string) => page.getByTestId('chat-message').filter({ hasText: text });
    const say = async (text: string): Promise<void> => {
      await field.fill(text);
      await field.press('Enter');
    };

    // Redis gets it, and answers too late: nobody knows, until it is told to all.
    fleet.redis.freeze();
    await say('slow words');
    await expect.poll(() => field.inputValue(), PATIENCE).toBe('slow words');
    await page.getByTestId('toasts').filter({ hasText: /\w/ }).waitFor();
    fleet.redis.thaw();
    await said('slow words').waitFor();
    await expect.poll(() => field.inputValue(), PATIENCE).toBe('');

    await fleet.redis.kill();
    await page.getByTestId('banner').filter({ hasText: 'back soon' }).waitFor();
    await say('lost words');
    await expect.poll(() => field.inputValue(), PATIENCE).toBe('lost words');
    await fleet.redis.run();
    await page.getByTestId('banner').filter({ hasNotText: /\w/ }).waitFor({ state: 'attached' });
    expect(await field.inputValue()).toBe('lost words');
    await field.press('Enter');
    await said('lost words').waitFor();
    expect(await field.inputValue()).toBe('');
    for (const text of ['slow words', 'lost words']) expect(await said(text).count()).toBe(1);
    expect(tab.errors).toEqual([]);
    await page.context().close();
  });
});
