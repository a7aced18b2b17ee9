import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { timeOfDay } from '../../src/web/stage/item/time-of-day.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { bringEvening, HOST_GOES_ON, openAsHostOnly, pressKey } from '../support/cockpit.js';

const SEOUL = 9 * 60;
const MINUTE_MS = 60_000;

let server: TestApp;
let browser: Browser;

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  server = await startTestApp(HOST_GOES_ON, new TestBank(), webDir);
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.close();
});

async function live(page: Page, timezoneId: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId });
}

/** So many minutes from now, as clocks in Seoul show it. */
const inSeoul = (minutes: number): string => timeOfDay(Date.now() + minutes * MINUTE_MS, SEOUL);

const secondsOf = (text: string | null): number =>
  (text ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

describe('R27.11 times on slides', () => {
  it('are those of the host, wherever a phone or a projector believes to be', async () => {
    const host = await openTab(browser, 'desktop', 'ko-KR');
    await live(host.page, 'Asia/Seoul');
    const pin = await openAsHostOnly(host.page, server.url);
    const screen = await openTab(browser, 'projector', 'ko-KR');
    await live(screen.page, 'America/New_York');
    await screen.page.goto(`${server.url}/screen/${pin}`);
    const phone = await openTab(browser, 'phone', 'en-US');
    await live(phone.page, 'Europe/Berlin');
    await phone.page.goto(`${server.url}/${pin}`);
    await phone.page.getByTestId('join-submit').tap();
    await phone.page.locator('html[data-phase=lobby]').waitFor();
    const startsAt = inSeoul(90);
    const late = inSeoul(-45);
    const questions = [
      { kind: 'slide', title: '어서 오세요', startsAt },
      { kind: 'slide', title: '잠깐만요', startsAt: inSeoul(-5), seconds: 600 },
      { kind: 'slide', title: '늦었어요', startsAt: late },
      { kind: 'round', name: '하나' },
      { quiz: 'Is it?', choices: ['Yes', 'No'], answer: 1 },
    ];
    await bringEvening(host.page, questions);

    await pressKey(host.page, 'Space');
    for (const { page } of [screen, phone]) {
      const starts = await page.getByTestId('item-starts').textContent();
      expect(starts).toContain(startsAt);
      const left = secondsOf(await page.getByTestId('item-until').textContent());
      // The time of day has no seconds.
      expect(left).toBeGreaterThan(88 * 60);
      expect(left).toBeLessThanOrEqual(90 * 60);
    }
    const clock = await screen.page.getByTestId('item-clock').textContent();
    expect([inSeoul(0), inSeoul(-1)].some((time) => clock?.includes(time))).toBe(true);
    expect(await phone.page.getByTestId('item-clock').count()).toBe(0);
    expect(await phone.page.getByTestId('item-left').count()).toBe(0);

    // Past it, it begins in a moment; the slide's own length is told beside.
    await pressKey(host.page, 'Space');
    await screen.page.getByTestId('item-until').filter({ hasText: '곧 시작해요' }).waitFor();
    await phone.page
      .getByTestId('item-until')
      .filter({ hasText: 'We start in a moment' })
      .waitFor();
    for (const { page } of [screen, phone]) {
      const left = secondsOf(await page.getByTestId('item-left').textContent());
      expect(left).toBeGreaterThan(540);
      expect(left).toBeLessThanOrEqual(600);
    }

    // It can be paused, in the lobby, too, and goes on with what was left.
    await pressKey(host.page, 'p');
    await host.page.getByTestId('do-resume').waitFor();
    for (const tab of [screen, phone, host])
      await tab.page.getByTestId('item-left').filter({ hasText: '❚❚' }).waitFor();
    await Promise.all([
      screen.shoot('slide-paused-screen'),
      phone.shoot('slide-paused-phone'),
      host.shoot('slide-paused-cockpit'),
    ]);
    await host.page.getByTestId('do-resume').click();
    await host.page.getByTestId('do-pause').waitFor();
    for (const { page } of [screen, phone])
      await page.getByTestId('item-left').filter({ hasNotText: '❚❚' }).waitFor();

    await pressKey(host.page, 'Space');
    await phone.page.getByTestId('item-starts').filter({ hasText: late }).waitFor();
    await screen.page.getByTestId('item-starts').filter({ hasText: late }).waitFor();
    for (const { page } of [screen, phone])
      expect(await page.getByTestId('item-until').count()).toBe(0);

    // A slide that stays while the time comes, and goes.
    await pressKey(host.page, 'b');
    await pressKey(host.page, 'b');
    const until = ({ page }: Tab) => page.getByTestId('item-until');
    await until(phone).waitFor();
    let shiftMs = 0;
    for (const clock of [Date, performance]) {
      const now = clock.now.bind(clock);
      vi.spyOn(clock, 'now').mockImplementation(() => now() + shiftMs);
    }
    onTestFinished(() => void vi.restoreAllMocks());
    const pass = async (minutes: number): Promise<void> => {
      shiftMs += minutes * MINUTE_MS;
      const clocks = [inSeoul(0), inSeoul(1)];
      await expect
        .poll(() => screen.page.getByTestId('item-clock').textContent())
        .toMatch(new RegExp(clocks.join('|')));
    };
    await pass(88);
    for (const tab of [screen, phone])
      await expect
        .poll(async () => secondsOf(await until(tab).textContent()))
        .toBeLessThanOrEqual(2 * 60);
    await pass(2);
    await until(screen).filter({ hasText: '곧 시작해요' }).waitFor();
    await until(phone).filter({ hasText: 'We start in a moment' }).waitFor();
    await pass(28);
    for (const tab of [screen, phone]) expect(await until(tab).count()).toBe(1);
    await pass(2);
    for (const tab of [screen, phone]) await until(tab).waitFor({ state: 'detached' });
    for (const { errors } of [host, screen, phone]) expect(errors).toEqual([]);
  });
});
