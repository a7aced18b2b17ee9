import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  boxOf,
  bringQuiz,
  closeAllTabs,
  openTab,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { violations } from '../support/axe.js';
import { layoutFaults, PHONES, PROJECTORS } from '../support/layout.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { standIn } from '../support/arena.js';

const QUIZ_FILE = [
  'question,answer,choice1,choice2,choice3,seconds,points',
  'Which one counts twice?,1,right,left,up,120,2',
  'Which one is just for fun?,1,right,left,up,120,0',
  'Which one is the last?,1,right,left,up,120,',
].join('\n');

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  const short = { COUNTDOWN_MS: '500', GET_READY_MS: '1000', REVEAL_MS: '500' };
  server = await runServer({ LOG_LEVEL: 'warn', ...short });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

async function enter(pin: string, name: string): Promise<Tab> {
  const phone = await openTab(browser, 'phone', 'en-US');
  await phone.page.emulateMedia({ reducedMotion: 'reduce' });
  await phone.page.goto(`${server.url}/join/${pin}`);
  await phone.page.getByTestId('join-name').fill(name);
  await phone.page.getByTestId('join-submit').tap();
  await phone.page.getByTestId('arena').waitFor();
  return phone;
}

/** A blind room of points that waits for its host, who has brought the questions. */
async function openHost(): Promise<{ host: Tab; quick: TestClient; pin: string }> {
  const host = await openTab(browser, 'desktop', 'ko-KR');
  const { page } = host;
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(server.url);
  await page.getByTestId('open-create').click();
  const cards = page
    .getByTestId('create-form')
    .locator('fieldset')
    .filter({ has: page.locator('[value=contest]') })
    .locator('label');
  await cards.first().waitFor();
  const boxes = await Promise.all((await cards.all()).map(boxOf));
  const places = (side: 'x' | 'y') => new Set(boxes.map((box) => Math.round(box[side]))).size;
  // Two rows of two.
  expect([boxes.length, places('x'), places('y')]).toEqual([4, 2, 2]);
  await host.shoot('order-cards-laptop');
  await page.locator('input[value=contest]').check();
  await page.getByTestId('team-mode').selectOption('dealt');
  // What holds for the whole game can be chosen before there is a room.
  await page.getByTestId('rules').locator('summary').click();
  await page.getByTestId('question-order').selectOption('written');
  await page.getByTestId('choice-order').selectOption('written');
  await page.getByTestId('room-extra-time').check();
  await page.getByTestId('create-submit').click();
  await page.getByTestId('arena').waitFor();
  await bringQuiz(page, QUIZ_FILE);
  await page.getByTestId('rules').locator('summary').click();
  const pin = /\d{6}/.exec((await page.getByTestId('room-pin').textContent()) ?? '')?.[0] ?? '';
  const quick = TestClient.withToken(server.url);
  await quick.do('joinRoom', { gameId: pin, playerName: '빠른이' });
  for (const [field, option, value] of [
    ['scoring', 'scoring', 'flat'],
    ['pacing', 'pacing', 'host'],
  ] as const) {
    await page.getByTestId(field).selectOption(value);
    // The form follows the room, so that the next change begins from this one.
    await quick.wait('updateRoomOption', (options) => options[option] === value);
  }
  expect(await page.getByTestId('choice-order').inputValue()).toBe('written');
  await page.getByTestId('choice-order').scrollIntoViewIfNeeded();
  await host.shoot('order-rules-laptop');
  return { host, quick, pin };
}

const faultsOf = async ({ page }: Tab, sizes: Parameters<typeof layoutFaults>[1]) => [
  ...(await violations(page)),
  ...(await layoutFaults(page, sizes)),
];
const inPhase = ({ page }: Tab, phase: string) =>
  page.locator(`html[data-phase=${phase}]`).waitFor();

describe('R4.11, R4.12, R6.9 what a host does with a game', () => {
  it('asks as written, hides, breaks, doubles, waits, and tells why somebody won', async () => {
    const { host, quick, pin } = await openHost();
    const phone = await enter(pin, 'Dana');
    const projector = await openTab(browser, 'projector', 'ko-KR');
    await projector.page.emulateMedia({ reducedMotion: 'reduce' });
    await projector.page.goto(`${server.url}/screen/${pin}`);
    await projector.page.getByTestId('screen').waitFor();
    const toFirst = () => quick.do('updatePosition', { newPosition: standIn(1, 3) });
    await toFirst();
    const shown = [phone, projector];
    const everywhere = (id: string) =>
      Promise.all(shown.map(({ page }) => page.getByTestId(id).waitFor()));
    // No clock runs; only the host's own page says who is waited for.
    const waiting = () =>
      Promise.all(
        shown.map(({ page }) => page.getByTestId('timer').waitFor({ state: 'detached' })),
      );
    const shoot = async (name: string) => {
      await phone.shoot(`order-${name}-phone`);
      await projector.shoot(`order-${name}-projector`);
      await host.shoot(`order-${name}-laptop`);
    };
    const look = async (name: string) => {
      await shoot(name);
      const faults = await Promise.all([
        violations(host.page),
        faultsOf(phone, PHONES),
        faultsOf(projector, PROJECTORS),
      ]);
      expect(faults.flat()).toEqual([]);
    };
    const press = (id: string) => host.page.getByTestId(id).click();
    const close = async () => {
      await host.page.locator('[data-testid=skip][data-skips=close]').click();
      await Promise.all([host, ...shown].map((tab) => inPhase(tab, 'reveal')));
    };

    await press('start');
    await Promise.all([host, ...shown].map((tab) => inPhase(tab, 'question')));
    for (const { page } of shown) {
      await page.getByTestId('question').filter({ hasText: 'Which one counts twice?' }).waitFor();
      expect(await page.getByTestId('worth').textContent()).toMatch(/2/);
    }
    await shoot('double');
    // The order of the choices is the author's.
    const texts = phone.page.getByTestId('zone-text');
    await texts.first().waitFor();
    expect(await texts.allTextContents()).toEqual(['right', 'left', 'up']);
    // A tap on the own place is a move, and no time.
    await toFirst();
    await host.page.keyboard.press('3');
    await host.page.locator('[data-testid=zone][data-zone="3"].standing').waitFor();
    await phone.page.keyboard.press('2');
    await phone.page.locator('[data-testid=zone][data-zone="2"].standing').waitFor();
    await everywhere('blind-hint');
    await look('blind');
    // Later than the other one, who stands there from the start.
    await phone.page.keyboard.press('1');
    await phone.page.locator('[data-testid=zone][data-zone="1"].standing').waitFor();

    await press('open-pause-menu');
    await host.page.getByTestId('pause-menu').waitFor();
    await host.shoot('order-pause-menu-laptop');
    expect(await violations(host.page)).toEqual([]);
    expect(await layoutFaults(host.page, PHONES)).toEqual([]);
    await press('hide-question');
    await everywhere('curtain');
    const late = await enter(pin, 'Late');
    await late.page.getByTestId('curtain').waitFor();
    for (const { page } of [...shown, late]) {
      expect(await page.locator('body').innerText()).not.toContain('Which one');
      expect(await page.getByTestId('zone').count()).toBe(0);
    }
    await look('curtain');
    // One press does not lift it.
    await press('skip');
    const again = host.page.getByTestId('toasts').filter({ hasText: '한 번 더 누르면' });
    await again.waitFor();
    await again.waitFor({ state: 'detached' });
    await everywhere('curtain');
    await host.page.getByTestId('resume').dblclick();
    for (const { page } of [...shown, late]) {
      await page.getByTestId('question').filter({ hasText: 'Which one counts twice?' }).waitFor();
      await page.getByTestId('zone').first().waitFor();
      expect(await page.getByTestId('curtain').count()).toBe(0);
    }

    await press('open-pause-menu');
    await host.page.getByTestId('break-message').fill('물 한 잔 마시고 와요');
    await host.page.getByTestId('break-minutes').fill('5');
    await press('break-start');
    await everywhere('break-text');
    for (const { page } of shown) {
      expect(await page.getByTestId('break-text').textContent()).toBe('물 한 잔 마시고 와요');
      await page
        .getByTestId('break-clock')
        .filter({ hasText: /^\s*4:\d\d\s*$/ })
        .waitFor();
    }
    // The large line says it, and no other one that it is a pause.
    expect(await projector.page.locator('body').innerText()).not.toContain('잠깐 멈춤');
    await look('break');
    expect(await layoutFaults(host.page, PHONES)).toEqual([]);
    await host.page.getByTestId('skip').dblclick();
    await phone.page.getByTestId('question').waitFor();

    await close();
    await phone.page.getByTestId('own-mark').filter({ hasText: '+200' }).waitFor();
    await waiting();
    await host.page.locator('[data-testid=skip].awaited').waitFor();
    // While all wait, the teams hide nobody who stands in the arena.
    const teams = await boxOf(phone.page.getByTestId('team-ranking'));
    const yard = await boxOf(phone.page.getByTestId('arena'));
    expect(yard.y + yard.height).toBeLessThanOrEqual(teams.y);
    const tabs = await boxOf(phone.page.getByTestId('open-people'));
    expect(teams.y + teams.height).toBeLessThanOrEqual(tabs.y);
    await look('waits');

    await press('skip');
    await everywhere('worth');
    await phone.page.getByTestId('worth').filter({ hasText: 'Just for fun' }).waitFor();
    await shoot('fun');
    await close();
    const mark = phone.page.getByTestId('own-mark');
    await mark.filter({ hasText: 'Right!' }).waitFor();
    expect(await mark.textContent()).not.toContain('+');
    await waiting();
    await phone.shoot('order-fun-reveal-phone');

    await press('skip');
    await inPhase(phone, 'question');
    expect(await phone.page.getByTestId('worth').count()).toBe(0);
    await close();
    await waiting();
    await press('skip');
    await everywhere('podium');
    // Both have 300 points; who walked first stands higher.
    for (const { page } of shown)
      expect(await page.getByTestId('why').first().textContent()).toMatch(/2.*\d\.\d/);
    expect(await phone.page.getByTestId('final-rank').textContent()).toContain('#2');
    await look('tie');
    for (const tab of [host, phone, projector, late]) {
      expect(tab.errors).toEqual([]);
      await tab.page.context().close();
    }
    quick.close();
  });
});
