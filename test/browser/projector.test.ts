import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  boxOf,
  bringQuiz,
  closeAllTabs,
  openFold,
  openRoom,
  openTab,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

const QUIZ_FILE = 'question,answer,choice1,choice2,seconds\nWhich?,left,left,right,120\n';
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
];
/** Of the height of the screen: smaller letters nobody reads from the back. */
const LEAST_PERCENT = 2.5;

let server: Child & { url: string };
let browser: Browser;
let host: Tab;
let projector: Tab;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '300',
    GET_READY_MS: '300',
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
  host = await openTab(browser, 'desktop', 'en-US');
  const pin = await openRoom(host.page, server.url, { name: 'Dana' });
  projector = await openTab(browser, 'projector', 'en-US');
  await projector.page.goto(`${server.url}/screen/${pin}`);
  await projector.page.getByTestId('screen-pin').waitFor();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const fontSize = (page: Page, selector: string) =>
  page.evaluate<number>(
    `parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`,
  );

/** What is outside the page or overlaps with the chat, and what cannot be read from the back. */
async function faults(page: Page, testIds: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const { width, height } = page.viewportSize()!;
  const chat = await boxOf(page.getByTestId('screen-chat'));
  for (const id of ['screen-chat', ...testIds]) {
    const box = await boxOf(page.getByTestId(id));
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    if (box.x < 0 || box.y < 0 || right > width || bottom > height) found.push(`${id} is cut off`);
    const isBeside = right <= chat.x || chat.x + chat.width <= box.x;
    const isAboveOrBelow = bottom <= chat.y || chat.y + chat.height <= box.y;
    if (id !== 'screen-chat' && !isBeside && !isAboveOrBelow) found.push(`${id} meets the chat`);
  }
  const letters = await fontSize(page, '[data-testid=screen-chat] p');
  if ((letters / height) * 100 < LEAST_PERCENT) found.push(`letters of ${letters} px`);
  const pin = await boxOf(page.getByTestId('screen-pin'));
  const isTwoLines = pin.height > 1.5 * (await fontSize(page, '[data-testid=screen-pin]'));
  if (isTwoLines) found.push('the PIN breaks');
  return found.map((fault) => `${width} × ${height}: ${fault}`);
}

async function say(message: string): Promise<void> {
  await host.page.getByTestId('open-chat').click();
  await host.page.getByTestId('chat-input').fill(message);
  await host.page.getByTestId('chat-send').click();
  await host.page.getByTestId('chat-message').filter({ hasText: message }).waitFor();
}

async function showChat(on: boolean): Promise<void> {
  await host.page.getByTestId('open-host').click();
  await openFold(host.page, 'devices');
  await host.page.getByTestId('screen-chat').setChecked(on);
}

describe('the chat on the big screen', () => {
  it('is there in the lobby, apart from a PIN in one line and the QR code, when the host shows it, and goes again', async () => {
    const { page } = projector;
    await say('Hello, hall');
    expect(await page.getByTestId('screen-chat').count()).toBe(0);
    await showChat(true);
    await page.getByTestId('screen-chat').filter({ hasText: 'Hello, hall' }).waitFor();
    await say('W'.repeat(150));
    await page.getByTestId('screen-chat').filter({ hasText: 'WWW' }).waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect(
        await faults(page, ['screen-pin', 'qr', 'join-address', 'player-count', 'arena']),
      ).toEqual([]);
    }
    await projector.shoot('chat-lobby-projector');
    await showChat(false);
    await page.getByTestId('screen-chat').waitFor({ state: 'detached' });
    await showChat(true);
  });

  it('is there during a question, and not beside the results', async () => {
    const { page } = projector;
    await bringQuiz(host.page, QUIZ_FILE);
    await host.page.getByTestId('start').click();
    await page.getByTestId('zone').first().waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect(await faults(page, ['screen-pin', 'screen-how', 'arena', 'timer'])).toEqual([]);
    }
    await host.page.locator('[data-testid=skip][data-skips=close]').click();
    await page.locator('html[data-phase=reveal]').waitFor();
    await host.page.getByTestId('skip').click();
    await page.getByTestId('podium').waitFor();
    expect(await page.getByTestId('screen-chat').count()).toBe(0);
    await projector.shoot('chat-podium-projector');
    expect([...host.errors, ...projector.errors]).toEqual([]);
  });
});
