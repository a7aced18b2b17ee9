import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, openFold, openRoom, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import {
  closeByKey,
  HOST_GOES_ON,
  noteOf,
  openAsHostOnly,
  pressKey,
  stageAt,
} from '../support/cockpit.js';

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

async function joinBySocket(pin: string, playerName: string): Promise<TestClient> {
  const client = new TestClient(server.url, { auth: { wantToken: true } });
  await client.do('joinRoom', { gameId: pin, playerName });
  return client;
}

const textOf = (page: Page) => page.getByTestId('question').textContent();

describe('R3.5 the cockpit of a host without a seat', () => {
  it('R4.7–R4.9 runs a whole game by keyboard alone', async () => {
    const { page, errors, shoot } = await openTab(browser, 'desktop', 'en-US');
    const pin = await openAsHostOnly(page, server.url);
    const player = await joinBySocket(pin, 'Ann');
    await page.getByTestId('hall-here').filter({ hasText: '1 here' }).waitFor();
    const press = (key: string) => pressKey(page, key);

    // A clicker does not start a game.
    await press('PageDown');
    await noteOf(page, 'nextInLobby').waitFor();
    await stageAt(page, 'lobby');
    await press('m');
    await player.until(() => player.last('muteChat')?.muted === true, 'the chat to be off');
    await press('l');
    await player.until(() => player.last('updateRoomOption')?.isLocked === true, 'the lock');
    await press('s');
    await stageAt(page, 'countdown');
    await press('Space');
    await stageAt(page, 'ready');

    // Drop, in get-ready, and only by the second press.
    const first = await textOf(page);
    await press('d');
    await noteOf(page, 'again').waitFor();
    expect(await textOf(page)).toBe(first);
    await press('d');
    await expect.poll(() => textOf(page)).not.toBe(first);

    await stageAt(page, 'answering');
    const asked = await textOf(page);
    await press('c');
    await noteOf(page, 'tooSoon').waitFor();
    for (const key of ['Space', 'PageDown', 'ArrowRight']) await press(key);
    await noteOf(page, 'nextInQuestion').waitFor();
    // A key that is held counts once.
    await page.keyboard.down('p');
    await page.keyboard.down('p');
    await page.keyboard.up('p');
    await page.getByTestId('do-resume').waitFor();
    await press('p');
    await page.getByTestId('do-pause').waitFor();
    const timer = async () => Number(await page.getByTestId('timer').textContent());
    const before = await timer();
    await press('t');
    await expect.poll(timer).toBeGreaterThan(before);
    await shoot('cockpit-question');
    await closeByKey(page);
    expect(await textOf(page)).toBe(asked);
    expect(player.all('endQuizTime')).toHaveLength(1);

    // Void, and counted again.
    const told = page.getByTestId('stage-state');
    await press('d');
    await noteOf(page, 'again').waitFor();
    await press('d');
    await told.filter({ hasText: 'does not count' }).waitFor();
    await press('d');
    await told.filter({ hasText: 'of 1' }).waitFor();
    await press('ArrowRight');
    await stageAt(page, 'ready');
    expect(await textOf(page)).not.toBe(asked);
    await closeByKey(page);
    await press('Space');
    await stageAt(page, 'lobby');
    await page.getByTestId('podium').waitFor();

    // The end of a game asks first, and keys do nothing meanwhile.
    await press('s');
    await stageAt(page, 'countdown');
    await press('e');
    await page.getByTestId('confirm').waitFor();
    await press('p');
    await press('Escape');
    await page.getByTestId('confirm').waitFor({ state: 'detached' });
    await page.getByTestId('do-pause').waitFor();
    await press('e');
    await page.getByTestId('confirm').waitFor();
    await press('Tab');
    await press('Enter');
    await stageAt(page, 'lobby');
    await press('?');
    await page.getByTestId('key-help').waitFor();
    await press('Escape');
    await page.getByTestId('key-help').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    player.close();
    await page.context().close();
  });

  it('leaves keys to who writes and to the focus that came by key, and takes them after a click', async () => {
    const { page, errors } = await openTab(browser, 'desktop', 'ko-KR');
    await openAsHostOnly(page, server.url);
    await page.getByTestId('do-start').click();
    await stageAt(page, 'countdown');
    const search = page.getByTestId('people-search');
    await search.click();
    await page.keyboard.type('pd e');
    expect(await search.inputValue()).toBe('pd e');
    await page.getByTestId('control-note').filter({ hasText: '글을 쓰는 동안' }).waitFor();
    await page.keyboard.press('Escape');
    // In Hangul mode.
    await page.keyboard.press('Tab');
    await page.getByTestId('do-pause').focus();
    await page.keyboard.press('Space');
    await page.getByTestId('do-resume').waitFor();
    await stageAt(page, 'countdown');
    // Who clicked means Next.
    await page.getByTestId('do-resume').click();
    await page.getByTestId('do-pause').waitFor();
    await page.keyboard.press('Space');
    await stageAt(page, 'ready');
    await page.getByTestId('do-pause').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('comes back by a reload, and says that a late press came too late', async () => {
    const { page, errors } = await openTab(browser, 'desktop', 'en-US');
    /** Frames that the server sent and the page has not seen yet. */
    let held: (() => void)[] | undefined;
    await page.routeWebSocket(/socket\.io/, (client) => {
      const far = client.connectToServer();
      client.onMessage((message) => far.send(message));
      far.onMessage((message) => {
        if (held) held.push(() => client.send(message));
        else client.send(message);
      });
    });
    const pin = await openAsHostOnly(page, server.url);
    await page.reload();
    await page.getByTestId('cockpit').waitFor();
    await page.keyboard.press('s');
    await stageAt(page, 'countdown');
    // The same person on another page of the same browser.
    const other = await page.context().newPage();
    await other.goto(`${server.url}/host/${pin}`);
    await stageAt(other, 'countdown');
    held = [];
    await other.keyboard.press('Space');
    await stageAt(other, 'ready');
    const asked = await textOf(other);
    // This page still counts down.
    await stageAt(page, 'countdown');
    await page.keyboard.press('Space');
    await expect.poll(() => held?.length).toBeGreaterThan(0);
    const frames = held;
    held = undefined;
    for (const show of frames) show();
    await noteOf(page, 'refused').filter({ hasText: 'too late' }).waitFor();
    await page
      .locator('[data-testid=stage]:is([data-stage=ready], [data-stage=answering])')
      .waitFor();
    expect([await textOf(page), await textOf(other)]).toEqual([asked, asked]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('R3.4 the cockpit of a co-host who plays', () => {
  it('opens beside the seat, and says so when the role is taken', async () => {
    const host = await openTab(browser, 'desktop', 'en-US');
    const pin = await openRoom(host.page, server.url, { name: 'Host' });
    const guest = await openTab(browser, 'desktop', 'en-US');
    await guest.page.goto(`${server.url}/host/${pin}`);
    const ended = guest.page.getByTestId('ended');
    await ended.filter({ hasText: 'You do not run this room' }).waitFor();
    await guest.page.getByTestId('join-as-player').click();
    await guest.page.getByTestId('join-name').fill('Gil');
    await guest.page.getByTestId('join-submit').click();
    await guest.page.getByTestId('arena').waitFor();

    await host.page.getByTestId('open-people').click();
    const gil = host.page.getByTestId('person').filter({ hasText: 'Gil' });
    await gil.getByTestId('person-actions').click();
    await gil.getByTestId('co-host').click();
    await guest.page.getByTestId('open-host').click();
    await openFold(guest.page, 'devices');
    const [cockpit] = await Promise.all([
      guest.page.waitForEvent('popup'),
      guest.page.getByTestId('open-cockpit').click(),
    ]);
    await cockpit.getByTestId('cockpit').waitFor();
    await cockpit.keyboard.press('s');
    await stageAt(cockpit, 'countdown');
    // The seat is there still, and both agree.
    await stageAt(guest.page, 'countdown');
    await cockpit.getByTestId('people-search').fill('G');
    await cockpit.getByTestId('person').filter({ hasText: '(you)' }).waitFor();
    expect(await cockpit.getByTestId('person').count()).toBe(1);
    await cockpit.getByTestId('people-search').fill('');
    // No owner's actions.
    expect(await cockpit.getByTestId('person-actions').count()).toBe(1);
    await cockpit.getByTestId('tab-room').click();
    expect(await cockpit.getByTestId('host-link').count()).toBe(0);
    expect(await cockpit.getByTestId('close-room').count()).toBe(0);

    if ((await gil.getByTestId('co-host').count()) === 0)
      await gil.getByTestId('person-actions').click();
    await gil.getByTestId('co-host').click();
    await cockpit.getByTestId('ended').filter({ hasText: 'You no longer run this room' }).waitFor();
    for (const { page, errors } of [host, guest]) {
      expect(errors).toEqual([]);
      await page.context().close();
    }
  });
});
