import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { HOST_GOES_ON, LAPTOP, openAsHostOnly } from '../support/cockpit.js';
import { layoutFaults, PHONES } from '../support/layout.js';

let server: Child & { url: string; port: number };
let browser: Browser;
/** By which pages and sockets come from one address. */
let base: string;
const sockets: TestClient[] = [];

beforeAll(async () => {
  server = await runServer({ ...HOST_GOES_ON, NEWCOMERS_PER_S: '1' });
  base = `http://127.0.0.1:${server.port}`;
  browser = await workerBrowser();
});

afterAll(async () => {
  for (const socket of sockets) socket.close();
  await closeAllTabs(browser);
  await server.stop();
});

/** A cockpit of a room with so many seats. */
async function openCockpit(seats: number, locale: 'ko-KR' | 'en-US'): Promise<[Tab, string]> {
  const host = await openTab(browser, 'desktop', locale);
  await host.page.setViewportSize(LAPTOP);
  const pin = await openAsHostOnly(host.page, base);
  await host.page.getByTestId('tab-room').click();
  const capacity = host.page.getByTestId('room-settings').locator('input[type=number]').last();
  await capacity.fill(String(seats));
  await capacity.press('Enter');
  await host.page.getByTestId('toasts').locator('.good').waitFor();
  return [host, pin];
}

function connect(): TestClient {
  const socket = TestClient.withToken(base);
  sockets.push(socket);
  return socket;
}

async function seat(pin: string, playerName: string): Promise<TestClient> {
  const socket = connect();
  await socket.do('joinRoom', { gameId: pin, playerName });
  return socket;
}

/** A phone that asks for a seat by the address of the room. */
async function ask(pin: string, locale: 'ko-KR' | 'en-US', name: string): Promise<Tab> {
  const tab = await openTab(browser, 'phone', locale);
  await tab.page.emulateMedia({ reducedMotion: 'reduce' });
  await tab.page.goto(`${base}/join/${pin}`);
  await tab.page.getByTestId('join-name').fill(name);
  await tab.page.getByTestId('join-submit').tap();
  return tab;
}

async function faultsOf({ page }: Tab, sizes: Parameters<typeof layoutFaults>[1]) {
  return [...(await violations(page)), ...(await layoutFaults(page, sizes))];
}

async function close(...tabs: Tab[]): Promise<void> {
  for (const { page, errors } of tabs) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
}

describe('the door of a room in the page', () => {
  it.each([
    ['ko-KR', /차례 \d+번째, 약 \d+초/, '입장 중'],
    ['en-US', /You are number \d+ in line, about \d+ s/, 'coming in'],
  ] as const)(
    'R1.8 tells a phone its place in the line, and lets it in, in %s',
    async (locale, told, waiting) => {
      const [host, pin] = await openCockpit(200, locale);
      // One a second: so many are before it.
      for (let n = 0; n < 10; n++)
        void connect()
          .do('joinRoom', { gameId: pin, playerName: `Before ${n}` })
          .catch(() => undefined);
      await sockets.at(-1)!.wait('queued');
      const line = host.page.getByTestId('door-waiting');
      await line.filter({ hasText: waiting }).waitFor();
      await host.shoot(`door-queue-cockpit-${locale}`);
      const phone = await ask(pin, locale, 'Mina');
      const queued = phone.page.getByTestId('queued');
      await queued.waitFor();
      expect(await queued.textContent()).toMatch(told);
      await phone.shoot(`door-queue-phone-${locale}`);
      expect(await faultsOf(phone, PHONES)).toEqual([]);
      await phone.page.getByTestId('arena').waitFor();
      await line.waitFor({ state: 'detached' });
      await close(host, phone);
    },
  );

  it.each([
    ['ko-KR', '2자리 중 2', '1명 못 들어옴', '자리가 없어서 1명', '자동으로 들어가요'],
    [
      'en-US',
      '2 of 2',
      '1 turned away',
      '1: no seat was free',
      'You will join as soon as there is a seat',
    ],
  ] as const)(
    'R1.9, R1.11 lets in by itself whom a full room had turned away, once the host makes room in a game, in %s',
    async (locale, seats, turnedAway, why, waits) => {
      const [host, pin] = await openCockpit(2, locale);
      for (const name of ['Ann', 'Bob']) await seat(pin, name);
      await host.page.getByTestId('do-start').click();
      const phone = await ask(pin, locale, 'Mina');
      await phone.page.getByTestId('join-problem').filter({ hasText: waits }).waitFor();
      const door = host.page.getByTestId('door-line');
      await door.getByTestId('door-turned-away').filter({ hasText: turnedAway }).waitFor();
      await door.getByTestId('door-seats').filter({ hasText: seats }).waitFor();
      await door.getByTestId('door-why').filter({ hasText: why }).waitFor();
      await phone.shoot(`door-full-phone-${locale}`);
      await host.shoot(`door-turned-away-cockpit-${locale}`);
      expect(await faultsOf(phone, PHONES)).toEqual([]);
      expect(await faultsOf(host, [LAPTOP])).toEqual([]);
      await door.getByTestId('make-room').click();
      // Nobody touches the phone.
      await phone.page.getByTestId('arena').waitFor();
      await door.waitFor({ state: 'detached' });
      await host.page.getByTestId('tab-people').click();
      await host.page.getByTestId('person').filter({ hasText: 'Mina' }).waitFor();
      await close(host, phone);
    },
  );

  it.each([
    ['ko-KR', '한 번도 움직이지 않은 3명을 내보낼까요?', '3명 내보내기', '3명을 내보냈어요'],
    ['en-US', 'Remove 3 who never moved?', 'Remove 3', '3 were removed'],
  ] as const)(
    'R3.7 removes all who never moved after a question that says how many, and nobody else, in %s',
    async (locale, question, action, done) => {
      const [host, pin] = await openCockpit(20, locale);
      const mover = await seat(pin, 'Mover');
      for (const name of ['Ann', 'Bob']) await seat(pin, name);
      await mover.do('updatePosition', { newPosition: [0.25, 0.75] });
      const phone = await ask(pin, locale, 'Mina');
      await phone.page.getByTestId('arena').waitFor();
      await host.page.getByTestId('tab-people').click();
      const people = host.page.getByTestId('person');
      await expect.poll(() => people.count()).toBe(4);
      await host.page.getByTestId('remove-many').locator('summary').click();
      await host.shoot(`door-remove-cockpit-${locale}`);
      const unmoved = host.page.getByTestId('remove-unmoved');
      await unmoved.click();
      const confirm = host.page.getByTestId('confirm');
      await confirm.filter({ hasText: question }).waitFor();
      await host.shoot(`door-confirm-cockpit-${locale}`);
      expect(await faultsOf(host, [LAPTOP])).toEqual([]);
      await host.page.keyboard.press('Escape');
      await confirm.waitFor({ state: 'detached' });
      expect(await people.count()).toBe(4);
      await unmoved.click();
      const yes = host.page.getByTestId('confirm-yes');
      await yes.waitFor();
      expect(await yes.textContent()).toBe(action);
      await yes.click();
      await host.page.getByTestId('toasts').filter({ hasText: done }).waitFor();
      await expect.poll(() => people.allTextContents()).toHaveLength(1);
      expect(await people.first().textContent()).toContain('Mover');
      expect(mover.all('notice')).toEqual([]);
      // Whoever was there comes back with one tap, and with their name.
      await phone.page.getByTestId('ended').waitFor();
      await phone.shoot(`door-removed-phone-${locale}`);
      expect(await faultsOf(phone, PHONES)).toEqual([]);
      await phone.page.getByTestId('take-back').tap();
      await phone.page.getByTestId('arena').waitFor();
      await people.filter({ hasText: 'Mina' }).waitFor();

      const lastMinute = host.page.getByTestId('remove-lastMinute');
      await lastMinute.click();
      await confirm.filter({ hasText: '2' }).waitFor();
      await host.page.getByTestId('confirm-yes').click();
      await expect.poll(() => people.count()).toBe(0);
      await lastMinute.click();
      // There is nobody any more, and nothing to confirm.
      await host.page.getByTestId('toasts').locator('div, li, p').last().waitFor();
      expect(await confirm.count()).toBe(0);
      await close(host, phone);
    },
  );

  it('R1.9 names those of the list who are missing to who opens it', async () => {
    const [host, pin] = await openCockpit(20, 'en-US');
    const { page } = host;
    await page.getByTestId('names-by').selectOption('list');
    await page.getByTestId('name-list').fill('김민지\nAnna Lee\nBo Kim\n');
    await page.getByTestId('name-list-save').click();
    await page.getByTestId('tab-people').click();
    const missing = page.getByTestId('missing').filter({ visible: true });
    await missing.filter({ hasText: 'Missing (3)' }).waitFor();
    await missing.locator('summary').click();
    await page
      .getByTestId('missing-names')
      .filter({ hasText: '김민지, Anna Lee, Bo Kim' })
      .waitFor();
    await seat(pin, 'anna lee');
    await page.getByTestId('missing-names').filter({ hasText: '김민지, Bo Kim' }).waitFor();
    await host.shoot('door-missing-cockpit');
    expect(await faultsOf(host, [LAPTOP])).toEqual([]);
    for (const name of ['김민지', 'Bo Kim']) await seat(pin, name);
    await missing.filter({ hasText: 'Everybody on the list is here' }).waitFor();
    await close(host);
  });
});
