import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { violations } from '../support/axe.js';
import {
  boxOf,
  closeAllTabs,
  launchBrowser,
  openTab,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { layoutFaults, PHONES } from '../support/layout.js';
import { openSocketRoom, type SocketRoom } from '../support/socket-room.js';

const FROM_FAR = 'from far away';

let server: Child & { url: string };
let browser: Browser;
/** With text of twice the size. */
let large: Browser;
let room: SocketRoom;
let mina: Tab;
let tom: Tab;
let projector: Tab;
let neighbour: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
  large = await launchBrowser(['--blink-settings=defaultFontSize=32']);
  room = await openSocketRoom(server.url, ['Host', 'Neighbour', 'Stranger'], {
    maxPlayerCount: 600,
  });
  [, neighbour, stranger] = room.players as [TestClient, TestClient, TestClient];
  await neighbour.do('updatePosition', { newPosition: [0.45, 0.5] });
  await stranger.do('updatePosition', { newPosition: [0.02, 0.02] });
  projector = await openTab(browser, 'projector', 'en-US');
  await projector.page.goto(`${server.url}/screen/${room.pin}`);
  await projector.page.getByTestId('screen-pin').waitFor();
  mina = await enter('미나', 'ko-KR');
  tom = await enter('Tom', 'en-US');
});

afterAll(async () => {
  room.close();
  await closeAllTabs(browser);
  await large.close();
  await server.stop();
});

/** Enters on a phone, and walks to where the neighbour stands. */
async function enter(name: string, locale: 'ko-KR' | 'en-US'): Promise<Tab> {
  const tab = await openTab(locale === 'ko-KR' ? browser : large, 'phone', locale);
  const { page } = tab;
  // What is half faded in has half its contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/join/${room.pin}`);
  await page.getByTestId('join-name').fill(name);
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
  const { width, height } = await boxOf(page.getByTestId('arena'));
  const [x, y] = locale === 'ko-KR' ? [0.3, 0.42] : [0.46, 0.6];
  const position = { x: width * x, y: height * y };
  await page.getByTestId('arena').tap({ position });
  return tab;
}

const attribute = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByTestId('arena').getAttribute(name));
const rowOf = (page: Page, text: string) =>
  page.getByTestId('chat-message').filter({ hasText: text });

/** Notes the most bubbles that are seen at once on a page from now on, as they are gone after some seconds. */
const noteBubbles = (page: Page) =>
  page.evaluate(`{
    const arena = document.querySelector('[data-testid=arena]');
    arena.dataset.most = '0';
    new MutationObserver(() => {
      const seen = Math.max(Number(arena.dataset.most), Number(arena.dataset.bubbles));
      if (seen !== Number(arena.dataset.most)) arena.dataset.most = String(seen);
    }).observe(arena, { attributeFilter: ['data-bubbles'] });
  }`);

/** Says one thing after the other until one comes too soon; answers that one. */
async function writeTooFast(page: Page): Promise<string> {
  const input = page.getByTestId('chat-input');
  for (let n = 1; ; n++) {
    const message = `또 나예요 ${n}`;
    await write(page, message);
    const isKept = async () => (await input.inputValue()) === message;
    const isTold = async () => (await rowOf(page, message).count()) > 0;
    await expect.poll(async () => (await isKept()) || (await isTold())).toBe(true);
    if (!(await isTold())) return message;
  }
}

async function write(page: Page, message: string): Promise<void> {
  await page.getByTestId('chat-input').fill(message);
  await page.getByTestId('chat-send').tap();
}

it('R23.7 a phone talks to those near: in a bubble, and marked in the chat', async () => {
  // All three are avatars to each other.
  for (const { page } of [mina, tom])
    await expect.poll(() => attribute(page, 'data-avatars')).toBeGreaterThanOrEqual(3);

  await mina.page.getByTestId('open-chat').tap();
  await mina.page.getByTestId('chat-hearers').waitFor();
  expect(await mina.page.getByTestId('chat-hearers').innerText()).toMatch(
    /모두에게\s+가까운 사람에게/,
  );
  expect(await mina.page.locator('[data-testid=chat-hearers] [value=all]').isChecked()).toBe(true);
  await mina.page.getByText('가까운 사람에게', { exact: true }).tap();
  await noteBubbles(tom.page);
  await write(mina.page, '여기 비었어요? 우리 같이 서 있어요');
  await neighbour.until(() => neighbour.all('nearChat').length > 0, 'what was said near');
  await rowOf(mina.page, '여기 비었어요').getByTestId('said-near').waitFor();

  await expect.poll(() => attribute(tom.page, 'data-most')).toBe(1);
  await tom.shoot('near-chat-bubble-phone');
  // Who is too fast keeps the text.
  const kept = await writeTooFast(mina.page);
  expect(await mina.page.getByTestId('chat-input').inputValue()).toBe(kept);
  await mina.shoot('near-chat-list-phone');

  await tom.page.getByTestId('open-chat').tap();
  expect(await rowOf(tom.page, '여기 비었어요').innerText()).toMatch(/미나.*near/s);
  // By the keyboard, too, and it is as it was when the chat is opened again.
  await tom.page.locator('[data-testid=chat-hearers] [value=all]').focus();
  await tom.page.keyboard.press('ArrowRight');
  await tom.page.getByPlaceholder('Write to those near you').waitFor();
  await tom.page.keyboard.press('Escape');
  await tom.page.getByTestId('open-chat').tap();
  expect(await tom.page.locator('[data-testid=chat-hearers] [value=near]').isChecked()).toBe(true);
  await write(tom.page, 'Come over here');
  await rowOf(tom.page, 'Come over here').getByTestId('said-near').waitFor();
  await tom.shoot('near-chat-list-phone-en');
  await tom.page.getByText('Everybody', { exact: true }).tap();
  await write(tom.page, 'hello all of you');
  await rowOf(mina.page, 'hello all of you').waitFor();
  expect(await rowOf(mina.page, 'hello all of you').getByTestId('said-near').count()).toBe(0);
});

it('R23.7 the choice and the mark are read and seen, with text of twice the size, too', async () => {
  for (const { page } of [mina, tom])
    expect([...(await violations(page)), ...(await layoutFaults(page, PHONES))]).toEqual([]);
});

it('R23.7 tells who said it, nothing from far away, and projectors nothing', async () => {
  for (const { page } of [mina, tom]) await noteBubbles(page);
  await stranger.do('chatMessage', { message: FROM_FAR, near: true });
  await neighbour.do('chatMessage', { message: 'I am the neighbour', near: true });
  for (const { page } of [mina, tom]) {
    expect(await rowOf(page, 'I am the neighbour').innerText()).toContain('Neighbour');
    await page.keyboard.press('Escape');
    await expect.poll(() => attribute(page, 'data-most')).toBeGreaterThan(0);
  }
  await mina.shoot('near-chat-bubbles-phone-ko');
  await room.players[0]!.do('chatMessage', { message: 'the end' });
  await stranger.until(() =>
    stranger.all('chatMessage').some(({ messages }) => messages[0]?.message === 'the end'),
  );
  for (const { page } of [mina, tom, projector])
    expect(await page.content()).not.toContain(FROM_FAR);
  expect(stranger.all('nearChat').flatMap(({ messages }) => messages)).toHaveLength(1);
  expect(await projector.page.getByTestId('arena').getAttribute('data-bubbles')).toBeNull();
  // They are gone after some seconds.
  for (const { page } of [mina, tom])
    await page.locator('[data-testid=arena][data-bubbles="0"]').waitFor();
  for (const { errors } of [mina, tom, projector]) expect(errors).toEqual([]);
});

it('R23.1 who is near is an avatar again where nobody walks any more', async () => {
  const { page } = mina;
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: before.width, height: 300 });
  // So low a floor has no room for all, as the crowd is told on it.
  await stranger.do('updatePosition', { newPosition: [0.98, 0.98] });
  await expect.poll(() => attribute(page, 'data-avatars')).toBeLessThan(3);
  await page.setViewportSize(before);
  await expect.poll(() => attribute(page, 'data-avatars')).toBeGreaterThanOrEqual(3);
});
