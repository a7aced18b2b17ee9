import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, TestBank, testSet, type TestApp } from '../support/app.js';
import { standIn } from '../support/arena.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { TestClient } from '../support/client.js';

const NAMES = ['나래', '다솜', '라온', '마루', '바다', '사랑', '아라', '자람', '차오름', '하늘'];
/** How many of them are right in each question, from the first on: two tie in the second place. */
const RIGHTS = [1, 3, 4, 5, 6];
const OWN = 3;
/** Nobody waits for the end of a question: it is closed. */
const LONG_S = 600;

let app: TestApp;
let browser: Browser;
let host: TestClient;
let pin: string;
const crowd: TestClient[] = [];
let hostTab: Tab;
let phone: Tab;
let projector: Tab;
let late: Tab;

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  const bank = new TestBank([testSet(RIGHTS.length, 2, LONG_S)]);
  app = await startTestApp({ SHOW: 'on' }, bank, webDir);
  browser = await workerBrowser();
  host = TestClient.withToken(app.url);
  const written = { questionOrder: 'written', choiceOrder: 'written' } as const;
  pin = (await host.do('createRoom', { title: '가을 한마당', playerName: '진행', ...written }))
    .gameId;
  await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: RIGHTS.length });
  for (const playerName of NAMES) {
    const client = TestClient.withToken(app.url);
    await client.do('joinRoom', { gameId: pin, playerName });
    crowd.push(client);
  }
  projector = await openTab(browser, 'projector', 'ko-KR');
  await projector.page.addInitScript(RECORD);
  await projector.page.goto(`${app.url}/screen/${pin}`);
  await projector.page.getByTestId('screen').waitFor();
  // The host, too, was seated at a place that was drawn: in the right zone all ranks would be others.
  for (const client of [host, ...crowd])
    await client.do('updatePosition', { newPosition: standIn(2, 2) });
  await playOnce();
});

afterAll(async () => {
  for (const client of [host, ...crowd]) client.close();
  await closeAllTabs(browser);
  await app.close();
});

/** Notes in a page what it shows of the end whenever that changes. */
const RECORD = `{
  const seen = (window.seen = []);
  const find = (id) => document.querySelector('[data-testid=' + id + ']');
  new MutationObserver(() => {
    const { scene = '' } = document.documentElement.dataset;
    if (!['black', 'row', 'step', 'award', 'credits'].includes(scene)) return;
    const said = find('final-said')?.textContent ?? '';
    const own = find('final-own')?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
    const early = ['podium', 'own-rank', 'screen-pin'].filter((id) => find(id) !== null);
    const note = { scene, said, own, early };
    if (JSON.stringify(seen.at(-1)) !== JSON.stringify(note)) seen.push(note);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}`;

interface Seen {
  scene: string;
  said: string;
  own: string;
  early: string[];
}
const seenBy = ({ page }: Tab) => page.evaluate<Seen[]>('window.seen');

/** The same person as `client`, who plays on in a browser. */
async function takeOver(client: TestClient, locale: 'ko-KR' | 'en-US'): Promise<Tab> {
  const tab = await openTab(browser, 'phone', locale);
  await tab.page.addInitScript(`localStorage.setItem('madang.token', '${client.token}')`);
  await tab.page.addInitScript(RECORD);
  await tab.page.goto(`${app.url}/join/${pin}`);
  await tab.page.getByTestId('join-submit').tap();
  await tab.page.getByTestId('arena').waitFor();
  return tab;
}

/** All questions until the last is open; who ends it sees the end of the game. */
async function playOnce(): Promise<void> {
  await host.do('startGame', {});
  for (const [index, right] of RIGHTS.entries()) {
    const phase = await host.wait('phase', (one) => one.kind === 'question' && one.index === index);
    await Promise.all(
      crowd.map((client, n) =>
        client.do('updatePosition', { newPosition: standIn(n < right ? 1 : 2, 2) }),
      ),
    );
    if (index < RIGHTS.length - 1) await host.do('closeQuestion', { version: phase.version });
  }
}

const scene = ({ page }: Tab, name: string) =>
  page.locator(`html[data-scene="${name}"]`).waitFor({ state: 'attached' });

describe('R19.5 the end of a game', () => {
  it('is told from the last row to the first step, and to nobody before', async () => {
    late = await openTab(browser, 'projector', 'en-US');
    await late.page.addInitScript(RECORD);
    // So that it is quick later.
    await late.page.goto(app.url);
    phone = await takeOver(crowd[OWN]!, 'en-US');
    hostTab = await takeOver(host, 'ko-KR');
    const { page } = projector;
    await hostTab.page.locator('[data-testid=skip][data-skips=close]').click();
    await scene(projector, 'step');
    const steps = page.getByTestId('final-step');
    await page.locator('[data-testid=final-step][data-rank="2"]').waitFor();
    expect((await steps.allTextContents()).map((text) => text.trim())).toEqual([
      '다솜\u00a0· 라온',
    ]);
    const coming = late.page.goto(`${app.url}/screen/${pin}`);
    await projector.shoot('final-second-projector');
    await phone.shoot('final-phone');
    await page.locator('[data-testid=final-step][data-rank="1"]').waitFor();
    await projector.shoot('final-first-projector');
    await Promise.all([coming, scene(projector, 'award')]);
    await projector.shoot('final-award-projector');
    const order = (await seenBy(projector)).map(({ said }) => said).filter((said) => said !== '');
    const wanted = ['최종 순위', '6등 사랑', '5등 바다', '4등 마루', '공동 2등'];
    wanted.push('공동 2등. 다솜\u00a0· 라온', '우승', '우승. 나래');
    // A machine that stands still for half a second misses a row, and none comes too early.
    expect(wanted.filter((text) => order.includes(text))).toEqual(order);
    expect(order).toEqual(expect.arrayContaining(wanted.slice(4)));
  });

  it('R19.1 tells who comes late what is on, and no more', async () => {
    const { page } = late;
    await page.getByTestId('final-award').or(page.getByTestId('final-credits')).waitFor();
    const seen = await seenBy(late);
    expect(seen.map(({ scene: on }) => on)).not.toContain('row');
    expect(seen.filter(({ early }) => early.length > 0)).toEqual([]);
  });

  it('tells phones their own result with its row', async () => {
    const seen = await seenBy(phone);
    const told = seen.filter(({ own }) => own !== '');
    expect(seen.filter(({ scene: on }) => on === 'black').every(({ own }) => own === '')).toBe(
      true,
    );
    expect(told[0]?.scene).toMatch(/row|step/);
    expect(told[0]?.own).toMatch(/#4/);
    for (const tab of [projector, phone])
      expect((await seenBy(tab)).filter(({ early }) => early.length > 0)).toEqual([]);
  });

  it('R19.4 is cut to the podium by Next, where people can join again', async () => {
    await hostTab.shoot('final-host');
    await hostTab.page.locator('[data-testid=skip][data-skips=podium]').click();
    for (const tab of [projector, late, phone, hostTab])
      await tab.page.getByTestId('podium').waitFor();
    await projector.page.getByTestId('screen-pin').waitFor();
    expect(await projector.page.getByTestId('final').count()).toBe(0);
    expect(await phone.page.getByTestId('final-rank').textContent()).toMatch(/#4/);
    const kept = phone.page.waitForEvent('download');
    await phone.page.getByTestId('save-own').tap();
    expect((await kept).suggestedFilename()).toBe('가을 한마당.png');
    await projector.shoot('final-podium-projector');
    await phone.shoot('final-podium-phone');
  });

  it('is cut by a start, which is asked for once', async () => {
    const { page } = hostTab;
    await page.getByTestId('play-again').click();
    const asked = page.locator(
      '[data-testid=skip][data-skips=drop],[data-testid=skip][data-skips=close]',
    );
    await asked.first().waitFor();
    const newest = () => crowd[0]!.last('phase');
    await crowd[0]!.until(() => newest()?.kind === 'question');
    await crowd[0]!.do('updatePosition', { newPosition: standIn(1, 2) });
    await page.locator('[data-testid=skip][data-skips=close]').click();
    await crowd[0]!.until(() => crowd[0]!.all('endQuizTime').length > RIGHTS.length);
    await page.getByTestId('end').click();
    await page.getByTestId('confirm-yes').click();
    // Any scene of it: a busy machine misses the first ones.
    await projector.page.getByTestId('final').waitFor();
    await page.getByTestId('start').click();
    await page.getByTestId('confirm').waitFor();
    expect(newest()?.kind).toBe('lobby');
    await page.getByTestId('confirm-yes').click();
    await page.locator('html[data-phase=countdown],html[data-phase=question]').waitFor();
    await projector.page.getByTestId('final').waitFor({ state: 'detached' });
    for (const tab of [projector, late, phone, hostTab]) expect(tab.errors).toEqual([]);
  });
});
