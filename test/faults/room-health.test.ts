import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeFleets, Fleet } from './fleet.js';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start(2);
});
afterAll(closeFleets);

it('R11.1 the host hears how players of other processes are connected, and when one does not answer', async () => {
  const { host, pin } = await fleet.openRoom(0);
  const page = fleet.connect(1, { format: 'compact' });
  await page.do('joinRoom', { gameId: pin, playerName: 'Page' });
  for (let n = 1; n <= 8; n++) {
    const before = page.all('flush').length;
    await host.do('updatePosition', { newPosition: [n / 10, 0.5] });
    await page.until(() => page.all('flush').length > before, 'a flush');
    await page.do('syncTime', { t0: 0, flush: page.last('flush')![0] });
  }
  expect(await host.do('roomHealth', {})).toMatchObject({
    connected: 2,
    formats: { json: 1, compact: 1 },
    roundTripMs: { players: 1 },
    isComplete: true,
  });

  // It stands still, so that its connection to Redis is there and nobody reads it.
  const { process } = fleet.server(1);
  process.kill('SIGSTOP');
  let answer = await host.do('roomHealth', {});
  // The last answer stands for a second.
  while (answer.isComplete) {
    await sleep(200);
    answer = await host.do('roomHealth', {});
  }
  expect(answer).toMatchObject({ isComplete: false, formats: { json: 1, compact: 0 } });
  process.kill('SIGCONT');
});
