import { describe, expect, it, vi } from 'vitest';
import { RawClient } from '../support/raw-client.js';
import { startTestApp } from '../support/app.js';
import { chatOf, goTo, Hall, SLOW } from '../support/hall.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

describe('closing the program', () => {
  it.each([
    ['memory', 'SERVER_ENDED'],
    ['kept', 'SERVER_AWAY'],
  ])(
    'R2.2, R25.6 sends what is pending, and tells everybody what becomes of rooms that are %s',
    async (rooms, code) => {
      const hall = await Hall.start({ ...SLOW, ROOMS: rooms });
      const room = await hall.openRoom({}, 2);
      const screen = await hall.join(room.pin, '', { role: 'screen' });
      const outsider = hall.connect();
      await outsider.wait('session');
      const poller = hall.connect({}, { transports: ['polling'] });
      await poller.do('joinRoom', { gameId: room.pin });
      await goTo(room, 'question');
      const everyone = [...room.players, screen, outsider, poller];
      await room.host.do('chatMessage', { message: 'last words' });
      await hall.app.close();
      await Promise.all(
        everyone.map((one) => one.until(() => one.events().includes('disconnect'))),
      );
      for (const client of everyone) {
        expect(client.all('notice')).toEqual([{ code }]);
        expect(client.events().at(-1)).toBe('disconnect');
        // Neither side of the namespace has ended it, so a client with reconnection comes back.
        expect(client.heard.at(-1)?.payload).toBe('transport close');
      }
      for (const client of [...room.players, screen, poller])
        expect(chatOf(client).at(-1)?.message).toBe('last words');
      await expect(fetch(`${hall.app.url}/health/live`)).rejects.toThrow('fetch failed');
      for (const client of everyone) client.close();
    },
  );

  it('R10.3 does not wait for clients that no longer read', async () => {
    const hall = await Hall.start();
    const room = await hall.openRoom({}, 1);
    const frozen = await RawClient.open(hall.app.url, `&game-id=${room.pin}`);
    await frozen.enter();
    await frozen.wait((frame) => frame.includes('"phase"'));
    frozen.socket.pause();
    const from = Date.now();
    await hall.close();
    expect(Date.now() - from).toBeLessThan(pace.allow(8_000));
    frozen.socket.terminate();
  });

  it('R4.5 leaves nothing running, in whatever phase the rooms are', async () => {
    const hall = await Hall.start({ EMPTY_ROOM_S: '0.1', HOST_GRACE_S: '0.1' });
    for (const kind of ['countdown', 'question', 'reveal'] as const) {
      const room = await hall.openRoom({}, 1);
      await goTo(room, kind);
      room.players[1]!.drop();
    }
    const gone = await hall.openRoom({}, 1);
    for (const player of gone.players) player.drop();
    // The check of the suite finds timers and listeners that outlive this.
    await hall.close();
    expect(hall.app.logs).toEqual([]);
  });

  it('ends everything that it did again and again', async () => {
    const begun = vi.spyOn(globalThis, 'setInterval');
    const ended = vi.spyOn(globalThis, 'clearInterval');
    const app = await startTestApp();
    const repeated = begun.mock.results.map(({ value }) => value as NodeJS.Timeout);
    expect(repeated.length).toBeGreaterThan(0);
    await app.close();
    const left = repeated.filter((timer) => !ended.mock.calls.some(([one]) => one === timer));
    vi.restoreAllMocks();
    expect(left).toEqual([]);
  });

  it('R2.1 keeps identities over a restart: the secret is the installation’s', async () => {
    const env = { SECRET: 'a secret of sixteen or more' };
    const [first, second] = [await startTestApp(env), await startTestApp(env)];
    const cookieOf = async (url: string, cookie = ''): Promise<string> => {
      const { headers } = await fetch(`${url}/`, { headers: { cookie } });
      return headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const cookie = await cookieOf(first.url);
    expect(cookie).toMatch(/^madang=/);
    expect(await cookieOf(second.url, cookie)).toBe('');
    await Promise.all([first.close(), second.close()]);
  });
});
