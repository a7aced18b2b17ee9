import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { useHall } from '../support/hall.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const hall = useHall();

/** Walks until the reader has echoed a few flushes, as pages do. */
async function echoing(walker: TestClient, reader: TestClient): Promise<void> {
  for (let n = 1; n <= 8; n++) {
    const before = reader.all('flush').length;
    await walker.do('updatePosition', { newPosition: [n / 10, 0.5] });
    await reader.until(() => reader.all('flush').length > before, 'a flush');
    await reader.do('syncTime', { t0: 0, flush: reader.last('flush')![0] });
  }
}

describe('R11.1 the health of a room', () => {
  it('is told to the host, and to nobody else', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const page = await hall.join(pin, 'Page', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen', format: 'compact' });
    await echoing(host, page);
    const { ok: _ok, ...health } = await host.do('roomHealth', {});
    expect(health).toEqual({
      connected: 3,
      slow: 0,
      behind: 0,
      gone: 0,
      formats: { json: 2, compact: 1 },
      transports: { websocket: 3, polling: 0 },
      roundTripMs: { players: 1, median: expect.any(Number), p95: expect.any(Number) },
      worst: [],
      silentScreens: 0,
      screens: 1,
      strangeScreens: 1,
      cockpits: 0,
      isComplete: true,
    });
    expect(health.roundTripMs!.median).toBeLessThan(pace.allow(200));
    expect(await players[1]!.fail('roomHealth', {})).toBe('NOT_HOST');
    expect(await screen.fail('roomHealth', {})).toBe('NOT_A_PLAYER');
  });

  it('names who is gone, and since when', async () => {
    const { host, players } = await hall.openRoom({}, 2);
    const [, lost] = players as [TestClient, TestClient];
    const before = Date.now();
    lost.drop();
    await host.wait('updatePresence');
    const { connected, gone, worst } = await host.do('roomHealth', {});
    expect([connected, gone, worst.length]).toEqual([2, 1, 1]);
    expect(worst[0]).toMatchObject({ playerId: lost.playerId, format: null, roundTripMs: null });
    expect(worst[0]!.goneSince).toBeGreaterThanOrEqual(before - 1_000);
  });

  it('R20.1 tells of a projector that nobody hears until somebody clicks on it', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const screens = [
      await hall.join(pin, '', { role: 'screen' }),
      await hall.join(pin, '', { role: 'screen' }),
    ] as const;
    // An answer may be a second old.
    const silent = async () => (await host.do('roomHealth', {})).silentScreens;
    for (const screen of screens) await screen.do('tellSound', { silent: true });
    await expect.poll(silent).toBe(2);
    await screens[0].do('tellSound', { silent: false });
    await expect.poll(silent).toBe(1);
    screens[1].drop();
    await expect.poll(silent).toBe(0);
    expect(await players[1]!.fail('tellSound', { silent: true })).toBe('BAD_REQUEST');
    expect((await host.do('roomHealth', {})).connected).toBe(2);
  });

  it('R15.34 tells a place that is right again and again to an owner who does not play, before the game', async () => {
    const owner = hall.connect();
    const { gameId } = await owner.do('createRoom', { hostPlays: false });
    const place = async (client: TestClient) => (await client.do('roomHealth', {})).samePlace;
    expect(await place(owner)).toBeUndefined();
    await owner.do('updateRoomOption', { choiceOrder: 'written' });
    await expect.poll(() => place(owner)).toEqual({ place: 1, count: 5, of: 5 });
    const guest = await hall.join(gameId, 'Guest');
    await owner.do('setCoHost', { playerId: guest.playerId, isCoHost: true });
    expect(await place(guest)).toBeUndefined();
    const cockpit = hall.connect({ role: 'cockpit', token: guest.token });
    await cockpit.do('joinRoom', { gameId });
    expect(await place(cockpit)).toBeUndefined();
    for (const client of [owner, guest, cockpit])
      for (const told of client.all('updateRoomQuizset'))
        expect(told).not.toHaveProperty('samePlace');
    await owner.do('startGame', {});
    await expect.poll(() => place(owner)).toBeUndefined();
  });

  it('tells of a client that polls', async () => {
    const { host, pin } = await hall.openRoom();
    const poller = hall.connect({}, { transports: ['polling'] });
    await poller.do('joinRoom', { gameId: pin });
    const { transports } = await host.do('roomHealth', {});
    expect(transports).toEqual({ websocket: 1, polling: 1 });
  });
});
