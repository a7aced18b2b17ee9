import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import {
  chooseLanguage,
  boxOf,
  closeAllTabs,
  openFold,
  openRoom,
  openTab,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { layoutFaults, PHONES } from '../support/layout.js';
import { runServer, type Child } from '../support/child.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

async function join(pin: string, name: string): Promise<Tab> {
  const tab = await openTab(browser, 'desktop', 'ko-KR');
  await tab.page.goto(`${server.url}/join/${pin}`);
  await tab.page.getByTestId('join-name').fill(name);
  await tab.page.getByTestId('join-submit').click();
  return tab;
}

async function say({ page }: Tab, message: string): Promise<void> {
  await page.getByTestId('chat-input').fill(message);
  await page.getByTestId('chat-send').click();
}

const said = ({ page }: Tab, text: string) =>
  page.getByTestId('chat-message').filter({ hasText: text });

describe('moderation in the page', () => {
  it('R8.6 says in German that nothing is masked in it, and which sets are in other languages', async () => {
    const { page, shoot } = await openTab(browser, 'desktop', 'en-US');
    await page.goto(server.url);
    await chooseLanguage(page, 'de');
    const sets = page.getByTestId('quiz-set');
    await openRoom(page, server.url, { name: 'Host' });
    await page.getByTestId('open-host').click();
    await openFold(page, 'during');
    await page.getByTestId('no-word-list').waitFor();
    expect(await page.getByTestId('no-word-list').innerText()).toMatch(/Englisch und Koreanisch/);
    expect(await sets.locator('option:checked').innerText()).toMatch(/ · Englisch$/);
    const languages = (await sets.locator('option').allInnerTexts()).map((name) =>
      name.split(' · ').at(-1),
    );
    expect(new Set(languages)).toEqual(new Set(['Englisch', 'Koreanisch']));
    await page.getByTestId('no-word-list').scrollIntoViewIfNeeded();
    await shoot('moderation-german');
    await page.context().close();
  });

  it('R8.3, R8.4, R8.6 deletes, mutes and masks, by keyboard, and the projector follows', async () => {
    const host = await openTab(browser, 'desktop', 'en-US');
    const pin = await openRoom(host.page, server.url, { name: 'Host' });
    const guest = await join(pin, 'Gil');
    const screen = await openTab(browser, 'projector', 'en-US');
    await screen.page.goto(`${server.url}/screen/${pin}`);
    await host.page.getByTestId('open-host').click();
    // A room that the page opens masks words from the beginning.
    expect(await host.page.getByTestId('filter-words').isChecked()).toBe(true);
    expect(await host.page.getByTestId('no-word-list').count()).toBe(0);
    await openFold(host.page, 'devices');
    await host.page.getByTestId('screen-chat').check();

    for (const { page } of [host, guest]) await page.getByTestId('open-chat').click();
    await say(guest, '이런 시ㅂㅏㄹ');
    await said(guest, '이런 ***').waitFor();
    await say(guest, 'nonsense');
    const onScreen = screen.page.getByTestId('screen-chat').getByText('nonsense');
    await onScreen.waitFor();
    // Only the host has a button on each message; it is large enough for a finger.
    expect(await guest.page.getByTestId('message-actions').count()).toBe(0);
    const more = said(host, 'nonsense').getByTestId('message-actions');
    const { width, height } = await boxOf(more);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await more.focus();
    await host.page.keyboard.press('Enter');
    await host.page.getByTestId('delete-message').waitFor();
    await host.shoot('moderation-desktop');
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Enter');
    for (const gone of [said(host, 'nonsense'), said(guest, 'nonsense'), onScreen])
      await gone.waitFor({ state: 'detached' });

    await said(host, '***').getByTestId('message-actions').click();
    await host.page.getByTestId('original').filter({ hasText: '시ㅂㅏㄹ' }).waitFor();
    await host.shoot('masked-desktop');
    await host.page.getByTestId('unmask-message').click();
    for (const tab of [host, guest]) await said(tab, '이런 시ㅂㅏㄹ').waitFor();
    await said(host, '이런').getByTestId('message-actions').click();
    expect(await host.page.getByTestId('unmask-message').count()).toBe(0);
    await host.page.getByTestId('mute-author').click();
    await guest.page.getByTestId('chat-input').and(guest.page.locator(':disabled')).waitFor();
    await host.page.getByTestId('open-people').click();
    const gil = host.page.getByTestId('person').filter({ hasText: 'Gil' });
    await gil.filter({ hasText: 'Muted' }).waitFor();
    await gil.getByTestId('person-actions').click();
    await gil.getByTestId('mute-player').click();
    await guest.page.getByTestId('chat-input').and(guest.page.locator(':enabled')).waitFor();

    await host.page.getByTestId('open-host').click();
    await openFold(host.page, 'during');
    await host.page.getByTestId('slow-mode').selectOption('30');
    await say(guest, 'one');
    await said(guest, 'one').waitFor();
    await say(guest, 'two');
    await guest.page.getByTestId('toasts').filter({ hasText: '채팅을 천천히' }).waitFor();
    for (const { page, errors } of [host, guest, screen]) {
      expect(errors).toEqual([]);
      await page.context().close();
    }
  });

  it('has nothing wrong with it on a phone, in both languages', async () => {
    for (const [locale, send] of [
      ['ko-KR', '한 줄로 길게 쓴 메시지예요. '],
      ['en-US', 'A long message in one line. '],
    ] as const) {
      const host = await openTab(browser, 'phone', locale);
      // What is half faded in has half its contrast.
      await host.page.emulateMedia({ reducedMotion: 'reduce' });
      await openRoom(host.page, server.url, { name: 'Host' });
      const found: string[] = [];
      const look = async (): Promise<void> => {
        found.push(...(await violations(host.page)));
        found.push(...(await layoutFaults(host.page, PHONES)));
      };
      await host.page.getByTestId('open-chat').click();
      await say(host, send.repeat(4).trim());
      await host.page.getByTestId('message-actions').click();
      await host.page.getByTestId('delete-message').waitFor();
      await host.shoot(`moderation-phone-${locale}`);
      await look();
      await host.page.keyboard.press('Escape');
      await host.page.getByTestId('open-host').click();
      await host.page.getByTestId('names-by').selectOption('list');
      await host.page.getByTestId('name-list').fill('Anna '.repeat(9));
      await host.page.getByTestId('name-list-save').click();
      await host.page.getByTestId('host-panel').getByRole('alert').waitFor();
      await host.shoot(`name-list-phone-${locale}`);
      await look();
      expect(found).toEqual([]);
      expect(host.errors).toEqual([]);
      await host.page.context().close();
    }
  });

  it('R1.7 lets in by a list that the host pastes', async () => {
    const host = await openTab(browser, 'desktop', 'en-US');
    const pin = await openRoom(host.page, server.url, { name: 'Host' });
    await host.page.getByTestId('open-host').click();
    await host.page.getByTestId('names-by').selectOption('list');
    await host.page.getByTestId('name-list').fill('김민지\nAnna Lee\nANNA LEE\n');
    await host.page.getByTestId('name-list-save').click();
    await host.page.getByTestId('toasts').filter({ hasText: 'The list has 2 names' }).waitFor();
    await host.shoot('name-list-desktop');
    const guest = await join(pin, '김민정');
    await guest.page.getByTestId('join-problem').filter({ hasText: '명단' }).waitFor();
    await guest.page.getByTestId('join-name').fill('anna lee');
    await guest.page.getByTestId('join-submit').click();
    await guest.page.getByTestId('arena').waitFor();
    await guest.page.getByTestId('open-people').click();
    const own = guest.page.getByTestId('person').filter({ hasText: 'Anna Lee' });
    await own.waitFor();
    // Nobody chooses another name here.
    expect(await own.getByTestId('person-actions').count()).toBe(0);
    for (const { page, errors } of [host, guest]) {
      expect(errors).toEqual([]);
      await page.context().close();
    }
  });
});
