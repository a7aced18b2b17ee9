import { expect, it, onTestFinished } from 'vitest';
import { openRoom } from '../support/browser.js';
import { useSite } from '../support/site.js';
import { openSocketRoom } from '../support/socket-room.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const site = useSite({ COUNTDOWN_MS: '3600000' });

it('R6.1 a second game with the same results as the first shows its podium, too', async () => {
  const { page, errors } = await site.openTab('desktop', 'en-US');
  await openRoom(page, site.url);
  const endGame = async () => {
    await page.locator('html[data-phase=countdown]').waitFor();
    await page.getByTestId('end').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('podium').waitFor();
  };
  await page.getByTestId('start').click();
  await endGame();
  await page.getByTestId('play-again').click();
  await page.getByTestId('podium').waitFor({ state: 'detached' });
  await endGame();
  await page.getByTestId('back-to-lobby').click();
  await page.getByTestId('podium').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

it('R6.1 a page that was away for the whole of a second game shows its podium, too, and once', async () => {
  const room = await openSocketRoom(site.url, ['Ann']);
  onTestFinished(room.close);
  const host = room.players[0]!;
  const proxy = await TcpProxy.start(site.port);
  onTestFinished(() => proxy.close());
  const { page } = await site.openTab('phone', 'en-US');
  await page.goto(`http://localhost:${proxy.port}/join/${room.pin}`);
  await page.getByTestId('join-name').fill('Bob');
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
  const podium = page.getByTestId('podium');
  const playGame = async () => {
    const before = host.all('endGame').length;
    await host.do('startGame', {});
    await host.do('endGame', {});
    await host.until(() => host.all('endGame').length > before, 'the results');
  };
  const close = async () => {
    await page.getByTestId('back-to-lobby').tap();
    await podium.waitFor({ state: 'detached' });
  };
  await playGame();
  await podium.waitFor();
  await close();

  // The page takes seconds to find out, and dials anew.
  proxy.swallow();
  await playGame();
  const ends = host.all('endGame').map(({ results }) => results);
  expect(ends[1]).toEqual(ends[0]);
  await podium.waitFor();
  await close();

  const banner = page.getByTestId('banner');
  proxy.swallow();
  await banner.filter({ hasText: /\w/ }).waitFor();
  await banner.filter({ hasNotText: /\w/ }).waitFor({ state: 'attached' });
  expect(await podium.count()).toBe(0);
});
