import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', HOST_GRACE_S: '0.5' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** An owner in Korean and a guest in English, both on phones. */
async function openRoom(): Promise<{ owner: Tab; guest: Tab; pin: string }> {
  const owner = await openTab(browser, 'phone', 'ko-KR');
  await owner.page.goto(server.url);
  await owner.page.getByTestId('open-create').tap();
  await owner.page.getByTestId('create-name').fill('민지');
  await owner.page.getByTestId('create-submit').tap();
  await owner.page.getByTestId('host-bar').waitFor();
  const text = await owner.page.getByTestId('room-pin').textContent();
  const pin = /\d{6}/.exec(text ?? '')?.[0] ?? '';
  const guest = await openTab(browser, 'phone', 'en-US');
  await guest.page.goto(`${server.url}/join/${pin}`);
  await guest.page.getByTestId('join-name').fill('Gil');
  await guest.page.getByTestId('join-submit').tap();
  await guest.page.getByTestId('arena').waitFor();
  return { owner, guest, pin };
}

async function close(...tabs: Tab[]): Promise<void> {
  for (const { page, errors } of tabs) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
}

const toast = ({ page }: Tab, text: string) =>
  page.getByTestId('toasts').filter({ hasText: text }).waitFor();

describe('R3.2 the owner of a room', () => {
  it('hands the game over and takes it back', async () => {
    const { owner, guest } = await openRoom();
    await owner.page.getByTestId('open-people').tap();
    const gil = owner.page.getByTestId('person').filter({ hasText: 'Gil' });
    await gil.getByTestId('person-actions').tap();
    await gil.getByTestId('hand-over').tap();
    await owner.page.getByTestId('confirm').filter({ hasText: '언제든지' }).waitFor();
    await owner.shoot('hand-over-phone');
    await owner.page.getByTestId('confirm-yes').tap();
    await guest.page.getByTestId('host-bar').waitFor();
    await toast(guest, 'You are the host now');

    // The new host has no button to remove the owner with.
    await guest.page.getByTestId('open-people').tap();
    const minji = guest.page.getByTestId('person').filter({ hasText: '민지' });
    await minji.getByTestId('person-actions').tap();
    await minji.getByTestId('hand-over').waitFor();
    expect(await minji.getByTestId('kick').count()).toBe(0);

    await owner.page.keyboard.press('Escape');
    await owner.page.getByTestId('take-back-bar').filter({ hasText: 'Gil 님이' }).waitFor();
    await owner.shoot('take-back-phone');
    await owner.page.getByTestId('take-back-host').tap();
    await owner.page.getByTestId('host-bar').waitFor();
    await toast(owner, '다시 내가 진행자예요');
    await toast(guest, '민지 is the host again');
    expect(await guest.page.getByTestId('host-bar').count()).toBe(0);
    await close(owner, guest);
  });

  it('makes a co-host, who runs the room and touches no host', async () => {
    const { owner, guest } = await openRoom();
    await owner.page.getByTestId('open-people').tap();
    const gil = owner.page.getByTestId('person').filter({ hasText: 'Gil' });
    await gil.getByTestId('person-actions').tap();
    await gil.getByTestId('co-host').tap();
    await toast(guest, 'You are a co-host now');
    await guest.page.getByTestId('host-bar').getByTestId('start').waitFor();
    await guest.page.getByTestId('open-people').tap();
    const minji = guest.page.getByTestId('person').filter({ hasText: '민지' });
    await minji.waitFor();
    expect(await minji.getByTestId('person-actions').count()).toBe(0);
    await gil.filter({ hasText: '공동 진행자' }).waitFor();
    await owner.shoot('co-host-phone');
    await gil.getByTestId('person-actions').tap();
    await gil.getByTestId('co-host').tap();
    await guest.page.getByTestId('host-bar').waitFor({ state: 'detached' });
    await close(owner, guest);
  });

  it('is stood in for while away in a game, and is host on coming back', async () => {
    const { owner, guest, pin } = await openRoom();
    await owner.page.getByTestId('start').tap();
    await owner.page.getByTestId('pause').tap();
    await owner.page.getByTestId('resume').waitFor();
    await owner.page.goto('about:blank');
    await toast(guest, 'The host is away');
    const bar = guest.page.getByTestId('host-bar');
    await bar.getByTestId('resume').waitFor();
    await bar.getByTestId('skip').waitFor();
    await guest.shoot('acting-host-phone');
    for (const button of ['extend', 'end']) expect(await bar.getByTestId(button).count()).toBe(0);
    await owner.page.goto(`${server.url}/join/${pin}`);
    await owner.page.getByTestId('host-bar').getByTestId('end').waitFor();
    await bar.waitFor({ state: 'detached' });
    await close(owner, guest);
  });
});
