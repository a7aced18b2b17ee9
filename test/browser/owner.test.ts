import { describe, expect, it } from 'vitest';
import type { Tab } from '../support/browser.js';
import { useSite } from '../support/site.js';

const site = useSite({ HOST_GRACE_S: '0.5' });

/** An owner in Korean and a guest in English, both on phones. */
async function openRoom(): Promise<{ owner: Tab; guest: Tab; pin: string }> {
  const owner = await site.openTab('phone', 'ko-KR');
  await owner.page.goto(site.url);
  await owner.page.getByTestId('open-create').tap();
  await owner.page.getByTestId('create-name').fill('민지');
  await owner.page.getByTestId('create-submit').tap();
  await owner.page.getByTestId('host-bar').waitFor();
  const text = await owner.page.getByTestId('room-pin').textContent();
  const pin = /\d{6}/.exec(text ?? '')?.[0] ?? '';
  const guest = await site.openTab('phone', 'en-US');
  await guest.page.goto(`${site.url}/join/${pin}`);
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

  it('is host again after an absence, and is told so', async () => {
    const { owner, guest, pin } = await openRoom();
    await owner.page.goto('about:blank');
    await guest.page.getByTestId('host-bar').waitFor();
    await owner.page.goto(`${site.url}/join/${pin}`);
    await owner.page.getByTestId('host-bar').waitFor();
    await toast(owner, '다시 내가 진행자예요');
    await toast(guest, '민지 is the host again');
    expect(await guest.page.getByTestId('host-bar').count()).toBe(0);
    await close(owner, guest);
  });
});
