import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { chatOf, settle } from '../support/hall.js';
import { closeFleets, Fleet, troubles, type Room } from './fleet.js';

afterAll(closeFleets);

/** How often somebody was shown a message. */
const times = (client: TestClient, wanted: string): number =>
  chatOf(client).filter(({ message }) => message === wanted).length;

const exceptions = (client: TestClient): unknown[] =>
  client.all('exception').map(({ event, code }) => [event, code]);

async function expectTold({ host, players }: Room, wanted: string): Promise<void> {
  await settle(host, players);
  for (const player of players) expect(times(player, wanted)).toBe(1);
}

describe.concurrent('R8.1 a message that the store does not take', () => {
  it('is not acknowledged while Redis is gone, and those without acknowledgements are told, too', async () => {
    const fleet = await Fleet.start(2);
    const room = await fleet.openRoom(0, {}, 1);
    const [host, guest] = room.players as [TestClient, TestClient];
    await fleet.redis.kill();
    await host.wait('notice', ({ code }) => code === 'STORE_AWAY');
    expect(await host.fail('chatMessage', { message: 'lost' })).toBe('STORE_AWAY');
    guest.tell('chatMessage', { message: 'lost, too' });
    await guest.wait('exception');
    expect(exceptions(guest)).toEqual([['chatMessage', 'STORE_AWAY']]);
    for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
  });

  it('is acknowledged, and told once, where Redis had it and only its answer came too late', async () => {
    const fleet = await Fleet.start(2);
    const room = await fleet.openRoom(0, {}, 1);
    const [host, guest] = room.players as [TestClient, TestClient];
    fleet.redis.freeze();
    const answer = host.fail('chatMessage', { message: 'slow' });
    // The first share of it is given up by now; the connections are still thought alive.
    await host.wait('notice', ({ code }) => code === 'STORE_AWAY');
    fleet.redis.thaw();
    expect(await answer).toBe('ok');
    await guest.wait('chatMessage', ({ messages }) =>
      messages.some(({ message }) => message === 'slow'),
    );
    // Longer than it would take to be sent again.
    await sleep(500);
    await expectTold(room, 'slow');
    expect(exceptions(guest)).toEqual([]);
  });
});
