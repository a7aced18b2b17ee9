import type { Browser, Locator, Page } from 'playwright-core';
import { standIn } from './arena.js';
import { openFold, openTab, type Tab } from './browser.js';
import type { TestClient } from './client.js';

/** The host goes on, or nobody. */
export const HOST_GOES_ON = {
  COUNTDOWN_MS: '600000',
  GET_READY_MS: '3000',
  REVEAL_MS: '600000',
  LOG_LEVEL: 'warn',
};

export const LAPTOP = { width: 1366, height: 768 } as const;

/** Opens a room from the home page as a host who does not play; answers its PIN. */
export async function openAsHostOnly(
  page: Page,
  url: string,
  { quizCount = 2, preset = 'RANKING', teams = 'none' } = {},
): Promise<string> {
  await page.goto(url);
  await page.getByTestId('open-create').click();
  await page.getByTestId('host-only').check();
  await page.locator(`input[value=${preset}]`).check();
  await page.getByTestId('quiz-count').fill(String(quizCount));
  await page.getByTestId('team-mode').selectOption(teams);
  await page.getByTestId('create-submit').click();
  await page.getByTestId('cockpit').waitFor();
  return pinOf(page);
}

/** Opens a room that is run by a cockpit, its projector, and the phone of a player, who are in its lobby. */
export async function openHall(
  browser: Browser,
  url: string,
  language: 'ko-KR' | 'en-US',
): Promise<{ pin: string; host: Tab; screen: Tab; phone: Tab }> {
  const host = await openTab(browser, 'desktop', language);
  const pin = await openAsHostOnly(host.page, url);
  const screen = await openTab(browser, 'projector', language);
  await screen.page.goto(`${url}/screen/${pin}`);
  const phone = await openTab(browser, 'phone', language);
  await phone.page.goto(`${url}/${pin}`);
  await phone.page.getByTestId('join-submit').click();
  await phone.page.locator('html[data-phase=lobby]').waitFor();
  return { pin, host, screen, phone };
}

/** Brings an evening of these questions and items into the room of a cockpit. */
export async function bringEvening(page: Page, questions: readonly object[]): Promise<void> {
  const evening = { version: 2, title: 'Our evening', language: 'en', questions };
  await page.getByTestId('tab-room').click();
  await page.getByTestId('quiz-file').setInputFiles({
    name: 'evening.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(evening)),
  });
  await page.getByTestId('programme').waitFor();
  await page.getByTestId('tab-people').click();
}

function pinOf(page: Page): string {
  return /^\/host\/(\d{6})$/.exec(new URL(page.url()).pathname)?.[1] ?? '';
}

/** The stage, once it is at this. */
export function stageAt(page: Page, stage: string): Promise<void> {
  return page.locator(`[data-testid=stage][data-stage=${stage}]`).waitFor();
}

/** What the cockpit says of the last press. */
export function noteOf(page: Page, kind: string): Locator {
  return page.locator(`[data-testid=control-note][data-note=${kind}]`);
}

/** Presses a key when the server has answered the one before. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page.locator('[data-testid=control-pad][data-busy=false]').waitFor();
  await page.keyboard.press(key);
}

/** Closes a question by its key, as soon as that is possible. */
export async function closeByKey(page: Page): Promise<void> {
  await stageAt(page, 'answering');
  await page.locator('[data-testid=do-close][aria-disabled=false]').waitFor();
  await pressKey(page, 'c');
  await noteOf(page, 'again').waitFor();
  await pressKey(page, 'c');
  await stageAt(page, 'reveal');
}

/** Shows the host link, and hides it again. */
export async function makeHostLink(page: Page): Promise<string> {
  await page.getByTestId('tab-room').click();
  await openFold(page, 'devices');
  await page.getByTestId('host-link-make').click();
  const link = await page.getByTestId('host-link-address').inputValue();
  await page.getByTestId('host-link-hide').click();
  return link;
}

/** Sends the first to the choice that only the cockpit knows to be right, and the others to another one. */
export async function answerRight(page: Page, [first, ...others]: TestClient[]): Promise<void> {
  await page.getByTestId('right-row').first().waitFor();
  const rows = await page.getByTestId('choice-row').allTextContents();
  const right = rows.findIndex((text) => text.includes('✔')) + 1;
  await first!.do('updatePosition', { newPosition: standIn(right, rows.length) });
  // Several may be right.
  const wrong = rows.findIndex((text) => !text.includes('✔')) + 1;
  for (const other of others)
    await other.do('updatePosition', { newPosition: standIn(wrong, rows.length) });
}
