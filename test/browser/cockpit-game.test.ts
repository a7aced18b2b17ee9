import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import {
  answerRight,
  closeByKey,
  HOST_GOES_ON,
  LAPTOP,
  noteOf,
  openAsHostOnly,
  pressKey,
  stageAt,
} from '../support/cockpit.js';
import { layoutFaults } from '../support/layout.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer(HOST_GOES_ON);
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const PHONE = { width: 390, height: 844 } as const;

async function openCockpit(room: Parameters<typeof openAsHostOnly>[2], names: string[]) {
  const tab = await openTab(browser, 'desktop', 'en-US');
  const { page } = tab;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(LAPTOP);
  const pin = await openAsHostOnly(page, server.url, room);
  const players: TestClient[] = [];
  for (const playerName of names) {
    const player = TestClient.withToken(server.url);
    await player.do('joinRoom', { gameId: pin, playerName });
    players.push(player);
  }
  await page
    .getByTestId('hall-here')
    .filter({ hasText: `${names.length} here` })
    .waitFor();
  /** Looks at it on a laptop and a phone. */
  const look = async (name: string): Promise<void> => {
    for (const [size, viewport] of [
      ['phone', PHONE],
      ['laptop', LAPTOP],
    ] as const) {
      await page.setViewportSize(viewport);
      if (size === 'phone') await page.getByTestId('tab-game').click();
      await tab.shoot(`cockpit-${name}-${size}`);
      expect(await layoutFaults(page, [viewport])).toEqual([]);
      expect(await violations(page)).toEqual([]);
    }
  };
  const close = async (): Promise<void> => {
    expect(tab.errors).toEqual([]);
    for (const player of players) player.close();
    await page.context().close();
  };
  return { page, pin, players, look, close };
}

/** The first question, at its choices. */
async function ask(page: Page): Promise<void> {
  await page.getByTestId('do-start').click();
  await stageAt(page, 'countdown');
  await page.getByTestId('do-next').click();
  await stageAt(page, 'answering');
}

it('R4.2, R4.14 shows answers, what comes and blind counts to a host without a seat, who picks', async () => {
  const { page, players, look, close } = await openCockpit({ quizCount: 6, preset: 'contest' }, [
    'Ann',
    'Bea',
  ]);
  await ask(page);
  await answerRight(page, players);
  const right = page.getByTestId('choice-row').filter({ has: page.getByTestId('right-row') });
  await right.filter({ hasText: '1 player' }).waitFor();

  // The next one, two more, and two that are folded.
  const rows = page.getByTestId('coming-question');
  expect(await rows.count()).toBe(5);
  expect(await rows.nth(2).isVisible()).toBe(true);
  expect(await rows.nth(3).isVisible()).toBe(false);
  expect(await rows.first().getByTestId('pick-question').count()).toBe(0);
  await page.getByTestId('coming-rest').locator('summary').click();
  await look('coming');
  const wanted = (await rows.nth(4).locator('p').first().textContent()) ?? '';
  const before = (await rows.first().locator('p').first().textContent()) ?? '';
  await rows.nth(4).getByTestId('pick-question').click();
  await rows.first().filter({ hasText: wanted }).waitFor();
  await rows.nth(1).filter({ hasText: before }).waitFor();
  await closeByKey(page);
  await page.keyboard.press('Space');
  await stageAt(page, 'ready');
  expect(await page.getByTestId('question').textContent()).toBe(wanted);
  const told = (await page.getByTestId('stage-answer').locator('b').textContent()) ?? '';
  await stageAt(page, 'answering');
  expect(await page.getByTestId('right-row').locator('..').textContent()).toContain(told);
  await close();
});

it('R4.12, R6.8, R6.14, R13.4 hides, breaks, ranks teams, shows the codes and goes on with the scores', async () => {
  const { page, pin, players, look, close } = await openCockpit({ quizCount: 1, teams: 'dealt' }, [
    'Ann',
    'Bea',
  ]);
  const press = (id: string) => page.getByTestId(id).click();
  expect(await page.getByTestId('do-round').count()).toBe(0);
  await ask(page);
  await answerRight(page, players);
  const told = page.getByTestId('stage-state');
  await press('open-pause-menu');
  await press('hide-question');
  await told.filter({ hasText: 'hidden from players' }).waitFor();
  await players[0]!.wait('phase', ({ curtain }) => curtain === true);
  await press('open-pause-menu');
  await page.getByTestId('break-message').fill('Tea');
  await press('break-start');
  await told.filter({ hasText: 'Break: Tea' }).waitFor();
  await page.getByTestId('break-clock').waitFor();
  // A press of a clicker ends no break, and two ones at once do.
  await pressKey(page, 'PageDown');
  const again = noteOf(page, 'again').filter({
    hasText: /\d:\d\d of the break are left\. Press again/,
  });
  await again.waitFor();
  await again.waitFor({ state: 'detached' });
  await told.filter({ hasText: 'Break: Tea' }).waitFor();
  await look('break');
  await pressKey(page, 'PageDown');
  await page.keyboard.press('PageDown');
  await page.getByTestId('do-pause').waitFor();
  // The key is the plain pause.
  await pressKey(page, 'p');
  await told.filter({ hasText: /Paused\s*$/ }).waitFor();
  expect(await page.getByTestId('curtain').count()).toBe(0);
  await pressKey(page, 'p');

  await closeByKey(page);
  expect(await page.getByTestId('team-ranking').locator('li').count()).toBe(2);
  await look('teams');
  await page.keyboard.press('Space');
  await page.getByTestId('podium').getByTestId('team-ranking').waitFor();
  const codes = page.getByTestId('claim-codes').locator('b');
  await codes.first().waitFor();
  expect(await codes.allTextContents()).toContain((await players[0]!.wait('claimCode')).code);
  await look('after-game');

  // The home page leads back.
  await page.goto(server.url);
  await page.getByTestId('return-cockpit').click();
  await page.getByTestId('cockpit').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/host/${pin}`);
  const { results } = await players[0]!.wait('endGame');
  const { score } = results.find(({ playerName }) => playerName === 'Ann')!;
  expect(score).toBeGreaterThan(0);
  await page.getByTestId('do-round').waitFor();
  await page.keyboard.press('r');
  await stageAt(page, 'countdown');
  const ann = page.getByTestId('person').filter({ hasText: 'Ann' });
  await ann.getByText(score.toLocaleString('en'), { exact: true }).waitFor();
  await ann.getByTestId('person-actions').click();
  await ann.getByTestId('extra-time').click();
  await ann.getByTestId('extra-timed').waitFor();
  await close();
});

it('R8.7, R6.2 shows masked words to all, and how many live', async () => {
  const { page, players, close } = await openCockpit({ quizCount: 2, preset: 'SURVIVAL' }, [
    'Ann',
    'Bea',
    'Cho',
  ]);
  await players[0]!.do('chatMessage', { message: '이런 시ㅂㅏㄹ' });
  await page.getByTestId('tab-chat').click();
  const said = page.getByTestId('chat-message');
  await said.filter({ hasText: '이런 ***' }).getByTestId('message-actions').click();
  await page.getByTestId('original').filter({ hasText: '시ㅂㅏㄹ' }).waitFor();
  await page.getByTestId('unmask-message').click();
  await said.filter({ hasText: '이런 시ㅂㅏㄹ' }).waitFor();
  const { messages } = await players[1]!.wait('unmaskMessages');
  expect(messages.map(({ message }) => message)).toEqual(['이런 시ㅂㅏㄹ']);

  await ask(page);
  const living = page.getByTestId('living');
  await living.filter({ hasText: '3 alive · 0 ghosts' }).waitFor();
  await answerRight(page, players);
  await closeByKey(page);
  await living.filter({ hasText: '1 alive · 2 ghosts' }).waitFor();
  await close();
});
