import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import type { TestClient } from '../support/client.js';
import {
  answerQuestion,
  bringQuestions,
  closeQuestion,
  openSocketRoom,
  seenIn,
} from '../support/socket-room.js';

const LIVING = '산사람';
const GHOST = '유령이';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '500',
    GET_READY_MS: '3000',
    // The host goes on.
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

async function openPhone(pin: string, name: string): Promise<Tab> {
  const phone = await openTab(browser, 'phone', 'ko-KR');
  await phone.page.goto(`${server.url}/join/${pin}`);
  await phone.page.getByTestId('join-name').fill(name);
  await phone.page.getByTestId('join-submit').tap();
  await phone.page.getByTestId('arena').waitFor();
  return phone;
}

interface Choice {
  index: number;
  isRight: boolean;
  name: string;
  /** Somebody who is shown where this one stands. */
  viewer: TestClient;
}

/** Walks to the choice that is right, or to the other, once the choices of this question are there. */
async function choose({ page }: Tab, { index, isRight, name, viewer }: Choice): Promise<void> {
  await page
    .getByTestId('stage')
    .filter({ hasText: `${index + 1} / 6` })
    .waitFor();
  const texts = page.getByTestId('zone-text');
  await texts.first().waitFor();
  const wrong = (await texts.allTextContents()).findIndex((text) => text.includes('left')) + 1;
  const zone = isRight ? 3 - wrong : wrong;
  await page.keyboard.press(String(zone));
  await seenIn(viewer, name, zone);
}

const inPhase = ({ page }: Tab, phase: string) =>
  page.locator(`html[data-phase=${phase}]`).waitFor();

it('R14 a ghost plays on in a league of its own, is revived, and the living see nothing of it before', async () => {
  const names = ['하나', '둘', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
  const room = await openSocketRoom(server.url, names, {
    title: 'Ghosts',
    gameMode: 'SURVIVAL',
    scoring: 'flat',
    revival: true,
  });
  await bringQuestions(server.url, room, 6, 120);
  const { players, pin } = room;
  const host = players[0]!;
  const fallen = players[7]!;
  const living = await openPhone(pin, LIVING);
  const ghost = await openPhone(pin, GHOST);
  const projector = await openTab(browser, 'projector', 'ko-KR');
  await projector.page.goto(`${server.url}/screen/${pin}`);
  await projector.page.getByTestId('screen').waitFor();
  const tabs = [living, ghost, projector];
  const seen = async (tab: Tab, name: string, find: (tab: Tab) => Locator): Promise<void> => {
    await find(tab).waitFor();
    await tab.shoot(`revival-${name}`);
  };

  await host.do('startGame', {});
  await Promise.all([
    answerQuestion(players, 0, players.slice(0, 3)),
    choose(living, { index: 0, isRight: true, name: LIVING, viewer: host }),
    choose(ghost, { index: 0, isRight: false, name: GHOST, viewer: host }),
  ]);
  await closeQuestion(host);
  for (const tab of tabs) await inPhase(tab, 'reveal');
  await ghost.page.locator('[data-testid=own-mark].eliminated').waitFor();

  await host.do('skipPhase', {});
  await Promise.all([
    answerQuestion(players, 1, players.slice(0, 2)),
    choose(living, { index: 1, isRight: true, name: LIVING, viewer: host }),
    choose(ghost, { index: 1, isRight: true, name: GHOST, viewer: fallen }),
  ]);
  await closeQuestion(host);
  for (const tab of tabs) await inPhase(tab, 'reveal');
  const own = ghost.page.getByTestId('own-league');
  await own.waitFor();
  expect(await own.textContent()).toMatch(/유령 리그 1등 · 1문제/);
  // One rank at a time: that of the league.
  expect(await ghost.page.getByTestId('own-rank').textContent()).toMatch(/👻 1등.*1문제/);
  for (const { page } of [living, projector])
    expect(await page.locator('body').textContent()).not.toContain('리그');
  await ghost.shoot('league-ghost-reveal');
  await living.shoot('league-living-reveal');
  await projector.shoot('league-projector-reveal');
  await ghost.page.getByTestId('open-people').tap();
  await ghost.page.getByTestId('ghost-league').waitFor();
  await ghost.shoot('league-ghost-people');
  await ghost.page.keyboard.press('Escape');

  // All of this is shown until the choices come.
  await Promise.all([
    host.do('skipPhase', {}),
    seen(ghost, 'ghost', ({ page }) => page.getByTestId('stamp').filter({ hasText: '부활' })),
    seen(living, 'living', ({ page }) => page.getByTestId('revived')),
    seen(projector, 'projector', ({ page }) => page.getByText('유령 1명이 부활했어요')),
  ]);

  await Promise.all([
    answerQuestion(players, 2, [...players.slice(0, 2), players[6]!]),
    choose(living, { index: 2, isRight: true, name: LIVING, viewer: host }),
    choose(ghost, { index: 2, isRight: true, name: GHOST, viewer: host }),
  ]);
  await closeQuestion(host);
  for (const tab of tabs) await inPhase(tab, 'reveal');
  await ghost.page.locator('[data-testid=own-mark].right').waitFor();
  await host.do('endGame', {});
  for (const { page } of tabs) {
    await page.getByTestId('league-firsts').waitFor();
    expect(await page.getByTestId('league-firsts').textContent()).toContain('Seven');
  }
  await living.shoot('league-results');
  await projector.shoot('league-results-projector');
  for (const tab of tabs) {
    expect(tab.errors).toEqual([]);
    await tab.page.context().close();
  }
  room.close();
});
