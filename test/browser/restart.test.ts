import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeAllTabs,
  openTab,
  podiumStands,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { TestClient } from '../support/client.js';
import { answerRight, openAsHostOnly, pressKey, stageAt } from '../support/cockpit.js';
import { Laptop } from '../support/laptop.js';

const PLAYERS = 30;

const laptop = new Laptop({
  COUNTDOWN_MS: '300',
  GET_READY_MS: '300',
  REVEAL_MS: '600000',
  SHOW: 'on',
});
let browser: Browser;
beforeAll(async () => {
  await laptop.start();
  browser = await workerBrowser();
});
let players: TestClient[] = [];
afterAll(async () => {
  for (const player of players) player.close();
  await closeAllTabs(browser);
  await laptop.close();
});

interface Evening {
  pin: string;
  host: Tab;
  projector: Tab;
  phone: Tab;
}

async function open(): Promise<Evening> {
  const host = await openTab(browser, 'desktop', 'en-US');
  const pin = await openAsHostOnly(host.page, laptop.url, { quizCount: 2 });
  const projector = await openTab(browser, 'projector', 'ko-KR');
  await projector.page.goto(`${laptop.url}/screen/${pin}`);
  await projector.page.getByTestId('screen').waitFor();
  const phone = await openTab(browser, 'phone', 'ko-KR');
  await phone.page.goto(`${laptop.url}/join/${pin}`);
  await phone.page.getByTestId('join-name').fill('민지');
  await phone.page.getByTestId('join-submit').tap();
  await phone.page.getByTestId('arena').waitFor();
  for (let n = 1; n < PLAYERS; n++) {
    const player = TestClient.withToken(laptop.url);
    await player.do('joinRoom', { gameId: pin, playerName: `Player ${n}` });
    players.push(player);
  }
  return { pin, host, projector, phone };
}

/** Everybody but the pages, which come back by themselves. */
async function comeBack({ pin }: Evening): Promise<void> {
  for (const old of players) old.close();
  players = players.map(
    ({ token }) =>
      new TestClient(laptop.url, { auth: { wantToken: true, token }, query: { 'game-id': pin } }),
  );
  await Promise.all(players.map((player) => player.wait('phase')));
}

/** The process is killed and started again, and the host goes on when all are back. */
async function restart(evening: Evening, name: string): Promise<void> {
  const { host, projector, phone } = evening;
  await laptop.restart();
  await Promise.all(
    [projector, phone].map(({ page }) =>
      page.getByTestId('curtain').filter({ hasText: '다시 연결됐어요' }).waitFor(),
    ),
  );
  await comeBack(evening);
  const told = host.page
    .getByTestId('stage')
    .filter({ hasText: `${PLAYERS} of ${PLAYERS} are back` });
  await told.filter({ hasText: 'The server was away for' }).waitFor();
  await host.page.locator('[data-testid=do-resume].primary').waitFor();
  await Promise.all([host, projector, phone].map((tab, n) => tab.shoot(`restart-${name}-${n}`)));
  // It is behind the curtain, which a single press does not lift.
  await host.page.getByTestId('do-resume').dblclick();
  await Promise.all(
    [projector, phone].map(({ page }) =>
      page.getByTestId('curtain').waitFor({ state: 'detached' }),
    ),
  );
}

const winner = (): unknown =>
  players[0]!.last('endQuizTime')?.players.find(({ playerId }) => playerId === players[0]!.playerId)
    ?.score;

describe('R25.2 an evening whose server is killed', () => {
  it('in a question, in a reveal and in the final: all pages play on to the podium', async () => {
    const evening = await open();
    const { host, projector, phone } = evening;
    await host.page.getByTestId('do-start').click();
    await stageAt(host.page, 'answering');
    await answerRight(host.page, players);
    // Places are written once a second (R25.1).
    await laptop.hasWritten('"question":"1.0.0.0"', 1);
    await restart(evening, 'question');
    await stageAt(host.page, 'answering');
    await host.page.locator('[data-testid=do-close][aria-disabled=false]').waitFor();
    await host.page.getByTestId('do-close').click();
    await stageAt(host.page, 'reveal');
    await players[0]!.wait('endQuizTime');
    const first = winner();
    expect(first).toBeGreaterThan(0);

    await restart(evening, 'reveal');
    await stageAt(host.page, 'reveal');
    await players[0]!.wait('endQuizTime');
    expect(winner()).toBe(first);
    await pressKey(host.page, ' ');
    await stageAt(host.page, 'answering');
    await answerRight(host.page, players);
    await host.page.locator('[data-testid=do-close][aria-disabled=false]').waitFor();
    await host.page.getByTestId('do-close').click();
    await stageAt(host.page, 'reveal');
    await players[0]!.until(() => players[0]!.all('endQuizTime').length > 1, 'the second reveal');
    const last = Number(winner());
    expect(last).toBeGreaterThan(Number(first));

    // The first press ends the show of the reveal, and the second the game.
    const shown = players[0]!.last('phase')!.version;
    await pressKey(host.page, ' ');
    await players[0]!.until(
      () => players[0]!.last('phase')!.version > shown,
      'the end of the show',
    );
    await pressKey(host.page, ' ');
    await players[0]!.wait('endGame');
    await laptop.restart();
    await comeBack(evening);
    const { results } = await players[0]!.wait('endGame');
    // Somebody else may have stood right by chance.
    const mine = results.find(({ playerId }) => playerId === players[0]!.playerId);
    expect(mine?.score).toBe(last);
    // The pages may still show what they had before.
    await Promise.all(
      [projector, phone].map(async ({ page }) => {
        await page.getByTestId('banner').filter({ hasNotText: /./ }).waitFor({ state: 'attached' });
        await page.getByTestId('podium').waitFor();
        await podiumStands(page);
      }),
    );
    await Promise.all([host, projector, phone].map((tab, n) => tab.shoot(`restart-final-${n}`)));
  });
});
