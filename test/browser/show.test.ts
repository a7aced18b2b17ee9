import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevealBeat } from '../../src/protocol/show.js';
import { startTestApp, TestBank, testSet, type TestApp } from '../support/app.js';
import { standIn } from '../support/arena.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { TestClient } from '../support/client.js';

const CROWD = 11;

let app: TestApp;
let browser: Browser;
let host: TestClient;
let pin: string;
const crowd: TestClient[] = [];
let phone: Tab;
let projector: Tab;

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  const lengths = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '', SHOW: 'on' };
  app = await startTestApp(lengths, new TestBank([testSet(2, 2, 3)]), webDir);
  browser = await workerBrowser();
  host = TestClient.withToken(app.url);
  const written = { questionOrder: 'written', choiceOrder: 'written' } as const;
  const room = { title: '한마당', playerName: '진행', pacing: 'host', scoring: 'early' } as const;
  pin = (await host.do('createRoom', { ...room, ...written })).gameId;
  await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 2 });
});

afterAll(async () => {
  for (const client of [host, ...crowd]) client.close();
  await closeAllTabs(browser);
  await app.close();
});

/** When the server began the reveal that stands, by its own clock, and what it shows. */
const reveal = () => host.last('endQuizTime')!;
const beats = (): readonly RevealBeat[] => reveal().beats ?? [];
const scenes = () => beats().map(({ scene }) => scene);

/** The scene that a page shows, as soon as it is this one. */
const scene = ({ page }: Tab, name: string) =>
  page.locator(`html[data-scene="${name}"]`).waitFor({ state: 'attached' });

/** What shows who is right. */
const MARKS = '.zone.right, [data-testid=own-mark]';
const marked = ({ page }: Tab) => page.locator(MARKS);

/** How many marks a page shows in the very frame in which it shows this scene: the next one has some. */
function marksIn({ page }: Tab, name: string): Promise<number> {
  return page.evaluate<number>(
    `new Promise((resolve) => {
      const look = () =>
        document.documentElement.dataset.scene === '${name}'
          ? resolve(document.querySelectorAll('${MARKS}').length)
          : requestAnimationFrame(look);
      look();
    })`,
  );
}

describe('R19 the show', () => {
  it('tells nothing of a reveal before its beat, and the same to who comes late', async () => {
    projector = await openTab(browser, 'projector', 'ko-KR');
    await projector.page.goto(`${app.url}/screen/${pin}`);
    await projector.page.getByTestId('screen').waitFor();
    phone = await openTab(browser, 'phone', 'en-US');
    await phone.page.addInitScript(
      'window.felt = []; navigator.vibrate = (pattern) => felt.push(pattern.join(" ")) > 0',
    );
    await phone.page.goto(`${app.url}/join/${pin}`);
    await phone.page.getByTestId('join-name').fill('Dana');
    await phone.page.getByTestId('join-submit').tap();
    await phone.page.getByTestId('arena').waitFor();
    for (let n = 0; n < CROWD; n++) {
      const client = TestClient.withToken(app.url);
      await client.do('joinRoom', { gameId: pin, playerName: `친구${n}` });
      crowd.push(client);
    }
    await host.do('startGame', {});
    await host.wait('startQuizTime');
    await Promise.all(
      crowd.map((client, n) =>
        client.do('updatePosition', { newPosition: standIn(n < 4 ? 1 : 2, 2) }),
      ),
    );
    expect(await Promise.all([projector, phone].map((tab) => marksIn(tab, 'dark')))).toEqual([
      0, 0,
    ]);
    expect(scenes()).toEqual(['dark', 'count', 'two', 'fall', 'answer', ...scenes().slice(5)]);
    // The bell is felt when it is heard.
    expect(await phone.page.evaluate<string[]>('felt')).toContain('80');
    await phone.page.reload();
    expect(await marksIn(phone, 'fall')).toBe(0);
    await Promise.all([scene(projector, 'answer'), scene(phone, 'answer')]);
    for (const tab of [projector, phone]) await marked(tab).first().waitFor();
    await Promise.all([scene(projector, 'ranking'), scene(phone, 'ranking')]);
    await Promise.all([scene(projector, 'rest'), scene(phone, 'rest')]);
  });
});
