import { afterEach, describe, expect, it } from 'vitest';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { TestClient } from '../support/client.js';
import { wrongPins } from '../support/hall.js';

afterEach(closeFleets);

const PROXIED = { TRUST_PROXY: 'true', COUNTDOWN_MS: '60000' };

/** A connection to one of the processes, from an address that the proxy tells. */
function from(
  fleet: Awaited<ReturnType<typeof Fleet.inProcess>>,
  n: number,
  address: string,
  auth: object = {},
): TestClient {
  const client = new TestClient(fleet.server(n).url, {
    auth: { wantToken: true, ...auth },
    extraHeaders: { 'x-forwarded-for': address },
  });
  fleet.clients.push(client);
  return client;
}

describe('limits that all processes keep together', () => {
  it('R10.4 wrong PINs at one process count at the other, and lock out nobody who is known', async () => {
    const fleet = await Fleet.inProcess(2, PROXIED);
    const HALL = '198.51.100.1';
    const host = from(fleet, 0, HALL);
    const { gameId } = await host.do('createRoom', { playerName: 'Host' });
    const guest = from(fleet, 0, '198.51.100.9');
    await guest.do('joinRoom', { gameId });
    const foreign = await from(fleet, 0, '198.51.100.2').do('createRoom', {});
    for (let n = 0; n < 60; n += 20) {
      const phone = from(fleet, 0, HALL);
      for (const wrong of wrongPins(60).slice(n, n + 20))
        expect(await phone.fail('joinRoom', { gameId: wrong })).toBe('ROOM_NOT_FOUND');
    }
    for (const process of [0, 1]) {
      const phone = (auth: object = {}) => from(fleet, process, HALL, auth);
      expect(await phone().fail('joinRoom', { gameId: foreign.gameId })).toBe('TOO_MANY_PINS');
      // A newcomer of the hall's own address, the host, and somebody who has moved there with a seat.
      expect(await phone().fail('joinRoom', { gameId })).toBe('ok');
      for (const { token } of [host, guest])
        expect(await phone({ token }).do('joinRoom', { gameId })).toMatchObject({ resumed: true });
    }
  });

  it('R10.5 so do the places of projectors, which a process that ends gives back', async () => {
    const fleet = await Fleet.inProcess(2, PROXIED);
    const host = from(fleet, 0, '198.51.100.1');
    const { gameId } = await host.do('createRoom', { playerName: 'Host' });
    const screens = Array.from({ length: 9 }, (_, n) =>
      from(fleet, n, '198.51.100.3', { role: 'screen' }),
    );
    for (const screen of screens) await screen.do('joinRoom', { gameId });
    const late = (n: number) => from(fleet, n, '198.51.100.3', { role: 'screen' });
    for (const process of [0, 1])
      expect(await late(process).fail('joinRoom', { gameId })).toBe('TOO_MANY_SCREENS');
    const own = from(fleet, 1, '198.51.100.1', { role: 'screen', token: host.token });
    expect(await own.fail('joinRoom', { gameId })).toBe('ok');
    await fleet.servers.pop()!.stop();
    expect(await late(0).fail('joinRoom', { gameId })).toBe('ok');
  });
});
